import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { MapNode } from './node.ts'
import { hasOnlyForms } from './outline.ts'

/** Returns whether a map holds the plural forms of one entry. A single `other` or `one` can be an ordinary key. */
export const hasForms = (map: MapNode): boolean =>
  map.members.length > 1 && hasOnlyForms(map) && hasEnoughForms(map.members.map(({ name }) => name))

/** Returns whether names include the forms of a plural: `other`, or `one` with `few` or `many`. `one` with `two` can be ordinary keys. */
export const hasEnoughForms = (names: readonly string[]): boolean =>
  names.includes('other') || (names.includes('one') && (names.includes('few') || names.includes('many')))

/** The forms of a message, in CLDR's order. A text from before its source had forms is the form `other`. */
export function toForms(value: Message): readonly (readonly [category: string, form: string])[] {
  if (typeof value === 'string') return [['other', value]]
  return CATEGORY_ORDER.flatMap(category => {
    const form = value[category]
    return form === undefined ? [] : [[category, form] as const]
  })
}
