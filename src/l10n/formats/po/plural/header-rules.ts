import { echo } from '../../../../text/escape.ts'
import { pluralProfile, pluralRules } from '../../../locales/plural-rules.ts'
import { memoize } from '../../../memoize.ts'
import type { HeaderFault, HeaderRules, LocaleField } from '../../format.ts'
import type { PoEntry } from '../entries.ts'
import { headerField, parseHeader } from '../file.ts'
import { poFault } from '../scan.ts'
import { isPluralRule, type PluralIndex, parsePluralExpression, readPluralRule } from './expression.ts'
import { defaultRule } from './table.ts'

/**
 * Published rules that divide whole numbers otherwise than CLDR, by language: those of gettext's own table, of other tables where they give 0 another form, and of
 * the languages whose nouns do not change after a number. Rules that equal CLDR's are not listed.
 */
const CONVENTIONS: Readonly<Record<string, readonly string[]>> = {
  br: ['n > 1'],
  cy: ['n==1 ? 0 : n==2 ? 1 : n != 8 && n != 11 ? 2 : 3', 'n != 1'],
  fil: ['n > 1'],
  ga: ['n==1 ? 0 : n==2 ? 1 : 2', 'n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4'],
  gv: ['n > 1'],
  he: ['n != 1', 'n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3'],
  is: ['n != 1'],
  jv: ['n != 0'],
  kw: ['n==1 ? 0 : n==2 ? 1 : n==3 ? 2 : 3'],
  lv: ['n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2'],
  mk: ['n != 1', 'n==1 || n%10==1 ? 0 : 1', 'n%10==1 ? 0 : n%10==2 ? 1 : 2'],
  mr: ['n > 1'],
  mt: ['n==1 ? 0 : n==0 || n%100>1 && n%100<11 ? 1 : n%100>10 && n%100<20 ? 2 : 3'],
  pt: ['n > 1'],
  se: ['n != 1'],
  tl: ['n > 1'],
  tr: ['n > 1'],
  uz: ['n > 1'],
}

/** Languages with two categories in CLDR whose translations often have one form. */
const ONE_FORM = 'az bn fa hu hy ka kk ku ky mn ta te tg tk tr tt ug uz'.split(' ')

/** Returns the published rules of a language that differ from CLDR's. */
const publishedRules = memoize(500, (language: string): readonly PluralIndex[] => {
  const known = Object.hasOwn(CONVENTIONS, language) ? (CONVENTIONS[language] ?? []) : []
  return [...known, ...(ONE_FORM.includes(language) ? ['0'] : [])].map(parsePluralExpression)
})

/** Without plural forms, the rule of a file decides nothing. */
const HAS_PLURAL = /^[ \t]*msgid_plural\b/m

/** Rules about `Plural-Forms` in the header of a target file. */
export const headerRules: HeaderRules = {
  findFault(target, locale, before) {
    const { header } = parseHeader(target)
    const fault = HAS_PLURAL.test(target) ? findPluralFault(header, locale) : undefined
    const own = fault && findRightLine(before, locale)
    return fault && own !== undefined ? { ...fault, right: own } : fault
  },
  check(target, locale, before) {
    const { text, header } = parseHeader(target)
    const fault = headerRules.findFault(target, locale, before)
    if (header === undefined || fault === undefined) return
    const what = `Plural-Forms in the header is wrong for ${locale}: ${fault.why}`
    const isKnown = fault.right === findRightLine(before, locale)
    const fix = `Write "${fault.right}\\n"${isKnown ? ', as in the file before' : ''}, and a msgstr for each form.`
    throw poFault(text, findPluralLine(text, header), what, fix)
  },
  describeChange(before, after) {
    const [was, now] = [before, after].map(file => headerField(parseHeader(file).header, 'Plural-Forms') ?? '')
    if (was === undefined || now === undefined || squeeze(was) === squeeze(now)) return undefined
    return `Plural-Forms changed from ${quoteLine(was)} to ${quoteLine(now)}`
  },
}

/** The header line `Language`. */
export const localeField: LocaleField = {
  name: 'Language',
  find: target => headerField(parseHeader(target).header, 'Language') || undefined,
}

/** The line of a file, if it has a rule that is not wrong. */
function findRightLine(file: string | undefined, locale: string): string | undefined {
  const header = file === undefined ? undefined : parseHeader(file).header
  const line = headerField(header, 'Plural-Forms')
  const isRight = line !== undefined && isPluralRule(line) && findPluralFault(header, locale) === undefined
  return isRight ? `Plural-Forms: ${line}` : undefined
}

const squeeze = (line: string): string => line.replace(/\s+|;$/g, '')

const quoteLine = (line: string): string => (isPluralRule(line) ? echo(line) : 'none')

/** Finds the offset of the line in the file, or of the header. */
function findPluralLine(text: string, { texts: [{ start, end }] }: PoEntry): number {
  const at = text.slice(start, end).search(/"\s*plural-forms/i)
  return start + Math.max(0, at)
}

/**
 * Returns why the plural rule of a header is wrong for a locale, and the right line; undefined if it is right or absent. A rule is right if it
 * divides whole numbers as CLDR or a published rule of the language does, in any order of forms, or divides one of its forms further. The form of 0 differs
 * between publishers and is compared only where CLDR gives it the form `other`.
 * A rule may have further forms for fractions or whole millions if CLDR has them. Rules of languages unknown to CLDR are not compared.
 */
export function findPluralFault(header: PoEntry | undefined, locale: string): HeaderFault | undefined {
  const line = headerField(header, 'Plural-Forms')
  const rule = readPluralRule(line)
  if (line === undefined || rule === undefined) return undefined
  if ('fault' in rule) return { line, right: `Plural-Forms: ${defaultRule(locale).header}`, why: rule.fault }
  if (Intl.PluralRules.supportedLocalesOf([locale]).length === 0) return undefined
  const { count, index } = rule
  const rules = pluralRules(locale)
  const ofLanguage = (n: number): unknown => rules.select(n)
  const { categories } = pluralProfile(locale, 'cardinal')
  const [language = locale] = locale.split('-')
  const numbers = rules.select(0) === 'other' ? ZERO_LAST : WITHOUT_ZERO
  const isPublished = publishedRules(language).some(
    published => countForms(published) === count && findDifference(index, published, numbers) === undefined,
  )
  if (isPublished) return undefined
  const right = defaultRule(locale).header
  const used = countForms(index)
  const needed = countForms(ofLanguage)
  const isFiner = [ofLanguage, ...publishedRules(language)].some(
    one => count === used && used === countForms(one) + 1 && divides(index, one, numbers),
  )
  const different = findDifference(index, ofLanguage, numbers)
  const hasZero = countForms(index) > countForms(index, WITHOUT_ZERO)
  const needsZero = categories.includes('zero')
  const isCldr = different === undefined && count <= categories.length
  if ((isCldr || isFiner) && (!hasZero || needsZero)) return undefined
  const why =
    used < needed && count === needed
      ? `nplurals is ${count}, but the plural expression gives only ${formatForms(used)}`
      : used !== needed || different === undefined
        ? `it has ${formatForms(Math.max(count, used))}, but ${locale} has ${formatForms(needed)}`
        : describeDifference(different, index, locale)
  return { line, right: `Plural-Forms: ${right}`, why }
}

const WHOLE_NUMBERS = Array.from({ length: 301 }, (_, n) => n).concat([1_000, 1_001, 1_002, 1_003, 1_011, 1_100])
const WITHOUT_ZERO = WHOLE_NUMBERS.slice(1)
const ZERO_LAST = [...WITHOUT_ZERO, 0]

const countForms = (formOf: (n: number) => unknown, numbers = WHOLE_NUMBERS): number =>
  new Set(numbers.map(formOf)).size

/** Returns two numbers that have one form in one rule, and two in the other. */
function findDifference(
  one: (n: number) => unknown,
  other: (n: number) => unknown,
  numbers: readonly number[],
): readonly [number, number] | undefined {
  const firstOfOne = new Map<unknown, number>()
  const firstOfOther = new Map<unknown, number>()
  for (const n of numbers) {
    const a = firstOfOne.get(one(n)) ?? n
    const b = firstOfOther.get(other(n)) ?? n
    if (a !== b) return [Math.min(a, b), n]
    firstOfOne.set(one(n), a)
    firstOfOther.set(other(n), b)
  }
  return undefined
}

/** Whether the numbers of each form of one rule have one form in the other. */
function divides(one: (n: number) => unknown, other: (n: number) => unknown, numbers: readonly number[]): boolean {
  const forms = new Map<unknown, unknown>()
  for (const n of numbers) {
    if (forms.has(one(n)) && forms.get(one(n)) !== other(n)) return false
    forms.set(one(n), other(n))
  }
  return true
}

function describeDifference([a, b]: readonly [number, number], index: PluralIndex, locale: string): string {
  const isOneForm = index(a) === index(b)
  return isOneForm
    ? `${a} and ${b} have the same form, but in ${locale} they differ`
    : `${a} and ${b} have different forms, but in ${locale} they have the same`
}

const formatForms = (count: number): string => (count === 1 ? '1 form' : `${count} forms`)
