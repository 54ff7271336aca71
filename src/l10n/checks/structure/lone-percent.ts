import type { ParsedText } from '../../message/parsed-text.ts'
import { findOutside } from '../../message/word-spans.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Finds a percent sign that is not doubled, where the source doubles its own: the application would read it as the start of a placeholder. */
export function* findLonePercent({ icu, forms }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const { source, target } of forms) {
    if (!source.computeOnce(hasDoubled) || source.computeOnce(findLone) !== undefined) continue
    const at = target.computeOnce(findLone)
    if (at === undefined) continue
    yield { message: 'A percent sign is not doubled.', at, fix: 'Write "%%", as in the source.' }
  }
}

const hasDoubled = ({ placeholders }: ParsedText): boolean => placeholders.some(({ raw }) => raw === '%%')

const findLone = ({ text, placeholders }: ParsedText): number | undefined => findOutside(text, placeholders, '%')
