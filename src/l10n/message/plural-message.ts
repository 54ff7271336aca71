import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { findQuotedSpans } from './apostrophes.ts'
import { type IcuChoice, isChoice, parseIcuSource } from './icu.ts'

/** An ICU message with one plural argument, as one full sentence per branch. */
export interface PluralMessage {
  readonly argument: string
  readonly type: 'cardinal' | 'ordinal'
  /** The sentences of the exact branches (`=0`) and plural categories, in the order of the message. Apostrophes are not escaped; `#` prints the number. */
  readonly forms: Readonly<Record<string, string>>
}

/** A message with one choice at top level: its sentences, and what stands around the choice. */
interface SplitMessage {
  readonly choice: IcuChoice
  readonly around: string
  readonly forms: Readonly<Record<string, string>>
}

/**
 * Splits an ICU message that has exactly one plural or selectordinal at top level. Returns undefined for all others: nested or several choices, offsets,
 * quoted syntax, `#` as text outside of the plural.
 */
export function splitPlural(text: string): PluralMessage | undefined {
  const split = /,\s*(?:plural|selectordinal)\s*,/.test(text) ? splitAtChoice(text) : undefined
  return split && toPlural(split)
}

function toPlural({ choice, around, forms }: SplitMessage): PluralMessage | undefined {
  if (choice.type !== TYPE.plural || choice.offset !== 0 || around.includes('#')) return undefined
  return { argument: choice.value, type: choice.pluralType === 'ordinal' ? 'ordinal' : 'cardinal', forms }
}

function splitAtChoice(text: string): SplitMessage | undefined {
  if (findQuotedSpans(text).length > 0) return undefined
  const parsed = parseIcuSource(text)
  const choice = parsed.ok ? parsed.ast.find(isChoice) : undefined
  if (!parsed.ok || choice?.location === undefined) return undefined
  if (!isSimple(parsed.ast.filter(element => element !== choice))) return undefined
  const before = text.slice(0, choice.location.start.offset)
  const after = text.slice(choice.location.end.offset)
  const forms: [string, string][] = []
  for (const [name, { value, location }] of Object.entries(choice.options)) {
    if (location === undefined || !isSimple(value)) return undefined
    const branch = text.slice(location.start.offset + 1, location.end.offset - 1)
    const sentence = [before, branch, after].map(part => part.replaceAll("''", "'")).join('')
    if (sentence.includes("''")) return undefined
    forms.push([name, sentence])
  }
  return { choice, around: before + after, forms: Object.fromEntries(forms) }
}

/** Writes sentences as an ICU message. Apostrophes that would quote are doubled. */
export function joinPlural({ argument, type, forms }: PluralMessage): string {
  const branches = Object.entries(forms).map(([name, sentence]) => `${name} {${escapeApostrophes(sentence)}}`)
  return `{${argument}, ${type === 'ordinal' ? 'selectordinal' : 'plural'}, ${branches.join(' ')}}`
}

/** The end of a sentence is followed by a brace. */
const escapeApostrophes = (sentence: string): string =>
  sentence.replaceAll("''", "'").replaceAll(/'(?=[{}<>#]|$)/g, "''")

/** Whether elements have no choice, and no apostrophe inside of an argument, where it cannot be escaped. */
function isSimple(elements: readonly MessageFormatElement[]): boolean {
  return elements.every(element => {
    if (isChoice(element)) return false
    if (element.type === TYPE.tag) return isSimple(element.children)
    return !('style' in element && typeof element.style === 'string' && element.style.includes("'"))
  })
}

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
