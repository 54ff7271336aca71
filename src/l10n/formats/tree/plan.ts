import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import { isBlankText, type Message } from '../../message/message.ts'
import { type Values } from '../format.ts'
import type { MapNode, Member, TextNode, TreeNode } from './node.ts'
import type { MapShape, PluralShape, Role, Shape } from './outline.ts'
import { type Hasher, isCopiedField } from './plurals.ts'

/** What a target file should have: the outline of the source with the values of the locale. */
export type Wanted = WantedText | WantedMap | WantedList | WantedFixed | WantedAlias

export interface WantedText {
  readonly kind: 'text'
  readonly text: string
  readonly model?: TextNode | undefined
  readonly anchor?: string | undefined
  /** The hash of the source, for a target that has a map with one in place of the text. */
  readonly hash?: string | undefined
}

export interface WantedMap {
  readonly kind: 'map'
  readonly members: readonly WantedMember[]
  readonly model?: TreeNode | undefined
  /** Set if the map is an entry. If it has plural forms, the other forms of the target are removed. */
  readonly role?: Role | undefined
}

export interface WantedList {
  readonly kind: 'list'
  /** An element without a value is undefined. */
  readonly items: readonly (Wanted | undefined)[]
  readonly model: TreeNode
}

/** A value other than a string, or a blank string, for a new file. */
export interface WantedFixed {
  readonly kind: 'fixed'
  readonly model: TreeNode
  /** Whether an entry that is new in an existing file has it, too. */
  readonly isNeeded?: boolean
}

/** Refers to an earlier value of the file, or is its text where the file lacks that. */
export interface WantedAlias {
  readonly kind: 'alias'
  readonly name: string
  readonly text?: string | undefined
}

export interface WantedMember {
  readonly name: string
  /** Absent without a value; the place of the key still counts. */
  readonly wanted: Wanted | undefined
  /** The member of the source; absent for a plural form that only the target language has. */
  readonly model?: Member | undefined
}

/** Plans a target file from the outline of the source. Of a key that occurs twice, the first place is used. */
export function planMap(shape: MapShape, values: Values, hashOf: Hasher = () => undefined): WantedMap {
  const names = new Set<string>()
  const members = shape.members.flatMap(({ member, shape: of }): WantedMember[] => {
    const { name } = member
    if (names.has(name)) return []
    names.add(name)
    return [{ name, wanted: plan(of, values, hashOf), model: member }]
  })
  return { kind: 'map', members, model: shape.node }
}

function plan(shape: Shape, values: Values, hashOf: Hasher): Wanted | undefined {
  switch (shape.kind) {
    case 'text': {
      const { node } = shape
      const text = toText(values.get(shape.key))
      if (text === undefined) return isBlankText(shape.value) ? { kind: 'fixed', model: node } : undefined
      const model = node.kind === 'text' ? node : undefined
      return { kind: 'text', text, model, anchor: node.anchor, hash: hashOf(shape) }
    }
    case 'plural':
      return planPlural(shape, values.get(shape.key), hashOf)
    case 'map':
      return planMap(shape, values, hashOf)
    case 'list':
      return { kind: 'list', items: shape.items.map(item => plan(item, values, hashOf)), model: shape.node }
    case 'other': {
      const { node, key } = shape
      if (node.kind !== 'alias') return { kind: 'fixed', model: node }
      const text = key === undefined ? undefined : toText(values.get(key))
      return { kind: 'alias', name: node.name, text }
    }
  }
}

/** A stale translation can have forms that its source no longer has. */
function toText(value: Message | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return value['other'] ?? Object.values(value).at(-1)
}

function planPlural(shape: PluralShape, value: Message | undefined, hashOf: Hasher): WantedMap | undefined {
  const { node, forms: own, isSingle } = shape
  const forms: Message | undefined = isSingle || typeof value === 'string' ? asOther(toText(value)) : value
  if (forms === undefined || typeof forms === 'string' || Object.keys(forms).length === 0) return undefined
  const models = new Map(node.members.map(member => [member.name, member]))
  const members: WantedMember[] = []
  for (const member of node.members) {
    if (!isCopiedField(member.name)) continue
    members.push({ name: member.name, wanted: { kind: 'fixed', model: member.value, isNeeded: true }, model: member })
  }
  const hash = hashOf(shape)
  if (hash !== undefined) members.push({ name: 'hash', wanted: { kind: 'text', text: hash } })
  for (const name of CATEGORY_ORDER) {
    const text = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (text === undefined) continue
    members.push({
      name,
      wanted: { kind: 'text', text, model: own.get(name) ?? own.get('other') },
      model: models.get(name),
    })
  }
  return { kind: 'map', members, model: node, role: isSingle ? 'single' : 'plural' }
}

const asOther = (text: string | undefined): Message | undefined => (text === undefined ? undefined : { other: text })

/** Returns whether a wanted value is complete: lists and what is in them are written with all their strings, or not at all. */
export function isComplete(wanted: Wanted | undefined): wanted is Wanted {
  if (wanted === undefined) return false
  if (wanted.kind === 'list') return wanted.items.every(isComplete)
  return wanted.kind !== 'map' || wanted.members.every(member => isComplete(member.wanted))
}

/** Returns whether a wanted value has a string with a translation. An existing file gets nothing else from its source. */
export function hasText(wanted: Wanted | undefined): boolean {
  if (wanted?.kind === 'list') return wanted.items.some(hasText)
  if (wanted?.kind === 'map') return wanted.members.some(member => hasText(member.wanted))
  return wanted?.kind === 'text' || (wanted?.kind === 'alias' && wanted.text !== undefined)
}

/** Returns the string of an entry whose only form is `other`: a file can have it in place of the map. */
export function findOnlyForm({ role, members }: WantedMap): string | undefined {
  const forms = members.filter(({ name, wanted }) => wanted?.kind === 'text' && isCategory(name))
  const [only] = forms
  if (role === undefined || forms.length !== 1 || only?.name !== 'other') return undefined
  return only.wanted?.kind === 'text' ? only.wanted.text : undefined
}

const NO_MEMBERS: ReadonlySet<Member> = new Set()

/** Finds the plural forms of a target that the new value lacks, such as those of another language: they are removed. Empty ones are kept. */
export function findOtherForms({ role, members }: WantedMap, target: MapNode): ReadonlySet<Member> {
  if (role !== 'plural') return NO_MEMBERS
  const names = new Set(members.map(({ name }) => name))
  return new Set(
    target.members.filter(
      ({ name, value }) => value.kind === 'text' && value.value !== '' && isCategory(name) && !names.has(name),
    ),
  )
}
