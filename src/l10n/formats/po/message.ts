import type { Message } from '../../message/message.ts'
import type { PoEntry } from './entries.ts'

/** What an entry says in its language; undefined where it says nothing. */
export function readMessage({ plural, texts }: PoEntry, categories: readonly string[]): Message | undefined {
  if (plural === undefined) return texts[0].value === '' ? undefined : texts[0].value
  const forms = texts.flatMap(({ value }, form) => {
    const category = categories[form]
    return value === '' || category === undefined ? [] : [[category, value] as const]
  })
  return forms.length === 0 ? undefined : Object.fromEntries(forms)
}

/**
 * The texts of an entry for a message, one for each form that the file has. A message of another kind than the entry, left from a source that had no plural
 * or had one, still gives every form a text: an empty one would show the source.
 */
export function toFormTexts(value: Message, isPlural: boolean, categories: readonly string[]): string[] {
  if (typeof value === 'string') return isPlural ? categories.map(() => value) : [value]
  const general = value['other'] ?? value['many'] ?? Object.values(value)[0] ?? ''
  return isPlural ? categories.map(category => value[category] ?? general) : [general]
}
