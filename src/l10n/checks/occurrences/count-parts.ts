import { type BananaChoice, type BananaPart, listPositional } from '../../message/banana/parts.ts'
import { type FluentPart, type FluentValue, isNumber, isPluralSelect } from '../../message/fluent/parts.ts'
import { isExactBranch } from '../../message/java/choice.ts'
import type { JavaPart, JavaValue } from '../../message/java/parts.ts'
import { BARE } from './compare.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

/** Counts what a MediaWiki message prints, over all branches, and its links. */
export function countBananaParts(parts: readonly BananaPart[], text: string): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') tally.print(part.key, part.start, 'argument', { raw: part.key.trim() })
    if (part.kind !== 'choice') continue
    addHead(tally, part, text)
    // Only the last form must print the number: `plural_forms` knows which of the others are for one number.
    const last = part.type === 'plural' ? listPositional(part).at(-1) : undefined
    const branches = part.branches.map(branch => ({
      of: countBananaParts(branch.parts, text),
      exact: last !== undefined && branch !== last,
    }))
    tally.append(mergeBranches(branches))
  }
  return tally.occurrences
}

/** Adds what a choice is about. Languages without genders need no GENDER, and `plural_forms` compares plurals. */
function addHead(tally: Tally, { type, argument, values, start, end, branches }: BananaChoice, text: string): void {
  const raw = text.slice(start, branches[0]?.start ?? end)
  switch (type) {
    case 'plural':
    case 'gender':
      if (argument !== '') tally.choose(argument, start, type === 'plural' ? 'plural' : 'argument', { raw: argument })
      return
    case 'link':
      tally.print(LINK, start, 'argument', { raw, format: argument.replaceAll('_', ' ') })
      for (const value of values) tally.print(value.key, value.start, 'argument', { raw: value.key })
      return
    case 'address':
      // `urls` compares the addresses. A page of another wiki has both.
      tally.print(LINK, start, 'argument', { raw })
      return
    case 'free':
  }
}

const LINK = '[…]'

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

/** Counts the arguments that a Java message prints, over all branches of its choices. */
export function countJavaParts(parts: readonly JavaPart[], text: string): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') {
      const raw = text.slice(part.start, part.end)
      tally.print(`{${part.name}}`, part.start, part.type, { raw, ...readStyle(part) })
    } else if (part.kind === 'choice') {
      tally.choose(`{${part.name}}`, part.start, 'plural', { raw: `{${part.name},choice,…}` })
      const branches = part.branches.flatMap(({ parts: inner }, at) =>
        // A text may be empty on purpose.
        inner.length === 0 ? [] : [{ of: countJavaParts(inner, text), exact: isExactBranch(part.branches, at) }],
      )
      tally.append(mergeBranches(branches))
    }
  }
  return tally.occurrences
}

/** What readers see of a value, and how it is written. */
function readStyle({ type, style }: JavaValue): { meaning?: string; format: string } {
  if (type === 'argument') return { meaning: 'number', format: '' }
  const format = style === '' ? type : `${type},${style}`
  if (type === 'number') return { meaning: readNumber(style), format }
  // A pattern may show a date, a time or both.
  return !['', 'short', 'long', 'full'].includes(style) ? { format } : { meaning: type, format }
}

function readNumber(style: string): string {
  if (style === 'percent' || style === 'currency') return style
  const bare = style.replace(/'[^']*'/g, '')
  if (bare.includes('%')) return 'percent'
  if (bare.includes('‰')) return 'per mille'
  return bare.includes('¤') ? 'currency' : 'number'
}
