import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/**
 * Finds numbered (`%1$s`) beside unnumbered (`%s`) placeholders where the source does not mix them: C does not define what they print, and other languages
 * count them apart.
 */
export function* findMixedNumbering({ icu, forms }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const { source, target } of forms) {
    const mixed = target.computeOnce(findMixed)
    if (mixed === undefined || source.computeOnce(findMixed) !== undefined) continue
    yield {
      message: `${quote(mixed.raw)} has no number, but other placeholders have one.`,
      at: mixed.start,
      fix: 'Number all of them, such as "%1$s", or none.',
      level: 'warning',
    }
  }
}

/** The first unnumbered placeholder of a text that has numbered ones, too. Apple's `%#@files@` and `%arg` need no number. */
function findMixed({ placeholders }: ParsedText): Token | undefined {
  const values = placeholders.filter(({ kind, raw }) => kind === 'printf' && /^%(?![%(#]|arg$)/.test(raw))
  const unnumbered = values.find(({ raw }) => !/^%\d+\$/.test(raw))
  return values.some(({ raw }) => /^%\d+\$/.test(raw)) ? unnumbered : undefined
}
