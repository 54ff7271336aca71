import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import type { Format } from '../format.ts'
import { findMessageRole, hasForms, hasOnlyMessages } from '../tree/plurals.ts'
import { readYamlSource, readYamlTarget, writeYaml, type YamlDialect } from './dialect.ts'

/**
 * YAML, flat or nested: every string is an entry; other values are kept. A list is written completely or not at all, because its elements are named by
 * position. A map of plural forms is one entry, and so is a message of go-i18n (`description`, `one`, `other`).
 */
export const yaml: Format = {
  id: 'yaml',
  extensions: '.yml, .yaml',
  escape: /\0/g,
  about: {
    name: 'YAML, flat or nested',
    placeholders: 'ICU, vue-i18n, i18next, printf, Ruby, braces and others, detected by file',
    plurals:
      'A key per CLDR category below the key of the entry: `one`, `other`; or those of the detected syntax, inside the message',
    notes: 'Comments above a key and after its value; `description` in messages of go-i18n',
    unsupported:
      'Numbers, booleans, dates, null and values with a tag are kept. An alias is kept; a change of the value at its anchor changes it, too. Files with several documents, keys on several lines and keys after a question mark are rejected.',
  },
  matches: path => /\.ya?ml$/i.test(path),
  read(text, rootLocale) {
    const { entries, options } = readYamlSource(dialect, text, rootLocale)
    const syntax = detectSyntax(entries.flatMap(({ value }) => listTexts(value)))
    return { entries, options: { ...options, syntax } }
  },
  readTarget: (text, locale, source, rootKey) => readYamlTarget(dialect, text, locale, source, rootKey),
  write: request => writeYaml(dialect, request),
}

const dialect: YamlDialect = {
  schema: 'core',
  createRule: root => (hasOnlyMessages(root) ? findMessageRole : map => (hasForms(map) ? 'plural' : undefined)),
}
