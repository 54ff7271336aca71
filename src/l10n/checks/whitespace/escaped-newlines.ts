import { formatTimes, quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { variantsOf } from '../reading/variants.ts'

export const escapedNewlines = defineCheck({
  id: 'escaped_newlines',
  level: 'warning',
  finds:
    'Another number of the escapes `\\n`, `\\r` or `\\t` than in the source. It is an error where the source has the character itself.',
  why: 'The application turns the escape into a line break; users miss the line, or see the backslash.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Done.\\nClose?',
      good: 'Fertig.\\nSchließen?',
      bad: 'Fertig. Schließen?',
    },
    { syntax: 'plain', locale: 'de', source: 'Done.\nClose?', good: 'Fertig.\nZu?', bad: 'Fertig.\\nZu?' },
  ],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => source.text.includes('\\') || target.text.includes('\\')),
  find,
})

const ESCAPES = [
  { escape: '\\n', character: '\n', name: 'a line break' },
  { escape: '\\r', character: '\r', name: 'a carriage return' },
  { escape: '\\t', character: '\t', name: 'a tab' },
] as const

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (!source.text.includes('\\') && !target.text.includes('\\')) continue
    for (const { escape, character, name } of ESCAPES) {
      const want = count(source, escape)
      const got = count(target, escape)
      if (want === got) continue
      const at = target.text.indexOf(escape)
      // Formats decode their escapes before the checks, and no message syntax has others: where the source has the character, an escape is printed as it is.
      if (want === 0 && count(source, character) > 0) {
        yield {
          level: 'error',
          message: `${quote(escape)} is printed as it is; the source has ${name}.`,
          ...(at >= 0 && { at }),
          fix: `Replace ${quote(escape)} with ${name}, or remove it.`,
        }
        continue
      }
      yield {
        message: `${quote(escape)} occurs ${formatTimes(want)} in the source but ${formatTimes(got)} here.`,
        ...(at >= 0 && { at }),
        fix: `Write ${quote(escape)} where the source has it.`,
      }
    }
  }
}

/** How often any variant has it at most. */
const count = (text: ParsedText, part: string): number =>
  text.text.includes(part) ? Math.max(...variantsOf(text).map(variant => variant.split(part).length - 1)) : 0
