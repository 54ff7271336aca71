import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { findQuotedSpans } from './apostrophes.ts'
import { parseIcuSource } from './icu.ts'

/** An ICU message with one plural argument, as one full sentence per branch. */
export interface PluralMessage {
  readonly argument: string
  readonly type: 'cardinal' | 'ordinal'
  /** The sentences of the exact branches (`=0`) and plural categories, in the order of the message. Apostrophes are not escaped; `#` prints the number. */
  readonly forms: Readonly<Record<string, string>>
}

/**
 * Splits an ICU message that has exactly one plural or selectordinal at top level. Returns undefined for all others: nested or several choices, offsets,
 * quoted syntax, `#` as text outside of the plural.
 */
export function splitPlural(text: string): PluralMessage | undefined {
  if (!/,\s*(?:plural|selectordinal)\s*,/.test(text) || findQuotedSpans(text).length > 0) return undefined
  const parsed = parseIcuSource(text)
  if (!parsed.ok) return undefined
  const at = parsed.ast.findIndex(element => element.type === TYPE.plural)
  const plural = parsed.ast[at]
  if (plural?.type !== TYPE.plural || plural.offset !== 0 || plural.location === undefined) return undefined
  const around = parsed.ast.filter((_, index) => index !== at)
  const branches = Object.entries(plural.options)
  if (!isSimple(around) || !branches.every(([, { value }]) => isSimple(value))) return undefined
  const before = text.slice(0, plural.location.start.offset)
  const after = text.slice(plural.location.end.offset)
  if (before.includes('#') || after.includes('#')) return undefined
  const forms: [string, string][] = []
  for (const [name, { location }] of branches) {
    if (location === undefined) return undefined
    const branch = text.slice(location.start.offset + 1, location.end.offset - 1)
    const sentence = [before, branch, after].map(part => part.replaceAll("''", "'")).join('')
    if (sentence.includes("''")) return undefined
    forms.push([name, sentence])
  }
  const type = plural.pluralType === 'ordinal' ? 'ordinal' : 'cardinal'
  return { argument: plural.value, type, forms: Object.fromEntries(forms) }
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
    if (element.type === TYPE.plural || element.type === TYPE.select) return false
    if (element.type === TYPE.tag) return isSimple(element.children)
    return !('style' in element && typeof element.style === 'string' && element.style.includes("'"))
  })
}
