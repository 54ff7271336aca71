import type { Node } from 'jsonc-parser'
import { childKey } from '../keys.ts'
import { fixedShape, type ObjectShape, objectShape } from '../outline.ts'
import { findText, type JsonTree, listProperties, tryParseJson } from '../tree.ts'

/** Files of browser extensions and of Docusaurus, whose values are all objects. */
const OBJECT_PATHS = /(?:^|\/)(?:_locales\/[^/]+\/messages|i18n\/[^/]+\/(?:code|docusaurus-[^/]+\/.+))\.json$/
/** Files of Visual Studio Code and its extensions. */
const TEXT_PATHS = /(?:^|\/)(?:package\.nls|bundle\.l10n)(?:\.[\w-]+)?\.json$/

/** Returns whether the path of a file proves that its texts are those of message objects. */
export const isOwnPath = (path: string): boolean => OBJECT_PATHS.test(path) || TEXT_PATHS.test(path)

/**
 * Returns whether a file has message objects: every value is one or a text, and one has a note. Under a path of its own, no note is needed.
 * What `formatjs extract` writes is the format `json`.
 */
export function isMessagesFile(path: string, text: string): boolean {
  if (!/\.json$/i.test(path)) return false
  const isOwn = isOwnPath(path)
  if (!isOwn && !FIELD.test(text)) return false
  const tree = tryParseJson(text)
  const found = tree && findFields(tree, isOwn)
  if (found === undefined) return false
  if (isOwn) return found.field !== undefined || (found.hasTexts && TEXT_PATHS.test(path))
  return found.hasNotes && !areExtracted(found)
}

const FIELDS = ['defaultMessage', 'message', 'messageformat', 'string', 'translation', 'text', 'value'] as const

/** The property of a message object that has its text. The first field that an object has is its own. */
export type TextField = (typeof FIELDS)[number]

export const TEXT_FIELDS: ReadonlySet<string> = new Set(FIELDS)
const FIELD = new RegExp(`"(?:${[...TEXT_FIELDS].join('|')})"\\s*:`)

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** What else a message object may have. Objects with `text` or `value` are message objects only by their path, or by choice. */
const SIBLINGS: Readonly<Partial<Record<TextField, ReadonlySet<string>>>> = {
  defaultMessage: words('id description file line col start end'),
  message: words(
    'description comment comments context meaning placeholders hash character_limit file line col start end',
  ),
  messageformat: words('description'),
  string: words('context developer_comment character_limit tags'),
  translation: words('notes context limit character_limit tags'),
}

/** Properties about the file: `$schema`, `@@locale`, the settings of Smartling. */
const ABOUT_FILE = /^(?:\$schema$|@@|smartling$)/

/** Returns whether a property at the root is no message. */
export const isAboutFile = (name: string): boolean => ABOUT_FILE.test(name)

interface FileFields {
  /** Of its message objects; undefined if all values are texts. */
  readonly field: TextField | undefined
  /** Whether an object has more than its text. */
  readonly hasNotes: boolean
  readonly hasTexts: boolean
  /** Whether message objects are in groups. */
  readonly isNested: boolean
}

/**
 * Returns what the values of a file are; undefined if one is neither a text nor a message object nor a group of those, and if two have their texts in different
 * fields. Texts stand at the root only: in a group they could be ordinary keys. If the path proves message objects (`isProven`), they may have other notes, too.
 */
export function findFields({ root }: JsonTree, isProven = false): FileFields | undefined {
  let field: TextField | undefined
  let hasNotes = false
  let hasTexts = false
  let isNested = false
  const isKnown = (object: Node): boolean =>
    listProperties(object).every(({ name, value }) => {
      if (object === root && isAboutFile(name)) return true
      if (value.type === 'string') {
        hasTexts = true
        return object === root
      }
      const own = isProven ? findTextField(value) : findOwnField(value)
      if (own === undefined) {
        if (isProven) return true
        isNested = true
        return isGroup(value) && isKnown(value)
      }
      hasNotes ||= (value.children?.length ?? 0) > 1
      field ??= own
      return field === own
    })
  return isKnown(root) ? { field, hasNotes, hasTexts, isNested } : undefined
}

/** Whether a value is an object with other things than a text and its notes, or with message objects beside them. */
export const isGroup = (node: Node): boolean =>
  node.type === 'object' &&
  (findTextField(node) === undefined
    ? (node.children?.length ?? 0) > 0
    : listProperties(node).some(({ value }) => findTextField(value) !== undefined))

/** The field of a message object that has nothing unknown. */
function findOwnField(node: Node): TextField | undefined {
  const field = findTextField(node)
  const known = field && SIBLINGS[field]
  for (const { children = [] } of node.children ?? []) {
    const [{ value: name } = node, value] = children
    if (name !== field && known?.has(name) !== true) return undefined
    if (name === 'placeholders' && value?.type !== 'object') return undefined
  }
  return field
}

/** The field of an object that has a text. */
export const findTextField = (node: Node): TextField | undefined =>
  FIELDS.find(field => findText(node, field) !== undefined)

/** The field of the first message object of a file. */
export function findFirstField(object: Node): TextField | undefined {
  for (const { name, value } of listProperties(object)) {
    const field = isAboutFile(name) ? undefined : (findTextField(value) ?? findFirstField(value))
    if (field !== undefined) return field
  }
  return undefined
}

/** Returns whether these are the values of a file that `formatjs extract` writes. */
const areExtracted = ({ field, hasTexts, isNested }: FileFields): boolean =>
  field === 'defaultMessage' && !hasTexts && !isNested

/** Returns whether a file has the shape of `formatjs extract`: `{ id: { defaultMessage, description } }`. */
export function isExtracted(tree: JsonTree): boolean {
  const found = findFields(tree)
  return found !== undefined && areExtracted(found)
}

/** How the messages of a file are found. */
export interface MessagePlaces {
  readonly field: TextField
  /** Whether messages are in groups, as in the source. */
  readonly nested: boolean
  /** The keys of the source, which are no groups in a target file. */
  readonly keys?: ReadonlySet<string>
}

/**
 * Outlines a file of message objects, or its translation: the text in `field` is the entry, the property name its key. A plain text is an entry, too. All other
 * values are kept.
 */
export function outlineMessages({ root }: JsonTree, { field, nested, keys }: MessagePlaces): ObjectShape {
  const outline = (object: Node, parent?: string): ObjectShape =>
    objectShape(object, ({ name, value }) => {
      const key = childKey(parent, name, nested)
      if (name === key && isAboutFile(name)) return fixedShape(value)
      if (value.type === 'string') return { kind: 'text', key, node: value }
      if (nested && isGroup(value) && keys?.has(key) !== true) return outline(value, key)
      return findText(value, field) === undefined ? fixedShape(value) : toMessageShape(key, value, field)
    })
  return outline(root)
}

/** A message object: written with its notes, or not at all. */
const toMessageShape = (key: string, message: Node, field: TextField): ObjectShape => ({
  ...objectShape(message, ({ name, value }) =>
    name === field ? { kind: 'text', key, node: value } : fixedShape(value),
  ),
  whole: true,
})
