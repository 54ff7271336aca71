import type { Message } from '../../message/message.ts'
import type { PoEntry } from './entries.ts'

/** Returns the translation of an entry; undefined if it is empty. */
export function readMessage({ plural, texts }: PoEntry, categories: readonly string[]): Message | undefined {
  if (plural === undefined) return texts[0].value === '' ? undefined : texts[0].value
  const forms = texts.flatMap(({ value }, form) => {
    const category = categories[form]
    return value === '' || category === undefined ? [] : [[category, value] as const]
  })
  return forms.length === 0 ? undefined : Object.fromEntries(forms)
}

/**
 * Returns the strings of an entry for a message, one per form of the file. A stale message that differs from the entry in having plural forms still fills
 * every form: an empty one would show the source string.
 */
export function toFormTexts(value: Message, isPlural: boolean, categories: readonly string[]): string[] {
  if (typeof value === 'string') return isPlural ? categories.map(() => value) : [value]
  const general = value['other'] ?? value['many'] ?? Object.values(value)[0] ?? ''
  return isPlural ? categories.map(category => value[category] ?? general) : [general]
}
