import { distance } from 'fastest-levenshtein'
import { formatTimes, quote } from '../../../text/quote.ts'
import { findOutside, type ParsedMessage, type ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault, findNew } from '../define-check.ts'
import { compareOccurrences, type Difference } from '../occurrences/compare.ts'
import { countIcu, countPiped, countPlaceholders, hasPipedForms } from '../occurrences/count-placeholders.ts'
import { NOTHING, type OccurrenceRange, type Occurrences } from '../occurrences/tally.ts'
import { hasSyntax } from '../reading/variants.ts'
import {
  findJavaQuoting,
  findQuotingApostrophe,
  quotesOwnArguments,
  warnOfApostrophes,
  withoutQuotes,
} from '../structure/apostrophes.ts'
import { findRenamedGenders } from '../structure/banana-forms.ts'
import { findDifferentCases } from '../structure/select-cases.ts'
import { findMixedNumbering, findReordered, findUnnumbered } from './numbering.ts'
import { describeSpaced, findSpaced } from './spaced.ts'

/** Finds a percent sign that is not doubled, where the source doubles its own: the application would read it as the start of a placeholder. */
function* findLonePercent({ icu, forms }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const form of forms) {
    const at = form.source.computeOnce(hasDoubled) ? findNew(form, findLone) : undefined
    if (at !== undefined) yield { message: 'A percent sign is not doubled.', at, fix: 'Write "%%", as in the source.' }
  }
}

const hasDoubled = ({ placeholders }: ParsedText): boolean => placeholders.some(({ raw }) => raw === '%%')

const findLone = ({ text, placeholders }: ParsedText): number | undefined => findOutside(text, placeholders, '%')

/** Syntaxes with a check of their own. */
const PARSED: ReadonlySet<string> = new Set(['fluent', 'java', 'vue-i18n', 'banana'])

/** Finds a brace outside of all placeholders, where the source has placeholders in braces, and no such brace. */
function* findLooseBrace({ icu, forms, source: { syntax } }: CheckContext): Generator<Fault> {
  if (icu !== undefined || PARSED.has(syntax)) return
  for (const form of forms) {
    const at = form.source.computeOnce(hasBraces) ? findNew(form, findLoose) : undefined
    if (at === undefined) continue
    const { text } = form.target
    const part = quote(text.slice(at, at + MAX_SHOWN))
    yield text[at] === '{'
      ? { message: `A { is never closed, at ${part}.`, at, fix: 'Write each placeholder as in the source.' }
      : {
          message: `A } closes no placeholder, at ${part}.`,
          at,
          fix: 'Remove it, or write the placeholder as in the source.',
        }
  }
}

const MAX_SHOWN = 20

const hasBraces = ({ placeholders }: ParsedText): boolean => placeholders.some(({ raw }) => raw.endsWith('}'))

/** The first brace outside of placeholders that has no other one: braces around words are text. */
function findLoose({ text, placeholders }: ParsedText): number | undefined {
  const open: number[] = []
  let from = 0
  for (const { start, end } of [...placeholders, { start: text.length, end: text.length }]) {
    for (const { 0: brace, index } of text.slice(from, start).matchAll(/[{}]/g)) {
      if (brace === '{') open.push(from + index)
      else if (open.pop() === undefined) return from + index
    }
    from = Math.max(from, end)
  }
  return open[0]
}

/** Compares the placeholders of source and target: name, count, type and style. `markup` checks tags. */
export const placeholders = defineCheck({
  id: 'placeholders',
  level: 'error',
  finds:
    'A placeholder that is missing, extra, misspelled, broken, of another type or style, or out of order, and select cases renamed or left out.',
  why: 'The application prints the raw placeholder, prints nothing, or crashes.',
  standard:
    'The placeholder families of the file: ICU MessageFormat, printf (POSIX), gettext, Python, .NET, Qt, Ruby, i18next, vue-i18n, Laravel',
  examples: [
    { syntax: 'icu', locale: 'de', source: 'Hello {name}', good: 'Hallo {name}', bad: 'Hallo {nome}' },
    { syntax: 'printf', locale: 'de', source: '%1$s of %2$d', good: '%1$s von %2$d', bad: '%1$s von %2$s' },
    {
      syntax: 'icu',
      locale: 'de',
      source: '{price, number, ::currency/EUR}',
      good: 'nur {price, number, ::currency/EUR}',
      bad: '{price, number, ::currency/USD}',
    },
    { syntax: 'icu', locale: 'it', source: 'the {name}', good: "l''{name}", bad: "l'{name}" },
  ],
  isNeeded: hasSyntax,
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { source, target } = countOccurrences(context)
  const { faults, others: differences } = splitEndings([
    ...compareOccurrences(source, target, {
      isNumber: createNumberTest(context, source),
      isNumberKnown: hasJavaChoice(context, target) || [...source].some(isOwnNumber),
    }),
  ])
  yield* faults
  const reordered = findReordered(context)
  yield* reordered
  const isAnyMissing = differences.some(({ why, key }) => why === 'missing' && isPlaceholder(key))
  const spaced = findSpaced(context)
  for (const one of spaced) yield describeSpaced(one, context.needsPositions === true)
  const unread = new Set(spaced.flatMap(({ wanted, isRead }) => (isRead ? [] : [wanted])))
  const isReordered = reordered.length > 0
  yield* reportDifferences(context, { source, target, differences, unread, isReordered, isAnyMissing })
  yield* warnOfApostrophes(context)
  yield* findLonePercent(context)
  const unnumbered = [...findUnnumbered(context)]
  yield* unnumbered
  if (unnumbered.length === 0) yield* findMixedNumbering(context)
  if (!isAnyMissing) yield* findLooseBrace(context)
  yield* findDifferentCases(context)
  yield* findRenamedGenders(context)
}

interface Compared {
  readonly source: Occurrences
  readonly target: Occurrences
  readonly differences: readonly Difference[]
  /** Placeholders of the source that have a space in the translation, so that programs do not read them. */
  readonly unread: ReadonlySet<string>
  /** Whether the order of arguments is a finding of its own. */
  readonly isReordered: boolean
  readonly isAnyMissing: boolean
}

function* reportDifferences(context: CheckContext, compared: Compared): Generator<Fault> {
  const { source, target, differences, unread, isReordered, isAnyMissing } = compared
  const reported = new Set<number>()
  for (const difference of differences) {
    if (!isPlaceholder(difference.key)) continue
    if (isReordered && isNumbered(difference.key)) continue
    if (mayBeOwn(context, compared, difference)) continue
    if (difference.why === 'unknown' && !isAnyMissing && isReference(context, difference.key)) {
      const raw = quote(difference.raw)
      yield { ...toFault(difference, source, target), level: 'warning', fix: `Remove ${raw}, unless the file has it.` }
      continue
    }
    if (context.isErrorMessage === true && GIVEN.has(difference.key)) {
      if (difference.why === 'missing') yield { ...toFault(difference, source, target), level: 'warning' }
      continue
    }
    if (difference.why === 'missing' && unread.has(difference.raw)) continue
    const quoting = difference.why === 'missing' ? findQuoting(context, difference.raw) : undefined
    if (quoting === undefined) yield toFault(difference, source, target)
    else if (!reported.has(quoting.at ?? 0)) {
      reported.add(quoting.at ?? 0)
      yield quoting
    }
  }
}

/** Whether a translation may have a placeholder that its source does not have. */
function mayBeOwn(context: CheckContext, { source, target, isAnyMissing }: Compared, difference: Difference): boolean {
  if (difference.why !== 'unknown') return false
  // Ordinary text can look like it, and nothing of the source became it.
  if (difference.isLoose && !isAnyMissing && !isSubstituted(difference, source)) return true
  return mayOnlySelect(context) && target.get(difference.key)?.max === 0
}

/** What Rails gives to all error messages. */
const GIVEN = new Set(['%{attribute}', '%{model}', '%{value}'])

/** The placeholders of both sides; empty if the target is not a valid message, which `icu_syntax` reports. */
export function countOccurrences(context: CheckContext): { source: Occurrences; target: Occurrences } {
  const { icu } = context
  const { source, target } = readApostrophes(context)
  // A source that Java does not read, such as one of ICU4J, is compared by the look of its placeholders.
  const isRead = source.syntax !== 'java' || !hasBroken(source)
  if (isRead && (hasBroken(source) || hasBroken(target))) return { source: NOTHING, target: NOTHING }
  if (icu === undefined) {
    const count = source.computeOnce(isPiped) && typeof target.value === 'string' ? countPiped : countPlaceholders
    return { source: source.computeOnce(count), target: target.computeOnce(count) }
  }
  const { target: given } = icu
  if ('fault' in given) return { source: NOTHING, target: NOTHING }
  return {
    source: source.computeOnce(message => countIcu(message, icu.source), countIcu),
    target: target.computeOnce(message => countIcu(message, given.ast), countIcu),
  }
}

const isPiped = ({ value, texts }: ParsedMessage): boolean =>
  typeof value === 'string' && texts.some(([, text]) => text.computeOnce(hasPipedForms))

/** Java's apostrophes are text if they quote arguments of the source. */
function readApostrophes({ source, target }: CheckContext): { source: ParsedMessage; target: ParsedMessage } {
  const isText = source.syntax === 'java' && source.texts.some(([, text]) => text.computeOnce(quotesOwnArguments))
  return isText ? { source: withoutQuotes(source), target: withoutQuotes(target) } : { source, target }
}

const hasBroken = ({ texts }: ParsedMessage): boolean => texts.some(([, text]) => text.isBroken)

/** Whether a difference is a substitution of Apple, where the source has others. */
const isSubstituted = ({ key }: Difference, source: Occurrences): boolean =>
  isSubstitution(key) && [...source.keys()].some(isSubstitution)

const isSubstitution = (key: string): boolean => key.startsWith('%#@')

/** Whether a text may select by a value that the source does not use: a term of Fluent, and a message of MediaWiki. */
const mayOnlySelect = ({ isTerm, source: { syntax } }: CheckContext): boolean => isTerm === true || syntax === 'banana'

/** Whether a value is another message or term of Fluent, which a translation may use instead of its words. */
const isReference = ({ source: { syntax } }: CheckContext, key: string): boolean =>
  syntax === 'fluent' && /^\{-?[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)?\}$/.test(key)

const isPlaceholder = (key: string): boolean => !key.startsWith('<') && !isLiteral(key)
/** An escape that prints a character; a translation may do without that character. */
const isLiteral = (key: string): boolean => key === '%%' || /^(?:\{\s*'|\\|\{\{$|\}\}$)/.test(key)
/** A placeholder that takes the value of a position, such as `%s` and `%1$s`. */
const isNumbered = (key: string): boolean => /^%\d+\$/.test(key)

/**
 * In a message with plural forms, the only placeholder that takes a value by its position is the number, whatever its conversion is. As in gettext, a form for
 * exactly one number may leave it out. That of Qt is `%n`.
 */
function createNumberTest({ source: { value } }: CheckContext, source: Occurrences): (key: string) => boolean {
  if (typeof value === 'string') return () => false
  const numbered = [...source.keys()].filter(isNumbered)
  return key => key === '%n' || (numbered.length === 1 && key === numbered[0])
}

/** In a choice of Java, the number is what it chooses by. */
const hasJavaChoice = ({ source: { syntax } }: CheckContext, target: Occurrences): boolean =>
  syntax === 'java' && [...target.values()].some(({ types }) => types.has('plural'))

/** Whether a value is the number of its message, and printed: that of a plural, and Qt's `%n`. */
const isOwnNumber = ([key, { types, max }]: readonly [string, OccurrenceRange]): boolean =>
  key === '%n' || (types.has('plural') && max > 0)

function findQuoting({ icu, target }: CheckContext, raw: string): Fault | undefined {
  if (target.syntax === 'java') return findJavaQuoting(target, raw)
  return icu && findQuotingApostrophe(target, raw)
}

/** Most source names compared with a misspelled one. */
const MAX_KNOWN = 20

/** Characters of a name used in the comparison. */
const MAX_COMPARED = 200

function toFault(difference: Difference, source: Occurrences, target: Occurrences): Fault {
  // The number of a plural that only one of the texts has is named.
  const isNamed = difference.raw === '#' && source.has(difference.key) !== target.has(difference.key)
  const written = isNamed ? difference.key : difference.raw
  const raw = quote(written)
  switch (difference.why) {
    case 'missing': {
      if (difference.somewhere) {
        return { message: `${raw} is missing in some forms.`, fix: `Put ${raw} into every plural form and case.` }
      }
      const isLeft = hasRaw(target, written)
      const message = isLeft ? `${raw} occurs less often than in the source.` : `${raw} is missing.`
      return { ...(difference.level && { level: difference.level }), message, fix: `Put ${raw} back.` }
    }
    case 'unknown': {
      const isMore = hasRaw(source, written)
      const message = isMore ? `${raw} occurs more often than in the source.` : `${raw} is not in the source.`
      const fix = isMore ? `Write ${raw} as often as in the source.` : suggestPlaceholder(written, source, target)
      return { message, at: difference.at, fix }
    }
    case 'fewer':
    case 'too_often':
      return {
        level: 'warning',
        message: `${raw} occurs ${formatTimes(difference.got)}, but ${formatTimes(difference.want)} in the source.`,
        at: difference.at,
        fix:
          difference.why === 'fewer'
            ? `Write ${raw} again, unless the language needs it only ${formatTimes(difference.got)}.`
            : `Write ${raw} ${formatTimes(difference.want)}, unless the language needs it again.`,
      }
    case 'type':
      return {
        message: `${raw} is a ${difference.got} here but a ${difference.want} in the source.`,
        at: difference.at,
        fix: `Copy ${quote(difference.wanted)} from the source.`,
      }
    case 'meaning':
      return toMeaningFault(difference)
    case 'format':
      return {
        level: 'warning',
        message: `${raw} has another format than ${quote(difference.wanted)} of the source.`,
        at: difference.at,
        fix: `Copy ${quote(difference.wanted)} from the source, unless the language needs another format.`,
      }
  }
}

function toMeaningFault({ key, raw, want, got, wanted, at }: Extract<Difference, { wanted: string }>): Fault {
  const fix = `Copy ${quote(wanted)} from the source.`
  if (got.startsWith('offset:')) {
    const [here, there] = [got, want].map(style => style.slice('offset:'.length))
    return {
      message: `The offset of plural ${quote(key.slice(1, -1))} is ${here}, but ${there} in the source.`,
      at,
      fix: there === '0' ? 'Remove the offset.' : `Write ${quote(want)} before the first form, as in the source.`,
    }
  }
  return { message: `${quote(raw)} prints ${formatMeaning(got)}; the source prints ${formatMeaning(want)}.`, at, fix }
}

const formatMeaning = (meaning: string): string => (meaning === 'number' ? 'a plain number' : quote(meaning))

/** Whether one of the first placeholders is written like this. */
const hasRaw = (occurrences: Occurrences, raw: string): boolean =>
  [...occurrences.values()].slice(0, MAX_KNOWN).some(range => range.raw === raw)

/** Suggests the nearest placeholder of the source that the text does not have. */
function suggestPlaceholder(raw: string, source: Occurrences, target: Occurrences): string {
  const name = raw.slice(0, MAX_COMPARED)
  const missing = [...source].filter(([key]) => isPlaceholder(key) && !target.has(key)).slice(0, MAX_KNOWN)
  const names = missing.map(([key, other]) => (other.raw === '#' ? key : other.raw))
  const ranked = names.map(other => ({ raw: other, far: distance(other.slice(0, MAX_COMPARED), name) }))
  const [nearest] = ranked.toSorted((a, b) => a.far - b.far)
  return nearest === undefined
    ? `Remove ${quote(raw)}.`
    : `Replace ${quote(raw)} with ${quote(nearest.raw)}, or remove it.`
}

/**
 * Pairs lost placeholders of Laravel with longer words that begin with them. Laravel replaces `:team` in `:teamen`, too, so that the value gets an ending, but
 * another name looks the same.
 */
function splitEndings(differences: readonly Difference[]): {
  readonly faults: readonly Fault[]
  readonly others: readonly Difference[]
} {
  const lost = differences.filter(({ why, key }) => why === 'missing' && key.startsWith(':'))
  if (lost.length === 0) return { faults: [], others: differences }
  const settled = new Set<Difference>()
  const faults: Fault[] = []
  for (const longer of differences) {
    if (longer.why !== 'unknown') continue
    const known = lost.find(one => !settled.has(one) && longer.key.startsWith(one.key))
    if (known === undefined) continue
    settled.add(known).add(longer)
    const [written, name] = [quote(longer.raw), quote(known.raw)]
    const ending = quote(longer.raw.slice(known.raw.length))
    const fix = `Write ${name}, unless ${ending} is an ending of the word.`
    faults.push({ level: 'warning', message: `${written} has ${ending} behind ${name}.`, at: longer.at, fix })
  }
  return { faults, others: differences.filter(one => !settled.has(one)) }
}
