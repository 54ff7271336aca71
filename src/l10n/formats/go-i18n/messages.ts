import type { Node } from 'jsonc-parser'
import { echo } from '../../../text/escape.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import { fileFault } from '../file-fault.ts'
import { getNodeEnd, listProperties, parseJson } from '../json/tree.ts'
import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import type { MapNode, Member, TextNode, TreeNode } from '../tree/node.ts'
import { isCategory } from '../tree/outline.ts'
import { parseYamlValue } from '../yaml/read-nodes.ts'

/** A file of messages in JSON or YAML; offsets count from the start of `text`, after the byte order mark. */
export interface MessageFile {
  readonly syntax: 'json' | 'yaml'
  readonly bom: string
  readonly text: string
  /** Whether the messages are a list, and have their IDs in them; otherwise the IDs are keys. */
  readonly isList: boolean
  /** The whole value. */
  readonly start: number
  readonly end: number
  /** All elements of the list or map, and the messages among them. */
  readonly elements: readonly Element[]
  readonly items: readonly Item[]
}

/** An element of the list, or a member of the map with its key. */
export interface Element {
  readonly start: number
  readonly end: number
}

export interface Item extends Element {
  readonly id: string
  /** The map with the forms; absent for a text. */
  readonly holder: MapNode | undefined
  /** By category; a text is the form `other`. */
  readonly forms: ReadonlyMap<string, TextNode>
  readonly fields: ReadonlyMap<string, Member>
  /** Where the value of the text or of the forms begins, behind its colon. */
  readonly lead: number
  /** Written in brackets. */
  readonly isInline: boolean
}

/** @throws AppError `invalid_input` with line and column */
export function parseMessages(file: string): MessageFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = file.slice(bom.length)
  const syntax = /^\s*(?:[[{]|$)/.test(text.slice(0, 1_000)) ? 'json' : 'yaml'
  const root = syntax === 'json' ? toTree(parseJson(text, undefined, true).root) : parseYamlValue(text, 'core')
  const fault = (offset: number, what: string, fix: string) =>
    fileFault(syntax === 'json' ? 'JSON' : 'YAML', text, offset, what, fix)
  if (root !== undefined && root.kind !== 'list' && root.kind !== 'map') {
    throw fault(root.start, 'the root is neither a list nor a map of messages', 'Write a list of messages with an id.')
  }
  const elements: Element[] = []
  const items: Item[] = []
  const add = (value: TreeNode, start: number, lead: number, key?: string): void => {
    const element = { start, end: syntax === 'yaml' ? findLineEnd(text, value.end) : value.end }
    elements.push(element)
    const item = toItem(value, lead, key)
    if (item === undefined) return
    if (items.length === MAX_ENTRIES)
      throw fault(start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    items.push({ ...element, ...item })
  }
  if (root?.kind === 'list') for (const value of root.items) add(value, value.start, value.start)
  if (root?.kind === 'map') for (const { name, keyStart, lead, value } of root.members) add(value, keyStart, lead, name)
  const { start = text.length, end = text.length } = root ?? {}
  return { syntax, bom, text, isList: root?.kind === 'list', start, end, elements, items }
}

function toTree(node: Node): TreeNode {
  const span = { start: node.offset, end: getNodeEnd(node) }
  if (node.type === 'string') return { kind: 'text', value: String(node.value), style: 'double', ...span }
  if (node.type === 'array') {
    return { kind: 'list', items: (node.children ?? []).map(toTree), isInline: true, ...span }
  }
  if (node.type !== 'object') return { kind: 'fixed', isNull: node.type === 'null', isScalar: true, ...span }
  const members = listProperties(node).map(({ name, key, value }): Member => {
    const place = { keyStart: key.offset, keyEnd: getNodeEnd(key), firstLine: key.offset, lead: value.offset }
    return { name, ...place, value: toTree(value) }
  })
  return { kind: 'map', members, isInline: true, ...span }
}

/** The end of the last line of a value in YAML, with the comment on it and without its line break. */
export function findLineEnd(text: string, end: number): number {
  const newline = text.indexOf('\n', Math.max(0, end - 1))
  const at = newline === -1 ? text.length : newline
  return text[at - 1] === '\r' ? at - 1 : at
}

/** Reads a message: a text, or a map that has the forms itself (version 2) or in `translation` (version 1). */
function toItem(value: TreeNode, lead: number, key: string | undefined): Omit<Item, 'start' | 'end'> | undefined {
  if (value.kind === 'text') {
    return key === undefined
      ? undefined
      : { id: key, holder: undefined, forms: new Map([['other', value]]), fields: new Map(), lead, isInline: false }
  }
  if (value.kind !== 'map') return undefined
  const { isInline } = value
  const fields = new Map(value.members.map(member => [member.name, member]))
  const own = fields.get('id')?.value
  const id = key ?? (own?.kind === 'text' ? own.value : undefined)
  const translation = fields.get('translation')
  if (id === undefined || id === '') return undefined
  if (translation?.value.kind === 'text') {
    const forms = new Map([['other', translation.value]])
    return { id, holder: undefined, forms, fields, lead: translation.lead, isInline }
  }
  const holder = translation?.value.kind === 'map' ? translation.value : value
  const forms = new Map<string, TextNode>()
  for (const category of CATEGORY_ORDER) {
    const form = holder.members.find(({ name }) => name === category)?.value
    if (form?.kind === 'text') forms.set(category, form)
  }
  return forms.size === 0 ? undefined : { id, holder, forms, fields, lead: translation?.lead ?? lead, isInline }
}

/** Whether a message has forms besides the general one. */
export const isPlural = ({ forms }: Item): boolean =>
  [...forms.keys()].some(name => name !== 'other' && isCategory(name))

export const toMessage = (item: Item): Message =>
  isPlural(item)
    ? Object.fromEntries([...item.forms].map(([category, { value }]) => [category, value]))
    : (item.forms.get('other')?.value ?? '')

/** The text of a field. */
export function getField({ fields }: Item, name: string): string {
  const value = fields.get(name)?.value
  return value?.kind === 'text' ? value.value : ''
}

/** Maximum keys that are reported as duplicates. */
const MAX_DUPLICATES = 20

/**
 * The first message of each ID, and the lines of IDs that occur twice.
 * @throws AppError `invalid_input` with line and column for two messages of an ID that differ
 */
export function groupById({ syntax, text, items }: MessageFile) {
  const first = new Map<string, Item>()
  const duplicates = new Map<string, readonly [number, number]>()
  for (const item of items) {
    const before = first.get(item.id)
    if (before === undefined) first.set(item.id, item)
    else if (JSON.stringify(toMessage(before)) !== JSON.stringify(toMessage(item))) {
      const what = `the message ${echo(JSON.stringify(item.id.slice(0, 60)))} occurs twice with different texts`
      throw fileFault(syntax === 'json' ? 'JSON' : 'YAML', text, item.start, what, 'Remove one of them.')
    } else if (duplicates.size < MAX_DUPLICATES && !duplicates.has(item.id)) {
      duplicates.set(item.id, [positionAt(text, before.start).line, positionAt(text, item.start).line])
    }
  }
  return { first, duplicates }
}
