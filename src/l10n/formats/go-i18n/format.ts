import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import { detectEol } from '../eol.ts'
import { JSON_ESCAPE, readIfValid } from '../faults.ts'
import type { Format } from '../format.ts'
import { listEntries, listTranslations } from '../tree/entries.ts'
import { hasOnlyMessages } from '../tree/plurals.ts'
import { type Item, outlineMessages, parseMessages } from './messages.ts'
import { writeMessages } from './write.ts'

/**
 * Messages of go-i18n in JSON, and lists of them in YAML: `[{ id, translation }]` of version 1, and maps or lists of version 2. Maps in TOML and YAML are read by
 * those formats.
 */
export const goI18n: Format = {
  id: 'go-i18n',
  extensions: '.json, .yaml, .yml',
  escape: JSON_ESCAPE,
  about: {
    name: 'go-i18n JSON, and lists in YAML (Hugo)',
    marks:
      'A list of objects with `id`, and `translation` or `other`. In JSON a map, too, whose values are messages or texts, with a `description`, a `hash`, delimiters or `{{.Name}}`',
    example: 'i18n/active.en.json',
    placeholders: 'Go templates: `{{.Count}}`, and others, detected by file',
    plurals: 'A key per CLDR category: `one`, `other`',
    notes: '`description`, and comments in YAML',
    unsupported:
      'Maps in TOML and YAML have the formats `toml` and `yaml`. A new message in a group that the file lacks has its whole ID as key, with dots. A `hash` is written anew with a text for the present source. A file without hashes gets none.',
  },
  matches: (path, text) =>
    (/\.json$/i.test(path) && (isJsonList(text) || isJsonMap(text))) || (/\.ya?ml$/i.test(path) && isYamlList(text)),
  read(text) {
    const entries = listEntries(outlineMessages(parseMessages(text)))
    const syntax = detectSyntax(entries.flatMap(({ value }) => listTexts(value)))
    return { entries, options: { syntax, eol: detectEol(text), final_newline: text.endsWith('\n') } }
  },
  readTarget(text, _locale, source) {
    const from = source === undefined ? undefined : outlineMessages(parseMessages(source))
    return listTranslations(outlineMessages(parseMessages(text), from), from?.root)
  },
  write: writeMessages,
}

/** How far the first message may be from the start of a file. */
const MAX_HEAD = 4_000

const isJsonList = (text: string): boolean =>
  /^\uFEFF?\s*\[\s*\{/.test(text.slice(0, MAX_HEAD)) && text.includes('"id"') && hasMessages(text)

/** Whether the first line with content begins with a dash, and elements have an ID. */
function isYamlList(text: string): boolean {
  const lines = text.slice(0, MAX_HEAD).replace('\uFEFF', '').split('\n')
  const first = lines.find(line => !/^(?:---|%.*|#.*)?\s*$/.test(line))
  return first !== undefined && /^ *-\s/.test(first) && /^[- \t]*id[ \t]*:/m.test(text) && hasMessages(text)
}

/** A field, or a placeholder of Go. */
const MARK = /"(?:description|hash|leftDelim|rightDelim)"\s*:|\{\{-?\s*\./

const isJsonMap = (text: string): boolean =>
  /^\uFEFF?\s*\{/.test(text) && text.includes('"other"') && MARK.test(text) && hasMessages(text)

/** Whether all elements are messages, texts or groups of them, and at least one is a message. */
function hasMessages(text: string): boolean {
  const file = readIfValid(() => parseMessages(text))
  if (file === undefined) return false
  const { items, elements, root } = file
  if (root?.kind === 'map') return hasOnlyMessages(root, true)
  const isPlain = ({ holder }: Item): boolean => holder?.members.every(({ value }) => value.kind === 'text') ?? true
  return items.length === elements.length && items.some(isPlain)
}
