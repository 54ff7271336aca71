import { quote } from '../../../text/quote.ts'
import { listChoices } from '../../message/banana/parts.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Finds a GENDER of MediaWiki that chooses by another user than that of the source. It may be left out. */
export function* findRenamedGenders({ source, target }: CheckContext): Generator<Fault> {
  if (source.syntax !== 'banana') return
  const wanted = source.computeOnce(listGenders)
  const given = listGenders(target)
  const [lost] = [...wanted.keys()].filter(argument => !given.has(argument))
  const [added] = [...given].filter(([argument]) => !wanted.has(argument))
  if (lost === undefined || added === undefined) return
  const [argument, at] = added
  yield {
    message: `${quote(`{{GENDER:${argument}|…}}`)} is not in the source.`,
    at,
    fix: `Replace ${quote(argument)} with ${quote(lost)}.`,
  }
}

/** The arguments by which a message chooses genders, with their offsets. */
function listGenders({ texts }: ParsedMessage): ReadonlyMap<string, number> {
  const genders = new Map<string, number>()
  for (const [, { banana }] of texts) {
    for (const { argument, start } of listChoices(banana, 'gender')) {
      if (!genders.has(argument)) genders.set(argument, start)
    }
  }
  return genders
}
