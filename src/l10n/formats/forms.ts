import { CATEGORY_ORDER } from '../locales/plural-rules.ts'
import type { Message } from '../message/message.ts'

/** The forms of a message, in CLDR's order. A text from before its source had forms is the form `other`. */
export function toForms(value: Message): readonly (readonly [category: string, form: string])[] {
  if (typeof value === 'string') return [['other', value]]
  return CATEGORY_ORDER.flatMap(category => {
    const form = value[category]
    return form === undefined ? [] : [[category, form] as const]
  })
}
