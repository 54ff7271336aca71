import { isCategory } from '../../locales/plural-rules.ts'
import type { MapNode } from './node.ts'
import type { Role } from './outline.ts'
import { hasEnoughForms } from './plurals.ts'

/** Keys beside the plural forms of a message of go-i18n. */
const FIELDS: ReadonlySet<string> = new Set(['id', 'description', 'hash', 'leftDelim', 'rightDelim'])
/** Fields that the translation needs, too. */
const COPIED_FIELDS: ReadonlySet<string> = new Set(['leftDelim', 'rightDelim'])

export const isCopiedField = (name: string): boolean => COPIED_FIELDS.has(name)

/** Returns whether the root has only messages of go-i18n, such as those of Hugo; or texts, too, if a message has a field that shows it. */
export function hasOnlyMessages({ members }: MapNode): boolean {
  const maps = members.flatMap(({ value }) => (value.kind === 'map' ? [value] : []))
  if (maps.length === 0 || !maps.every(isMessage)) return false
  if (maps.length === members.length) return true
  const isShown = maps.some(map => map.members.some(({ name }) => FIELDS.has(name)))
  return isShown && members.every(({ value }) => value.kind === 'map' || value.kind === 'text')
}

/** Returns the role of a message of go-i18n; undefined for other maps. With `other` alone, the message is a string. */
export function findMessageRole(map: MapNode): Role | undefined {
  if (!isMessage(map)) return undefined
  return map.members.some(({ name }) => name !== 'other' && isCategory(name)) ? 'plural' : 'single'
}

/** Returns whether a map is a message of go-i18n: its forms, and fields beside them. */
export const isMessage = ({ members }: MapNode): boolean =>
  hasEnoughForms(members.map(({ name }) => name)) &&
  members.every(({ name, value }) => value.kind === 'text' && (isCategory(name) || FIELDS.has(name)))
