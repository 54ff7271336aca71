import { createHash } from 'node:crypto'
import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { TargetEntry, WriteRequest } from '../format.ts'
import type { MapNode, TextNode } from './node.ts'
import { entriesIn, hasOnlyForms, type PluralShape, type Role, type Shape, type TextShape } from './outline.ts'

/** Returns whether a map holds the plural forms of one entry. A single `other` or `one` can be an ordinary key. */
export const hasForms = (map: MapNode): boolean =>
  map.members.length > 1 && hasOnlyForms(map) && hasEnoughForms(map.members.map(({ name }) => name))

/** Returns whether names include the forms of a plural: `other`, or `one` with `few` or `many`. `one` with `two` can be ordinary keys. */
const hasEnoughForms = (names: readonly string[]): boolean =>
  names.includes('other') || (names.includes('one') && (names.includes('few') || names.includes('many')))

/** The forms of a message, in CLDR's order. A text from before its source had forms is the form `other`. */
export function toForms(value: Message): readonly (readonly [category: string, form: string])[] {
  if (typeof value === 'string') return [['other', value]]
  return CATEGORY_ORDER.flatMap(category => {
    const form = value[category]
    return form === undefined ? [] : [[category, form] as const]
  })
}

/** Keys beside the plural forms of a message of go-i18n. */
const FIELDS: ReadonlySet<string> = new Set(['id', 'description', 'hash', 'leftDelim', 'rightDelim'])
/** Fields that the translation needs, too. */
const COPIED_FIELDS: ReadonlySet<string> = new Set(['leftDelim', 'rightDelim'])

export const isCopiedField = (name: string): boolean => COPIED_FIELDS.has(name)

/**
 * Returns whether a file has only messages of go-i18n, such as those of Hugo; or texts, too, if a field or `isMarked` shows it. In groups, which have no text with
 * the name of a form or field, one `description` beside `other` can be an ordinary section.
 */
export function hasOnlyMessages(root: MapNode, isMarked = false): boolean {
  let [messages, fields, groups] = [0, 0, 0]
  const isFitting = (map: MapNode): boolean =>
    map.members.every(({ name, value }) => {
      if (value.kind !== 'map')
        return value.kind === 'text' && (map === root || !(isCategory(name) || FIELDS.has(name)))
      if (!isMessage(value)) {
        groups += 1
        return isFitting(value)
      }
      messages += 1
      if (value.members.some(member => FIELDS.has(member.name))) fields += value.members.length - 1
      return true
    })
  if (!isFitting(root) || messages === 0) return false
  return groups > 0 ? fields > 1 : isMarked || fields > 0 || messages === root.members.length
}

/** Returns the role of a message of go-i18n; undefined for other maps. With `other` alone, the message is a string. */
export function findMessageRole(map: MapNode): Role | undefined {
  if (!isMessage(map)) return undefined
  return map.members.some(({ name }) => name !== 'other' && isCategory(name)) ? 'plural' : 'single'
}

/** Returns whether a map is a message of go-i18n: its forms, and fields beside them. */
const isMessage = ({ members }: MapNode): boolean =>
  hasEnoughForms(members.map(({ name }) => name)) &&
  members.every(({ name, value }) => value.kind === 'text' && (isCategory(name) || FIELDS.has(name)))

/** Returns the hash of the source for a message of a target file that has one, or is new in a file with hashes. */
export type Hasher = (shape: TextShape | PluralShape) => string | undefined

/** `target` is the file in whose style messages are written; `isBase` whether it is also the file that is written. */
export function createHasher(
  target: Shape | undefined,
  isBase: boolean,
  { stale, states }: Pick<WriteRequest, 'stale' | 'states'>,
): Hasher {
  const stated = listHashes(target)
  const known = new Set(isBase && target !== undefined ? entriesIn(target).map(({ key }) => key) : [])
  return shape => {
    const { key } = shape
    if (stated.size === 0 || (known.has(key) && !stated.has(key))) return undefined
    return stale?.has(key) === true || states?.get(key) === 'needs_review' ? undefined : hashShape(shape)
  }
}

/** Says of the translations whose file has a hash for them whether they are for the source of now. */
export function markSources(entries: readonly TargetEntry[], target: Shape, source?: Shape): readonly TargetEntry[] {
  const stated = listHashes(target)
  if (source === undefined || stated.size === 0) return entries
  const right = new Map(entriesIn(source).map(shape => [shape.key, hashShape(shape)]))
  return entries.map(entry => {
    const [own, hash] = [stated.get(entry.key), right.get(entry.key)]
    return own === undefined || hash === undefined ? entry : { ...entry, ofSource: own === hash ? 'present' : 'other' }
  })
}

const listHashes = (root: Shape | undefined): ReadonlyMap<string, string> =>
  new Map(
    (root === undefined ? [] : entriesIn(root)).flatMap(shape => {
      const hash = shape.kind === 'plural' ? findField(shape.node.members, 'hash') : undefined
      return hash === undefined ? [] : [[shape.key, hash.value]]
    }),
  )

/** The hash of a source message of go-i18n. `goi18n merge` drops a translation that has the hash of another source. */
function hashShape(shape: TextShape | PluralShape): string {
  const description = shape.kind === 'text' ? undefined : findField(shape.node.members, 'description')?.value
  const other = shape.kind === 'text' ? shape.value : shape.forms.get('other')?.value
  return `sha1-${createHash('sha1')
    .update(`${description ?? ''}${other ?? ''}`)
    .digest('hex')}`
}

function findField(members: PluralShape['node']['members'], name: string): TextNode | undefined {
  const value = members.find(member => member.name === name)?.value
  return value?.kind === 'text' ? value : undefined
}
