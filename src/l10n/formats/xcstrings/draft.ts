import type { Node } from 'jsonc-parser'
import { encodeString, getNodeText, type JsonStyle } from '../json/style.ts'
import { getNodeEnd, type JsonTree, listProperties } from '../json/tree.ts'
import type { Edit } from '../splice.ts'

/** An object that changes: its members are nodes of the file, JSON of new values, or changed objects. */
export interface Draft {
  readonly node: Node | undefined
  readonly members: Map<string, Part>
}

type Part = Node | string | Draft

/** Opens an object of the file for changes. */
export const openNode = (node: Node): Draft => ({
  node,
  members: new Map(listProperties(node).map(({ name, value }) => [name, value])),
})

const isDraft = (part: Part | undefined): part is Draft => typeof part === 'object' && 'members' in part

/** Opens a member for changes, and adds it if it is missing. */
export function openMember(draft: Draft, name: string): Draft {
  const opened = findMember(draft, name) ?? { node: undefined, members: new Map() }
  draft.members.set(name, opened)
  return opened
}

/** Opens a member for changes; undefined if it is not an object. */
export function findMember(draft: Draft, name: string): Draft | undefined {
  const part = draft.members.get(name)
  if (part === undefined || typeof part === 'string') return undefined
  if (isDraft(part)) return part
  if (part.type !== 'object') return undefined
  const opened = openNode(part)
  draft.members.set(name, opened)
  return opened
}

/** Copies an object to another depth, where it is indented anew. */
export function copyDraft(tree: JsonTree, part: Part): Part {
  if (typeof part === 'string') return part
  if (!isDraft(part)) return part.type === 'object' ? copyDraft(tree, openNode(part)) : getNodeText(tree, part)
  return { node: undefined, members: new Map([...part.members].map(([name, value]) => [name, copyDraft(tree, value)])) }
}

/** Xcode sorts all names like the Finder: numbers by their value. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** Orders the names of an object: those of the file keep their order, and new ones go to their sorted place. */
function orderNames(names: Iterable<string>, isKnown: (name: string) => boolean): readonly string[] {
  const kept: string[] = []
  const added: string[] = []
  for (const name of names) (isKnown(name) ? kept : added).push(name)
  if (added.length === 0) return kept
  const rest = added.toSorted(compare).values()
  const ordered: string[] = []
  let next = rest.next()
  for (const name of kept) {
    for (; next.done !== true && compare(next.value, name) < 0; next = rest.next()) ordered.push(next.value)
    ordered.push(name)
  }
  for (; next.done !== true; next = rest.next()) ordered.push(next.value)
  return ordered
}

/** Prints a changed object. What did not change has the bytes of the file, with the white space before it. */
export function printDraft(tree: JsonTree, style: JsonStyle, draft: Draft, indent: string): string {
  const { text } = tree
  const { node, members } = draft
  const layout = node === undefined ? NO_LAYOUT : readLayout(text, node)
  const lead = layout.lead ?? (style.multiline ? style.eol + indent + style.indent : '')
  const inner = style.multiline ? lead.slice(lead.lastIndexOf('\n') + 1) : ''
  const parts: string[] = []
  for (const name of orderNames(members.keys(), one => layout.properties.has(one))) {
    const part = members.get(name) ?? '{}'
    const known = layout.properties.get(name)
    const head = known === undefined ? encodeString(name, style) + style.colon : text.slice(known.start, known.value)
    const value =
      typeof part === 'string' ? part : isDraft(part) ? printDraft(tree, style, part, inner) : getNodeText(tree, part)
    parts.push((known?.lead ?? (parts.length > 0 ? layout.nextLead : undefined) ?? lead) + head + value)
  }
  const tail = layout.tail ?? (style.multiline ? style.eol + indent : '')
  if (parts.length > 0) return `{${parts.join(',')}${tail}}`
  if (node !== undefined && layout === NO_LAYOUT) return getNodeText(tree, node)
  // Xcode leaves a line free in an empty object.
  return style.multiline ? `{${style.eol}${style.eol}${indent}}` : '{}'
}

/** Replaces a string of the catalog by what it became, without an empty object for its localizations. */
export function replaceString(tree: JsonTree, style: JsonStyle, node: Node, draft: Draft): Edit {
  if (findMember(draft, 'localizations')?.members.size === 0) draft.members.delete('localizations')
  const indent = style.multiline ? style.indent.repeat(2) : ''
  return { start: node.offset, end: getNodeEnd(node), text: printDraft(tree, style, draft, indent) }
}

interface Layout {
  readonly properties: ReadonlyMap<string, { readonly lead: string; readonly start: number; readonly value: number }>
  /** The white space before the first property. */
  readonly lead?: string
  /** The white space before the second property. */
  readonly nextLead?: string | undefined
  /** The white space after the last property. */
  readonly tail?: string
}

const NO_LAYOUT: Layout = { properties: new Map() }

function readLayout(text: string, node: Node): Layout {
  const properties = new Map<string, { lead: string; start: number; value: number }>()
  let end = node.offset + 1
  for (const { name, node: property, value } of listProperties(node)) {
    const lead = text.slice(end, property.offset)
    properties.set(name, { lead: lead.slice(lead.indexOf(',') + 1), start: property.offset, value: value.offset })
    end = getNodeEnd(property)
  }
  const [first, second] = properties.values()
  if (first === undefined) return NO_LAYOUT
  return { properties, lead: first.lead, nextLead: second?.lead, tail: text.slice(end, getNodeEnd(node) - 1) }
}
