import { pluralProfile } from '../../locales/plural-rules.ts'
import { isLocaleName, toTag } from '../../locales/spellings.ts'
import type { Format, SourceEntry } from '../format.ts'
import type { MapNode } from '../tree/node.ts'
import { hasOnlyForms } from '../tree/outline.ts'
import { hasForms } from '../tree/plurals.ts'
import { readYamlSource, readYamlTarget, writeYaml, type YamlDialect } from '../yaml/dialect.ts'

/**
 * YAML of Ruby on Rails: the only key at the root is the locale. Values are read by the rules of Ruby's parser: a plain `no` is a boolean, `:day` a symbol.
 */
export const rails: Format = {
  id: 'rails',
  hasExactZero: true,
  extensions: '.yml, .yaml',
  escape: /\0/g,
  about: {
    name: 'Rails YAML',
    example: 'config/locales/en.yml',
    placeholders: 'Ruby: `%{name}`, `%<name>d`',
    plurals: 'A key per CLDR category below the key of the entry: `one`, `other`',
    notes: 'Comments above a key and after its value',
    unsupported:
      'Numbers, booleans, null, symbols and values with a tag are kept; a new file copies them. Lists are written completely or not at all. An alias is kept; a change of the value at its anchor changes it, too. Files with several documents, keys on several lines and keys after a question mark are rejected.',
  },
  matches: (path, text) => /\.ya?ml$/i.test(path) && isRooted(text),
  rivals: ({ path, entries }) => (/(?:^|\/)config\/locales\//.test(path) || entries.some(isOfRails) ? [] : ['yaml']),
  read(text, rootLocale) {
    const { entries, options } = readYamlSource(dialect, text, rootLocale)
    return { entries, options: { ...options, syntax: 'ruby' } }
  },
  readTarget: (text, locale, source, rootKey) => readYamlTarget(dialect, text, locale, source, rootKey),
  write: request => writeYaml(dialect, request),
}

/** Whether a value is of Rails: it has plural forms or Ruby's placeholders. */
const isOfRails = ({ value }: SourceEntry): boolean => typeof value !== 'string' || value.includes('%{')

const dialect: YamlDialect = {
  schema: 'ruby',
  createRule(_, rootKey) {
    const isSingular = rootKey !== undefined && hasOneForm(rootKey)
    return map => (hasForms(map) || (isSingular && isOtherAlone(map)) ? 'plural' : undefined)
  },
}

const isOtherAlone = (map: MapNode): boolean => hasOnlyForms(map) && map.members.every(({ name }) => name === 'other')

/** Returns whether the language of a root key has one plural form. */
function hasOneForm(rootKey: string): boolean {
  const tag = isLocaleName(rootKey) ? toTag(rootKey) : undefined
  return tag !== undefined && pluralProfile(tag, 'cardinal').categories.length === 1
}

/** A key with nothing behind it, apart from an anchor and a comment. */
const ROOT_KEY = /^(["']?)([A-Za-z][\w@+-]{1,59})\1[ \t]*:[ \t]*(?:&[^\s]{1,60}[ \t]*)?(?:#.*)?$/

/** Returns whether the only line that is not indented, apart from comments and document marks, is a key that spells a locale. */
function isRooted(text: string): boolean {
  let found = false
  for (const { 0: line } of text.matchAll(/^\uFEFF?[^\s#\uFEFF%][^\r\n]*/gm)) {
    const content = line.replace('\uFEFF', '').slice(0, MAX_LINE)
    if (/^(?:---|\.\.\.)\s*(?:#.*)?$/.test(content)) continue
    const name = ROOT_KEY.exec(content)?.[2]
    if (found || name === undefined || !isLocaleName(name)) return false
    found = true
  }
  return found
}

const MAX_LINE = 500
