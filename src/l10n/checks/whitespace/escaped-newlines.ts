import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { variantsOf } from '../reading/variants.ts'

export const escapedNewlines = defineCheck({
  id: 'escaped_newlines',
  level: 'warning',
  finds: 'Another number of the escapes `\\n`, `\\r` or `\\t` than in the source.',
  why: 'The application turns the escape into a line break; users miss the line, or see the backslash.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Done.\\nClose?',
      good: 'Fertig.\\nSchließen?',
      bad: 'Fertig. Schließen?',
    },
  ],
  find,
})

const ESCAPES = ['\\n', '\\r', '\\t'] as const

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (!source.text.includes('\\') && !target.text.includes('\\')) continue
    const wanted = source.computeOnce(countEscapes)
    const given = target.computeOnce(countEscapes)
    for (const [index, escape] of ESCAPES.entries()) {
      const [want = 0, got = 0] = [wanted[index], given[index]]
      if (want === got) continue
      const at = target.text.indexOf(escape)
      yield {
        message: `${quote(escape)} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
        ...(at >= 0 && { at }),
        fix: `Write ${quote(escape)} where the source has it.`,
      }
    }
  }
}

const formatTimes = (count: number): string => (count === 0 ? 'not at all' : count === 1 ? 'once' : `${count} times`)

/** The most in any variant. */
const countEscapes = (text: ParsedText): readonly number[] =>
  ESCAPES.map(escape => Math.max(...variantsOf(text).map(variant => variant.split(escape).length - 1)))
