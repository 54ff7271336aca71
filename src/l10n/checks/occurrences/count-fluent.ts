import { type FluentPart, type FluentValue, isNumber, isPluralSelect } from '../../message/fluent/parts.ts'
import { BARE } from './compare.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

/** Counts what a Fluent text prints. `isExact` tells whether a plural category is for a single number. */
export function countFluentParts(
  parts: readonly FluentPart[],
  text: string,
  isExact: (category: string) => boolean,
): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') printValue(tally, part, text)
    if (part.kind !== 'select') continue
    const isPlural = isPluralSelect(part)
    const { key } = part.selector
    const raw = text.slice(part.start, text.indexOf('->', part.start) + '->'.length)
    // Each language has terms with attributes of its own. With `other` alone, nothing is chosen.
    const isChoice = part.variants.some(({ name }) => name !== 'other')
    if (key !== undefined && isChoice) tally.choose(key, part.start, isPlural ? 'plural' : 'select', { raw })
    const printed = part.variants.filter(({ parts: inner }) => !isEmpty(inner))
    const branches = printed.map(({ name, isDefault, parts: inner }) => ({
      of: countFluentParts(inner, text, isExact),
      exact: isPlural && !isDefault && (isNumber(name) || isExact(name)),
    }))
    tally.append(mergeBranches(branches))
  }
  return tally.occurrences
}

/** Whether a variant prints nothing on purpose: `[zero] { "" }`. */
const isEmpty = (parts: readonly FluentPart[]): boolean =>
  parts.every(part => part.kind === 'value' && part.type === 'literal')

function printValue(tally: Tally, { key, type, format, start, end }: FluentValue, text: string): void {
  if (key === undefined) return
  const raw = text.slice(start, end)
  // A date without a function is a date, too, so that only two functions have a meaning.
  const styles = format === '' ? { format: BARE } : { meaning: type === 'argument' ? format : type, format }
  tally.print(key, start, type === 'date' ? 'argument' : type, { raw, ...styles })
}
