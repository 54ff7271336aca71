import { CATEGORY_ORDER } from '../../../locales/plural-rules.ts'
import { type PluralIndex, parsePluralExpression } from './expression.ts'

/**
 * Whether the value of `Plural-Forms` is a rule, such as `nplurals=2; plural=(n != 1);`. Templates have the unfilled
 * `nplurals=INTEGER; plural=EXPRESSION;`.
 */
export const isPluralRule = (line = ''): boolean => line !== '' && !/INTEGER|EXPRESSION/.test(line)

/** The plural rule of a header, or why programs cannot read it. */
type PluralRuleReading = { readonly count: number; readonly index: PluralIndex } | { readonly fault: string }

/** Numbers for which a rule is tried. */
export const SAMPLES = Array.from({ length: 202 }, (_, n) => n).concat([
  1_000, 1_001, 1_002, 1_003, 1_011, 1_100, 10_000, 100_000, 1_000_000, 1_000_001, 2_000_000,
])

/** Reads the value of `Plural-Forms`; undefined if it has no rule. */
export function readPluralRule(line = ''): PluralRuleReading | undefined {
  if (!isPluralRule(line)) return undefined
  const number = /nplurals\s*=\s*(\d+)/.exec(line)?.[1]
  const expression = /^nplurals\s*=\s*\d+\s*;\s*plural\s*=\s*([^;]*);?$/.exec(line)?.[1] ?? ''
  if (number === undefined || expression === '') {
    return { fault: 'it does not have the form nplurals=2; plural=(n != 1);' }
  }
  const count = Number(number)
  if (count < 1 || count > CATEGORY_ORDER.length) return { fault: `it has ${count} forms; languages have 1 to 6` }
  try {
    const index = parsePluralExpression(expression)
    const wrong = SAMPLES.find(n => index(n) < 0 || index(n) >= count)
    if (wrong === undefined) return { count, index }
    return { fault: `it returns form ${index(wrong)} for ${wrong}, but nplurals is ${count}` }
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: error.message }
    throw error
  }
}
