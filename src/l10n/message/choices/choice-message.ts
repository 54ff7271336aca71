import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { findQuotedSpans } from '../apostrophes.ts'
import { parseIcuSource } from '../icu.ts'
import { joinPlural, splitPlural } from '../plural-message.ts'

/** An ICU message with one choice at top level, as one full sentence per branch. */
export interface ChoiceMessage {
  readonly argument: string
  readonly type: 'cardinal' | 'ordinal' | 'select'
  /** The sentences of the branches: exact numbers (`=0`) and plural categories, or the cases of a select. */
  readonly forms: Readonly<Record<string, string>>
}

/** Splits an ICU message that has exactly one plural, selectordinal or select at top level; undefined for all others. See `splitPlural`. */
export function splitChoice(text: string): ChoiceMessage | undefined {
  const plural = splitPlural(text)
  if (plural !== undefined) return plural
  if (!/,\s*select\s*,/.test(text) || findQuotedSpans(text).length > 0) return undefined
  const parsed = parseIcuSource(text)
  if (!parsed.ok) return undefined
  const [select, ...more] = parsed.ast.filter(({ type }) => type === TYPE.select || type === TYPE.plural)
  if (select?.type !== TYPE.select || select.location === undefined || more.length > 0) return undefined
  if (!isPlain(parsed.ast.filter(element => element !== select))) return undefined
  const before = text.slice(0, select.location.start.offset)
  const after = text.slice(select.location.end.offset)
  const forms: [string, string][] = []
  for (const [name, { value, location }] of Object.entries(select.options)) {
    if (location === undefined || !isPlain(value)) return undefined
    const branch = text.slice(location.start.offset + 1, location.end.offset - 1)
    const sentence = [before, branch, after].map(part => part.replaceAll("''", "'")).join('')
    if (sentence.includes("''")) return undefined
    forms.push([name, sentence])
  }
  return { argument: select.value, type: 'select', forms: Object.fromEntries(forms) }
}

/** Writes the sentences of a choice as an ICU message. Apostrophes that would quote are doubled. */
export function joinChoice({ argument, type, forms }: ChoiceMessage): string {
  const plural = joinPlural({ argument, type: type === 'ordinal' ? 'ordinal' : 'cardinal', forms })
  // Both write branches alike; only the keyword differs.
  return type === 'select' ? plural.replace(', plural,', ', select,') : plural
}

/** Whether elements have no choice, and no apostrophe inside of an argument, where it cannot be escaped. */
const isPlain = (elements: readonly MessageFormatElement[]): boolean =>
  elements.every(element => {
    if (element.type === TYPE.plural || element.type === TYPE.select) return false
    if (element.type === TYPE.tag) return isPlain(element.children)
    return !('style' in element && typeof element.style === 'string' && element.style.includes("'"))
  })
