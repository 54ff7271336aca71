import { TYPE } from '@formatjs/icu-messageformat-parser'
import { joinPlural, splitAtChoice, toPlural } from '../plural-message.ts'

/** An ICU message with one choice at top level, as one full sentence per branch. */
export interface ChoiceMessage {
  readonly argument: string
  readonly type: 'cardinal' | 'ordinal' | 'select'
  /** The sentences of the branches: exact numbers (`=0`) and plural categories, or the cases of a select. */
  readonly forms: Readonly<Record<string, string>>
}

/** Splits an ICU message that has exactly one plural, selectordinal or select at top level; undefined for all others. See `splitPlural`. */
export function splitChoice(text: string): ChoiceMessage | undefined {
  const split = /,\s*(?:plural|selectordinal|select)\s*,/.test(text) ? splitAtChoice(text) : undefined
  if (split?.choice.type !== TYPE.select) return split && toPlural(split)
  return { argument: split.choice.value, type: 'select', forms: split.forms }
}

/** Writes the sentences of a choice as an ICU message. Apostrophes that would quote are doubled. */
export function joinChoice({ argument, type, forms }: ChoiceMessage): string {
  const plural = joinPlural({ argument, type: type === 'ordinal' ? 'ordinal' : 'cardinal', forms })
  // Both write branches alike; only the keyword differs.
  return type === 'select' ? plural.replace(', plural,', ', select,') : plural
}
