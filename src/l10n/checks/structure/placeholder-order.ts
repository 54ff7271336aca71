import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { SUBSTITUTION } from '../occurrences/count-placeholders.ts'

/** Most placeholders of a text whose order is compared. */
const MAX_COMPARED = 20

/** Finds `%s` and `%d` in another order than in the source: they take their values in order, so that each prints the value of another. */
export function findReordered({ icu, forms, numbersSubstitutions = false }: CheckContext): Fault[] {
  if (icu !== undefined) return []
  return forms.flatMap(({ source, target }) => {
    const other = findOtherArgument(source, target, numbersSubstitutions)
    if (other !== undefined) return [other]
    const wanted = source.computeOnce(listUnnumbered)
    const given = target.computeOnce(listUnnumbered)
    if (wanted.length < 2 || wanted.length !== given.length || wanted.length > MAX_COMPARED) return []
    const first = given.find(
      ({ raw }, at) => raw !== wanted[at]?.raw && !(numbersSubstitutions && SUBSTITUTION.test(raw)),
    )
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

/** The first substitution of Apple that takes another argument than in the source, where one of the two has a number. */
function findOtherArgument(source: ParsedText, target: ParsedText, areNumbered: boolean): Fault | undefined {
  const wanted = source.computeOnce(listSubstitutions)
  for (const { name, raw, argument, isNumbered, start } of target.computeOnce(listSubstitutions)) {
    const own = wanted.find(one => one.name === name)
    if (own === undefined || own.argument === argument) continue
    if (!isNumbered && (areNumbered || !own.isNumbered)) continue
    const fix = `Replace ${quote(raw)} with ${quote(`%${own.argument}$#@${name}@`)}, or remove it.`
    return { message: `${quote(raw)} is not in the source.`, at: start, fix }
  }
  return undefined
}

/** The substitutions of a text, each with the argument that it takes. */
function listSubstitutions({ placeholders }: ParsedText) {
  let position = 0
  return placeholders.flatMap(({ kind, family, name, raw, start }) => {
    if (kind !== 'printf' || family !== 'printf' || raw.startsWith('%(') || raw.endsWith('arg')) return []
    const number = /^%(\d+)(?:\$|#@)/.exec(raw)?.[1]
    if (number === undefined) position += 1
    if (!SUBSTITUTION.test(raw)) return []
    return [{ name, raw, start, argument: Number(number ?? position), isNumbered: number !== undefined }]
  })
}

function listUnnumbered({ placeholders }: ParsedText): readonly Token[] {
  const values = placeholders.filter(({ kind }) => kind !== 'literal')
  const isEach = values.every(
    ({ kind, name, raw }) =>
      kind === 'printf' && (name === undefined || raw.startsWith('%#@')) && !raw.includes('*') && raw.startsWith('%'),
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
