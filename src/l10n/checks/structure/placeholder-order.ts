import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Most placeholders of a text whose order is compared. */
const MAX_COMPARED = 20

/** Finds `%s` and `%d` in another order than in the source: they take their values in order, so that each prints the value of another. */
export function findReordered({ icu, forms }: CheckContext): Fault[] {
  if (icu !== undefined) return []
  return forms.flatMap(({ source, target }) => {
    const wanted = source.computeOnce(listUnnumbered)
    const given = target.computeOnce(listUnnumbered)
    if (wanted.length < 2 || wanted.length !== given.length || wanted.length > MAX_COMPARED) return []
    const first = given.find(({ raw }, at) => raw !== wanted[at]?.raw)
    if (first === undefined || sortedRaws(wanted) !== sortedRaws(given)) return []
    return [
      {
        message: 'Placeholders that take their values in order are in another order than in the source.',
        at: first.start,
        fix: `Number them: ${numberLike(wanted, given)}.`,
      },
    ]
  })
}

function listUnnumbered({ placeholders }: ParsedText): readonly Token[] {
  const values = placeholders.filter(({ kind }) => kind !== 'literal')
  const isEach = values.every(
    ({ kind, name, raw }) => kind === 'printf' && name === undefined && !raw.includes('*') && raw.startsWith('%'),
  )
  return isEach ? values : []
}

const sortedRaws = (tokens: readonly Token[]): string => JSON.stringify(tokens.map(({ raw }) => raw).toSorted())

/** The placeholders of the translation, each with its number in the source. */
function numberLike(wanted: readonly Token[], given: readonly Token[]): string {
  const taken = new Set<number>()
  const numbered = given.map(({ raw }) => {
    const at = wanted.findIndex((token, place) => token.raw === raw && !taken.has(place))
    taken.add(at)
    return quote(`%${at + 1}$${raw.slice(1)}`)
  })
  return numbered.join(' ')
}
