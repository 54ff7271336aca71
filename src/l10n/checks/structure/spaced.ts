import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Most placeholders of a source that are looked for. */
const MAX_LOOKED = 20

/**
 * Finds `% s` where the source has `%s`: with a space, C and Java print another text, or fail. Names and braces with a space are other placeholders, which
 * are found by their names.
 */
export function* findSpaced({ icu, forms, needsPositions }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const { source, target } of forms) {
    for (const { raw, start } of target.placeholders) {
      if (!raw.startsWith('% ')) continue
      const wanted = `%${raw.slice(1).trimStart()}`
      const known = source.computeOnce(listRaws)
      if (known.has(raw) || !known.has(wanted)) continue
      yield {
        ...(needsPositions !== true && { level: 'warning' as const }),
        message: `${quote(raw)} has a space inside the placeholder.`,
        at: start,
        fix: `Write ${quote(wanted)}, as in the source.`,
      }
    }
  }
}

const listRaws = ({ placeholders }: ParsedText): ReadonlySet<string> =>
  new Set(placeholders.slice(0, MAX_LOOKED).map(({ raw }) => raw))
