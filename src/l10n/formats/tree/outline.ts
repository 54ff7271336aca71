import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import { childKey } from '../json/keys.ts'
import { joinNotes } from './comments.ts'
import type { AliasNode, ListNode, MapNode, Member, TextNode, TreeNode } from './node.ts'

/** The places of the entries of a file, in file order. */
export type Shape = TextShape | PluralShape | MapShape | ListShape | OtherShape

export interface TextShape {
  readonly kind: 'text'
  readonly key: string
  readonly value: string
  readonly node: TextNode | AliasNode
  readonly note?: string | undefined
}

/** A map whose texts are the plural forms of one entry, or one message with its description. */
export interface PluralShape {
  readonly kind: 'plural'
  readonly key: string
  readonly node: MapNode
  /** By category, in CLDR's order. */
  readonly forms: ReadonlyMap<string, TextNode>
  /** Whether `other` is the only form, and the entry a string. */
  readonly isSingle: boolean
  readonly note?: string | undefined
}

export interface MapShape {
  readonly kind: 'map'
  /** Absent at the root. */
  readonly key?: string | undefined
  readonly members: readonly { readonly member: Member; readonly shape: Shape }[]
  readonly node: MapNode
}

/** Written completely or not at all, because elements are named by position. */
export interface ListShape {
  readonly kind: 'list'
  readonly items: readonly Shape[]
  readonly node: ListNode
}

/** A value other than a string, or an alias; `key` is that of the string it stands for. */
export interface OtherShape {
  readonly kind: 'other'
  readonly node: TreeNode
  readonly key?: string | undefined
}

/** How a map of plural forms becomes an entry: with its forms, or as the string `other`. */
export type Role = 'plural' | 'single'

export interface OutlineRules {
  /** Whether keys are paths. */
  readonly isNested: boolean
  /** Decides whether a map with plural forms is an entry. */
  findRole(map: MapNode, key: string): Role | undefined
  /** Whether an alias of a string is an entry, as in target files. */
  readonly readsAliases?: boolean
}

export const hasOnlyForms = ({ members }: MapNode): boolean =>
  members.length > 0 && members.every(({ name, value }) => value.kind === 'text' && isCategory(name))

/** Outlines a file. A note above a section belongs to its first entry. */
export function buildOutline(root: MapNode, rules: OutlineRules): MapShape {
  const { isNested, readsAliases = false } = rules
  const anchored = new Map<TreeNode, string>()
  let pending: string | undefined
  const takeNote = (own: string | undefined): string | undefined => {
    const note = joinNotes(pending, own)
    pending = undefined
    return note
  }
  const buildMap = (node: MapNode, parent: string | undefined): MapShape => {
    const members = node.members.map(member => {
      const { name, value, note } = member
      return { member, shape: buildShape(value, childKey(parent, name, isNested), note) }
    })
    return { kind: 'map', key: parent, members, node }
  }
  const buildShape = (node: TreeNode, key: string, note: string | undefined): Shape => {
    if (node.kind === 'text') {
      if (node.anchor !== undefined) anchored.set(node, key)
      return { kind: 'text', key, value: node.value, node, note: takeNote(note) }
    }
    if (node.kind === 'alias') {
      if (readsAliases && node.of?.kind === 'text') return { kind: 'text', key, value: node.of.value, node }
      return { kind: 'other', node, key: node.of && anchored.get(node.of) }
    }
    if (node.kind === 'fixed' || !isNested) return { kind: 'other', node }
    if (node.kind === 'list') {
      pending = joinNotes(pending, note)
      const items = node.items.map((item, index) => buildShape(item, childKey(key, String(index), isNested), undefined))
      return { kind: 'list', items, node }
    }
    const role = rules.findRole(node, key)
    if (role === undefined) {
      pending = joinNotes(pending, note)
      return buildMap(node, key)
    }
    return toPlural(node, key, role, takeNote(note))
  }
  return buildMap(root, undefined)
}

/** The texts of the plural forms in a map, in CLDR's order. */
export function findForms({ members }: MapNode): Map<string, TextNode> {
  const forms = new Map<string, TextNode>()
  for (const category of CATEGORY_ORDER) {
    const value = members.findLast(({ name }) => name === category)?.value
    if (value?.kind === 'text') forms.set(category, value)
  }
  return forms
}

function toPlural(node: MapNode, key: string, role: Role, note: string | undefined): PluralShape {
  const forms = findForms(node)
  let all = note
  for (const { name, value, note: above } of node.members) {
    if (name === 'description' && value.kind === 'text') all = joinNotes(all, value.value)
    all = joinNotes(all, above)
  }
  return { kind: 'plural', key, node, forms, isSingle: role === 'single', note: all }
}

export function entriesIn(shape: Shape): (TextShape | PluralShape)[] {
  const found: (TextShape | PluralShape)[] = []
  const visit = (part: Shape): void => {
    if (part.kind === 'text' || part.kind === 'plural') found.push(part)
    else if (part.kind === 'map') for (const member of part.members) visit(member.shape)
    else if (part.kind === 'list') for (const item of part.items) visit(item)
  }
  visit(shape)
  return found
}
