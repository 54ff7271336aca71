import type { Node } from 'jsonc-parser'
import { groupBy } from '../../groups.ts'
import { fileFault } from '../faults.ts'
import { getNodeEnd, listProperties, parseJson } from '../json/tree.ts'
import { findLines } from '../repeated-keys.ts'
import { findRepetitions } from '../tree/conflicts.ts'
import type { OutlinedFile } from '../tree/entries.ts'
import type { ListNode, MapNode, Member, TextNode, TreeNode } from '../tree/node.ts'
import { findForms, type PluralShape, type TextShape } from '../tree/outline.ts'
import { parseYamlValue } from '../yaml/read-nodes.ts'

/** A file of messages in JSON or YAML; offsets count from the start of `text`, after the byte order mark. */
export interface MessageFile {
  readonly name: 'JSON' | 'YAML'
  readonly bom: string
  readonly text: string
  /** The list of messages, which have their IDs in them; or the map whose keys are the IDs. */
  readonly root: TreeNode | undefined
  /** All elements of the list or map. */
  readonly elements: readonly Element[]
  /** The list or map, and then what is in it. */
  readonly groups: readonly Group[]
  readonly items: readonly Item[]
}

/** An element of the list, or a member of the map with its key. */
export interface Element {
  readonly start: number
  readonly end: number
}

/** The list, or a map of messages. Their IDs begin with the names of the maps that they are in. */
export interface Group {
  readonly names: readonly string[]
  readonly elements: Element[]
  /** The group as an element, and what it is in; absent for the root. */
  readonly own?: Element
  readonly within?: Group
}

export interface Item extends Element {
  readonly id: string
  /** The keys on the way, and its own; an element of a list has none. */
  readonly names: readonly string[]
  readonly group: Group
  readonly node: MapNode | TextNode
  /** The map with the forms; absent for a text. */
  readonly holder: MapNode | undefined
  /** By category; a text is the form `other`. */
  readonly forms: ReadonlyMap<string, TextNode>
  readonly fields: ReadonlyMap<string, Member>
  /** Where the value of the text or of the forms begins, behind its colon. */
  readonly lead: number
}

/** @throws AppError `invalid_input` with line and column */
export function parseMessages(file: string): MessageFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = file.slice(bom.length)
  const format = /^\s*(?:[[{]|$)/.test(text.slice(0, 1_000)) ? 'JSON' : 'YAML'
  const root = format === 'JSON' ? toTree(parseJson(text, undefined, true).root) : parseYamlValue(text, 'core')
  if (root !== undefined && root.kind !== 'list' && root.kind !== 'map') {
    const what = 'the root is neither a list nor a map of messages'
    throw fileFault(format, text, root.start, what, 'Write a list of messages with an id.')
  }
  const groups: Group[] = []
  const items: Item[] = []
  const add = (group: Group, value: TreeNode, start: number, lead: number, name?: string): void => {
    const own = { start, end: format === 'YAML' ? findLineEnd(text, value.end) : value.end }
    group.elements.push(own)
    const names = [...group.names, name ?? String(start)]
    const item = toItem(value, lead, name === undefined ? undefined : names.join('.'))
    if (item !== undefined) items.push({ ...own, ...item, names, group })
    else if (value.kind === 'map' && name !== undefined) addAll(value, { names, elements: [], own, within: group })
  }
  const addAll = (node: MapNode | ListNode, group: Group): void => {
    groups.push(group)
    if (node.kind === 'list') for (const value of node.items) add(group, value, value.start, value.start)
    else for (const { name, keyStart, lead, value } of node.members) add(group, value, keyStart, lead, name)
  }
  const top: Group = { names: [], elements: [] }
  if (root !== undefined) addAll(root, top)
  return { name: format, bom, text, root, elements: top.elements, groups, items }
}

function toTree(node: Node): TreeNode {
  const span = { start: node.offset, end: getNodeEnd(node) }
  if (node.type === 'string') return { kind: 'text', value: String(node.value), style: 'double', ...span }
  if (node.type === 'array') return { kind: 'list', items: (node.children ?? []).map(toTree), isInline: true, ...span }
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
function toItem(node: TreeNode, lead: number, key?: string): Omit<Item, keyof Element | 'names' | 'group'> | undefined {
  if (node.kind === 'text' && key !== undefined) {
    return { id: key, node, holder: undefined, forms: new Map([['other', node]]), fields: new Map(), lead }
  }
  if (node.kind !== 'map') return undefined
  const fields = new Map(node.members.map(member => [member.name, member]))
  const id = key ?? getField({ fields }, 'id')
  const translation = key === undefined ? fields.get('translation') : undefined
  if (id === '') return undefined
  if (translation?.value.kind === 'text') {
    const forms = new Map([['other', translation.value]])
    return { id, node, holder: undefined, forms, fields, lead: translation.lead }
  }
  const holder = translation?.value.kind === 'map' ? translation.value : node
  const forms = findForms(holder)
  return forms.size === 0 ? undefined : { id, node, holder, forms, fields, lead: translation?.lead ?? lead }
}

/** Whether a message has forms besides the general one. */
export const isPlural = ({ forms }: Item): boolean => [...forms.keys()].some(name => name !== 'other')

export function getField({ fields }: Pick<Item, 'fields'>, name: string): string {
  const value = fields.get(name)?.value
  return value?.kind === 'text' ? value.value : ''
}

/** A file with the first message of each ID. */
export interface Outline extends OutlinedFile {
  readonly first: ReadonlyMap<string, Item>
}

/** Outlines a file. The source decides whether a message has forms. */
export function outlineMessages({ name, text, items }: MessageFile, source?: Outline): Outline {
  const groups = groupBy(items, ({ id }) => id)
  const conflicts = items.flatMap(({ node }) => findRepetitions(text, node).conflicts)
  for (const spans of groups.values()) {
    const [one] = spans
    const other = spans.find(item => showForms(item) !== showForms(one))
    if (other !== undefined) conflicts.push({ spans, findLines: () => findLines(text, one.start, other.start) })
  }
  const first = new Map([...groups].map(([id, [item]]) => [id, item]))
  const shapes = items.map(item => toShape(item, source?.first.get(item.id) ?? item))
  const node = { kind: 'list' as const, items: [], isInline: true, start: 0, end: 0 }
  const hasDuplicates = conflicts.length > 0 || first.size < items.length
  return { name, text, root: { kind: 'list', items: shapes, node }, hasDuplicates, conflicts, first }
}

const showForms = ({ forms }: Item): string => JSON.stringify([...forms].map(([name, { value }]) => [name, value]))

/** `model` is the message of the source. */
export function toShape(item: Item, model = item): TextShape | PluralShape {
  const { id: key, node, forms, fields } = item
  if (node.kind === 'text') return { kind: 'text', key, value: node.value, node }
  const notes = [...fields.values()].map(({ note }) => note)
  const note = [...notes, getField(item, 'description')].filter(text => text !== undefined && text !== '').join('\n')
  return { kind: 'plural', key, node, forms, isSingle: !isPlural(item) || !isPlural(model), note }
}
