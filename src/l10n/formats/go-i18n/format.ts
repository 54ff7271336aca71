import { AppError } from '../../../errors.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import { readTexts } from '../empty-forms.ts'
import { detectEol } from '../eol.ts'
import type { Format, SourceEntry, TargetEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import { JSON_ESCAPE } from '../null-character.ts'
import { getField, groupById, type Item, isPlural, parseMessages, toMessage } from './messages.ts'
import { hashItem, writeMessages } from './write.ts'

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
      'Maps in TOML and YAML have the formats `toml` and `yaml`. Maps in maps are not read. A `hash` is written anew with a text for the present source. A file without hashes gets none.',
  },
  matches: (path, text) =>
    (/\.json$/i.test(path) && (isJsonList(text) || isJsonMap(text))) || (/\.ya?ml$/i.test(path) && isYamlList(text)),
  read(text) {
    const file = parseMessages(text)
    const { first, duplicates } = groupById(file)
    const entries = [...first.values()].map((item): SourceEntry => {
      const description = truncateNote(readNote(item))
      const duplicate = duplicates.get(item.id)
      return {
        key: item.id,
        value: toMessage(item),
        ...(description !== '' && { description }),
        ...(duplicate !== undefined && { duplicate }),
      }
    })
    const texts = entries.flatMap(({ value }) => listTexts(value))
    return {
      entries,
      options: { syntax: detectSyntax(texts), eol: detectEol(text), final_newline: text.endsWith('\n') },
    }
  },
  readTarget(text, _locale, source) {
    const { first, duplicates } = groupById(parseMessages(text))
    const of = source === undefined ? undefined : groupById(parseMessages(source)).first
    return [...first.values()].flatMap((item): TargetEntry[] => {
      const twin = of?.get(item.id)
      const texts = readTexts(toTarget(item, twin))
      const duplicate = duplicates.get(item.id)
      const hash = getField(item, 'hash')
      if (texts === undefined) return []
      return [
        {
          key: item.id,
          ...texts,
          ...(twin !== undefined && hash !== '' && { ofSource: hash === hashItem(twin) ? 'present' : 'other' }),
          ...(duplicate !== undefined && { duplicate }),
        },
      ]
    })
  },
  write: writeMessages,
}

/** The description, and the comments of YAML. */
const readNote = (item: Item): string =>
  [...item.fields.values()]
    .map(({ note }) => note)
    .concat(getField(item, 'description'))
    .filter(note => note !== undefined && note !== '')
    .join('\n')

/** The source decides whether a message has forms; a text in their place is the general one. */
function toTarget(item: Item, source: Item | undefined) {
  const value = toMessage(item)
  if (source === undefined) return value
  if (!isPlural(source)) return typeof value === 'string' ? value : (value['other'] ?? '')
  return typeof value === 'string' && value !== '' ? { other: value } : value
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

/** Whether all elements are messages or texts, and at least one is a message. */
function hasMessages(text: string): boolean {
  try {
    const { items, elements, isList } = parseMessages(text)
    const isMessage = ({ fields, holder }: Item): boolean =>
      fields.size > 0 && (holder === undefined || holder.members.every(({ value }) => value.kind === 'text'))
    const messages = items.filter(isMessage)
    return (
      items.length === elements.length &&
      messages.length > 0 &&
      (isList || items.every(item => item.fields.size === 0 || hasOnlyFields(item)))
    )
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const FIELDS = new Set([
  'id',
  'description',
  'hash',
  'leftDelim',
  'rightDelim',
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
])

const hasOnlyFields = ({ fields }: Item): boolean =>
  fields.has('other') && [...fields.keys()].every(name => FIELDS.has(name))
