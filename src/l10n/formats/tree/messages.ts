import { isCategory } from '../../locales/plural-rules.ts'
import type { MapNode } from './node.ts'
import type { Role } from './outline.ts'
import { hasEnoughForms } from './plurals.ts'

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
