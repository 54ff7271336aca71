import { CATEGORY_ORDER } from '../../../locales/plural-rules.ts'
import { type PluralIndex, parsePluralExpression } from './expression.ts'

/** A parsed `Plural-Forms` line of a header: `nplurals=2; plural=(n != 1);`. */
export interface PluralHeader {
  /** Whether the line has a rule. Templates have the unfilled `nplurals=INTEGER; plural=EXPRESSION;`. */
  readonly hasRule: boolean
  /** The number of forms, even if the rest of the line is invalid. */
  readonly count: number | undefined
  /** The C expression; undefined if the line does not match. */
  readonly expression: string | undefined
}

/** Parses the value of `Plural-Forms`; without one there is no rule. Leaves the expression to `parsePluralExpression`. */
export function parsePluralHeader(line = ''): PluralHeader {
  const count = /nplurals\s*=\s*(\d+)/.exec(line)?.[1]
  const expression = /^nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;]*);?$/.exec(line)?.[1]
  return {
    hasRule: line !== '' && !/INTEGER|EXPRESSION/.test(line),
    count: count === undefined ? undefined : Number(count),
    expression: expression === '' ? undefined : expression,
  }
}

/** The plural rule of a header, or why programs cannot read it. */
export type PluralRuleReading =
  | { readonly count: number; readonly index: PluralIndex }
  | { readonly count: number | undefined; readonly fault: string }

/** Numbers for which a rule is tried. */
export const SAMPLES = Array.from({ length: 202 }, (_, n) => n).concat([
  1_000, 1_001, 1_002, 1_003, 1_011, 1_100, 10_000, 100_000, 1_000_000, 1_000_001, 2_000_000,
])

/** Reads the value of `Plural-Forms`; undefined if it has no rule. */
export function readPluralRule(line: string | undefined): PluralRuleReading | undefined {
  const { hasRule, count, expression } = parsePluralHeader(line)
  if (!hasRule) return undefined
  if (count === undefined || expression === undefined) {
    return { count, fault: 'it does not have the form nplurals=2; plural=(n != 1);' }
  }
  if (count < 1 || count > CATEGORY_ORDER.length) {
    return { count, fault: `it has ${count} forms; languages have 1 to 6` }
  }
  try {
    const index = parsePluralExpression(expression)
    const wrong = SAMPLES.find(n => index(n) < 0 || index(n) >= count)
    if (wrong === undefined) return { count, index }
    return { count, fault: `it returns form ${index(wrong)} for ${wrong}, but nplurals is ${count}` }
  } catch (error) {
    if (error instanceof SyntaxError) return { count, fault: error.message }
    throw error
  }
}
