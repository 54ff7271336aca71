import { quote, quoteList } from '../../../text/quote.ts'
import { exampleNumbers, pluralProfile } from '../../locales/plural-rules.ts'
import { countLaravelForms, type LaravelForm, readLaravelForms } from '../../message/choices/laravel.ts'
import type { Family } from '../../message/families.ts'
import { listSelects } from '../../message/fluent/parts.ts'
import { listPlurals } from '../../message/icu.ts'
import { walkJava } from '../../message/java/parts.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext, Fault } from '../define-check.ts'
import { hasPipedForms } from '../occurrences/count-placeholders.ts'

/** The plural forms of a source in Laravel or Symfony, which have the same plural rules. */
interface SourceForms {
  readonly library: 'Laravel' | 'Symfony'
  readonly forms: readonly LaravelForm[]
  /** Whether ordinary text cannot look like it: it has ranges or `:count`. */
  readonly isSure: boolean
  /** Whether its program reads spaces before ranges. */
  readonly isSpaced: boolean
}

/** Finds numbers for which a text of Laravel's `trans_choice` or of Symfony has no form, and ranges that Laravel prints. */
export function* findLaravelFaults(context: CheckContext): Generator<Fault> {
  const pair = readPair(context)
  if (pair === undefined) return
  const { from, forms } = pair
  // Symfony takes a text without pipes for all numbers.
  const isWhole = from.library === 'Symfony' && forms.length === 1
  const level = from.isSure && !isWhole ? {} : { level: 'warning' as const }
  for (const { range, start, isSpaced } of from.isSpaced ? [] : forms) {
    if (range === undefined || !isSpaced) continue
    yield { message: `Laravel prints ${quote(range)}.`, at: start, fix: `Remove the space before ${quote(range)}.` }
  }
  const zero = from.forms.find(form => form.from === 0 && form.to === 0)?.range
  const losesZero = zero !== undefined && forms.length > 1 && !forms.some(({ to }) => to === 0)
  const needed = countLaravelForms(context.locale) ?? 1
  if (!hasRanges(forms) && isChosenByRule(from.forms, forms, context.sourceLocale)) {
    const isInvariable = forms.length > 1 && new Set(forms.map(({ words }) => words)).size === 1
    if (forms.length < needed && !isInvariable) yield { ...level, ...lackForms(context.locale, needed, forms.length) }
    if (losesZero) yield toLostZero(zero)
    return
  }
  const missing = listMissing(from.forms, forms)
  if (losesZero && !missing.includes(0)) yield toLostZero(zero)
  if (missing.length === 0) return
  const ranges = from.forms.flatMap(({ range }) => range ?? [])
  const fix =
    ranges.length === 0
      ? 'Add a form with a range for them.'
      : `Begin each form with its numbers, as in the source: ${quoteList(ranges)}.`
  yield { ...level, message: `No form is for ${missing.slice(0, MAX_NUMBERS).join(', ')}.`, fix }
}

/** Finds forms that Laravel's plural rule of the language never chooses. */
export function* findExtraLaravelForms(context: CheckContext): Generator<Fault> {
  const needed = countLaravelForms(context.locale)
  const pair = readPair(context)
  if (needed === undefined || pair === undefined) return
  const { from, forms } = pair
  if (hasRanges(forms) || forms.length <= needed) return
  const message = `${from.library} uses ${countForms(needed)} in ${context.locale}; the translation has ${forms.length}.`
  yield { message, fix: `Write ${countForms(needed)}.` }
}

function readPair({ source, target }: CheckContext): { from: SourceForms; forms: readonly LaravelForm[] } | undefined {
  if (target.single === undefined || !source.single?.text.includes('|')) return undefined
  const from = source.computeOnce(readSource)
  if (from === undefined) return undefined
  const { text } = target.single
  return { from, forms: readLaravelForms(text) ?? [{ words: text.trim(), start: 0, isSpaced: false }] }
}

function readSource({ single: text, locale }: ParsedMessage): SourceForms | undefined {
  if (text === undefined) return undefined
  const families = text.families?.families ?? []
  const isSymfony = families.some(family => SYMFONY.has(family))
  if ((!families.includes('laravel') && !isSymfony) || text.syntax === 'vue-i18n') return undefined
  const forms = readLaravelForms(text.text)
  if (forms === undefined || forms.some(({ words }) => words === '')) return undefined
  const isRanged = hasRanges(forms)
  if (isSymfony) {
    const isSure =
      isRanged ||
      (forms.length === countLaravelForms(locale) && !/\s\||\|\s/.test(text.text) && text.computeOnce(hasPipedForms))
    return isSure && new Set(forms.map(({ words }) => words)).size > 1
      ? { library: 'Symfony', forms, isSure, isSpaced: true }
      : undefined
  }
  const hasCount = text.placeholders.some(({ family, name }) => family === 'laravel' && name?.toLowerCase() === 'count')
  // A title such as "Page | Site" is no plural, nor is a list.
  if (!isRanged && (forms.length !== (countLaravelForms(locale) ?? 2) || (!hasCount && /\s\||\|\s/.test(text.text)))) {
    return undefined
  }
  return { library: 'Laravel', forms, isSure: isRanged || hasCount, isSpaced: forms.some(({ isSpaced }) => isSpaced) }
}

/** Families of files that Symfony reads: its own, and the variables of its validators. */
const SYMFONY: ReadonlySet<Family> = new Set<Family>(['symfony', 'mustache', 'i18next'])

const hasRanges = (forms: readonly LaravelForm[]): boolean => forms.some(({ range }) => range !== undefined)

/**
 * Whether the plural rule of a language may choose the forms: the source leaves it to the rule, or has as many ranges as the rule has forms, besides one for 0.
 */
function isChosenByRule(wanted: readonly LaravelForm[], given: readonly LaravelForm[], locale: string): boolean {
  if (!hasRanges(wanted)) return true
  const counted = wanted.filter(({ to }) => to !== 0)
  return counted.length === countLaravelForms(locale) && (!isForNumber(wanted, 0) || printsNumber(given))
}

/** Whether the last form prints the number, so that it is right for 0, too. */
const printsNumber = (forms: readonly LaravelForm[]): boolean =>
  /:count\b|%count%|\{\{/i.test(forms.at(-1)?.words ?? '')

function lackForms(locale: string, needed: number, got: number): Pick<Fault, 'message' | 'fix'> {
  const { categories: all, sampleCounts } = pluralProfile(locale, 'cardinal')
  const categories = all.filter(category => sampleCounts.has(category))
  const order = categories.map(category => `${quote(category)} (${exampleNumbers(locale, category).join(', ')})`)
  // For a few languages, the rule of Laravel differs from that of CLDR.
  const inOrder = categories.length === needed ? ` in this order: ${order.join(', ')}` : ''
  return {
    message: `${locale} needs ${countForms(needed)} between pipes; the translation has ${got}.`,
    fix: `Write ${countForms(needed)}${inOrder}.`,
  }
}

const countForms = (count: number): string => (count === 1 ? '1 plural form' : `${count} plural forms`)

/** Small numbers, which every form of a language has, and numbers that a message names. */
const MAX_SMALL = 200
const MAX_NUMBERS = 4

/** The numbers for which the translation lacks a range. Where the source leaves all to the plural rule, a translation may write ranges for some of its forms. */
function listMissing(wanted: readonly LaravelForm[], given: readonly LaravelForm[]): readonly number[] {
  const isRuled = !hasRanges(wanted)
  if (isRuled && given.some(({ range }) => range === undefined)) return []
  const bounds = [...wanted, ...given].flatMap(({ from = 0, to = 0 }) => [from, to, to + 1])
  const numbers = [...Array(MAX_SMALL).keys(), ...bounds.filter(Number.isFinite)]
  const least = isRuled || (hasRanges(given) && printsNumber(given)) ? 1 : 0
  const isMissing = (number: number) =>
    number >= least && (isRuled || isForNumber(wanted, number)) && !isForNumber(given, number)
  return [...new Set(numbers.filter(isMissing))].toSorted((a, b) => a - b)
}

const isForNumber = (forms: readonly LaravelForm[], number: number): boolean =>
  forms.some(({ from, to }) => from !== undefined && to !== undefined && number >= from && number <= to)

/** Finds a text for exactly 0 (`=0`, `[0]`, `zero`) that the source has and the translation leaves out: "None" becomes "0 files". */
export function* findLostZero(context: CheckContext): Generator<Fault> {
  const { source, target, hasExactZero } = context
  const list = (message: ParsedMessage) => listZeros(message, hasExactZero === true)
  const wanted = source.computeOnce(list, hasExactZero === true ? listZeros : findLostZero)
  if (wanted.size === 0) return
  const given = list(target)
  for (const [key, zero] of wanted) {
    // A translation may not select by the value at all.
    if (zero === undefined || !given.has(key) || given.get(key) !== undefined) continue
    yield toLostZero(zero)
  }
}

const toLostZero = (zero: string): Fault => ({
  level: 'warning',
  message: 'The translation leaves out the text for 0.',
  fix: `Add ${quote(zero)} as in the source, unless the other forms are right for 0.`,
})

/** What each plural of a message writes for exactly 0, by the value that it selects by; undefined for a plural without it. */
function listZeros(message: ParsedMessage, hasExactZero: boolean): ReadonlyMap<string, string | undefined> {
  const { value, syntax, single: text } = message
  const zeros = new Map<string, string | undefined>()
  const add = (key: string, names: readonly string[], exact: string): void => {
    const zero = names.find(name => name === exact || name === 'zero')
    zeros.set(key, zeros.get(key) ?? zero)
  }
  if (text === undefined) {
    if (hasExactZero) add('', Object.keys(value), 'zero')
    return zeros
  }
  if (syntax === 'icu') {
    for (const plural of text.icu.ok ? listPlurals(text.icu.ast) : [])
      add(plural.value, Object.keys(plural.options), '=0')
  } else if (syntax === 'java') {
    for (const part of text.java.ok ? walkJava(text.java.parts) : []) {
      if (part.kind !== 'choice') continue
      const names = part.branches.map(({ limit, isAbove }) => `${limit}${isAbove ? '<' : '#'}`)
      add(part.name, names, '0#')
    }
  } else if (syntax === 'fluent') {
    for (const { selector, variants } of text.fluent.ok ? listSelects(text.fluent.parts) : []) {
      const names = variants.map(({ name }) => name)
      if (selector.key !== undefined) add(selector.key, names, '0')
    }
  }
  return zeros
}
