import type { MapNode } from '../tree/node.ts'
import { hasOnlyForms } from '../tree/outline.ts'

/** Returns whether a map holds the plural forms of one entry. A single `other` or `one`, and `one` with `two`, can be ordinary keys. */
export function hasForms(map: MapNode): boolean {
  if (map.members.length < 2 || !hasOnlyForms(map)) return false
  const has = (category: string): boolean => map.members.some(({ name }) => name === category)
  return has('other') || (has('one') && (has('few') || has('many')))
}
