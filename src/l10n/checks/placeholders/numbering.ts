import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import { type CheckContext, type Fault, findNew } from '../define-check.ts'
import { SUBSTITUTION } from '../occurrences/count-placeholders.ts'

/** Finds several arguments that are not all numbered, where the build of the application refuses them: as Android's, in strings without plural forms. */
export function* findUnnumbered({ needsPositions, source, target, forms }: CheckContext): Generator<Fault> {
  if (needsPositions !== true || source.syntax !== 'printf' || typeof target.value !== 'string') return
  for (const form of forms) {
    // The build has no such rule for what it took from the source: an item of an array, or a string that is not formatted.
    const first = findNew(form, findFirstArgument)
    if (first === undefined) continue
    // The build does not look into styled text, but into tags that are escaped.
    const isStyled = form.target.markup.some(({ kind, name = '' }) => kind === 'tag' && !name.includes(':'))
    yield {
      ...(isStyled && { level: 'warning' as const }),
      message: `${quote(first.raw)} has no number, and the text has several arguments: the Android build ${isStyled ? 'may stop' : 'stops'}.`,
      at: first.start,
      fix: 'Number all of them, such as "%1$s" and "%2$d". Write a literal percent sign as "%%".',
    }
  }
}

/** An argument as the Android build reads it: a position or a width, flags, and the conversion. */
const ARGUMENT = /%(?:[%n]|(\d+\$|\d+|<\$?)?[-#+ ,(\d]*(.?))/gsu
/** Conversions of dates only: the build takes such a text for a pattern of `Time.format`. */
const DATES = 'DFKMWZ'

/** The first argument without a position, if there are several arguments. */
function findFirstArgument({ text }: ParsedText): Pick<Token, 'raw' | 'start'> | undefined {
  let count = 0
  let first: Pick<Token, 'raw' | 'start'> | undefined
  for (const { 0: raw, 1: position = '', 2: conversion, index } of text.matchAll(ARGUMENT)) {
    // A sign at the end of the text, and one that prints itself.
    if (conversion === undefined || raw === '%') continue
    if (conversion !== '' && DATES.includes(conversion)) return undefined
    count += 1
    if (!/^\d+\$$/.test(position)) first ??= { raw, start: index }
  }
  return count > 1 ? first : undefined
}

/**
 * Finds numbered (`%1$s`) beside unnumbered (`%s`) placeholders where the source does not mix them: C does not define what they print, and other languages
 * count them apart.
 */
export function* findMixedNumbering({ icu, forms }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const form of forms) {
    const mixed = findNew(form, findMixed)
    if (mixed === undefined) continue
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
