import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { distance } from 'fastest-levenshtein'
import { quote, quoteList } from '../../../text/quote.ts'
import {
  CATEGORY_ORDER,
  exampleNumbers,
  type PluralProfile,
  pluralNeeds,
  pluralProfile,
} from '../../locales/plural-rules.ts'
import { type FluentPart, isNumber, isPluralSelect, listSelects, walkFluent } from '../../message/fluent/parts.ts'
import { type IcuAst, type IcuPlural, listPlurals, walkIcu } from '../../message/icu.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { isExact } from '../occurrences/count-placeholders.ts'
import { findBananaFaults, findExtraBananaForms } from './banana-forms.ts'
import { findExtraLaravelForms, findLaravelFaults, findLostZero } from './laravel-forms.ts'

export const extraPluralForms = defineCheck({
  id: 'extra_plural_forms',
  level: 'warning',
  finds: 'A plural form that the target language does not use.',
  why: 'The application never shows it, and a gettext file cannot hold it. A surplus msgstr of an imported gettext file is not imported, so only push_translations warns of it.',
  standard: 'CLDR plural rules',
  examples: [
    {
      syntax: 'icu',
      locale: 'ja',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, other {#件}}',
      bad: '{n, plural, one {#件} other {#件}}',
    },
  ],
  find: findUnknownForms,
})

function* findUnknownForms(context: CheckContext): Generator<Fault> {
  const { icu, target, locale, ordinal, hasExactZero, categories = [] } = context
  if (target.single === undefined) {
    const known = [
      ...categories,
      ...(hasExactZero === true ? ['zero'] : []),
      ...(target.syntax === 'ruby' ? RAILS : []),
    ]
    yield* findExtraForms(
      target.texts.map(([form = '']) => form).filter(form => !known.includes(form)),
      pluralProfile(locale, ordinal === true ? 'ordinal' : 'cardinal'),
      locale,
    )
  } else if (icu !== undefined && !('fault' in icu.target)) {
    for (const { pluralType = 'cardinal', options, location } of listPlurals(icu.target.ast)) {
      yield* findExtraForms(Object.keys(options), pluralProfile(locale, pluralType), locale, location?.start.offset)
    }
  } else if (target.syntax === 'fluent') {
    const { fluent } = target.single
    for (const part of fluent.ok ? listSelects(fluent.parts) : []) {
      if (!isPluralSelect(part)) continue
      // The default variant may have any name.
      const names = part.variants.flatMap(({ name, isDefault }) => (isDefault ? [] : [name]))
      yield* findExtraForms(names, pluralProfile(locale, 'cardinal'), locale, part.start)
    }
  } else if (target.syntax === 'banana') yield* findExtraBananaForms(context)
  else yield* findExtraLaravelForms(context)
}

/** What Rails itself uses for every language, and what its usual rules use for Bosnian and Croatian. */
const RAILS = ['one', 'many']

/** Forms that other languages have. `plural_forms` reports names that no language has. */
function findExtraForms(forms: readonly string[], { categories }: PluralProfile, locale: string, at?: number): Fault[] {
  return CATEGORY_ORDER.filter(category => forms.includes(category) && !categories.includes(category)).map(form => ({
    message: `${locale} does not use the plural form ${quote(form)}.`,
    ...(at !== undefined && { at }),
    fix: `Remove the plural form ${quote(form)}.`,
  }))
}

export const pluralForms = defineCheck({
  id: 'plural_forms',
  level: 'error',
  finds:
    'A plural form of the target language that is missing, a misspelled name of a form, and a text for 0 that is left out. In imported texts it is a warning, unless the project sets its level.',
  why: 'Some numbers show a wrong form, or nothing.',
  standard:
    'CLDR plural rules; the Plural-Forms header of a PO file; the plural rules of Laravel (`trans_choice`) and Symfony',
  examples: [
    {
      syntax: 'icu',
      locale: 'pl',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
      bad: '{n, plural, one {# plik} other {# pliki}}',
    },
    {
      syntax: 'fluent',
      locale: 'cs',
      source: '{ $n ->\n    [one] One file\n   *[other] { $n } files\n}',
      good: '{ $n ->\n    [one] Jeden soubor\n    [few] { $n } soubory\n   *[other] { $n } souborů\n}',
      bad: '{ $n ->\n    [one] Jeden soubor\n    [fwe] { $n } soubory\n   *[other] { $n } souborů\n}',
    },
    {
      syntax: 'icu',
      locale: 'cs',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, one {# soubor} few {# soubory} other {# souborů}}',
      bad: '{n, plural, one {# soubor} fwe {# soubory} other {# souborů}}',
    },
    {
      syntax: 'banana',
      locale: 'de',
      source: '$1 {{PLURAL:$1|file|files}}',
      good: '$1 {{PLURAL:$1|Datei|Dateien}}',
      bad: '$1 Dateien',
    },
  ],
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  yield* findForms(context)
  yield* findLostZero(context)
}

function* findForms(context: CheckContext): Generator<Fault> {
  const { icu, source, target, locale, categories, ordinal } = context
  const type = ordinal === true ? 'ordinal' : 'cardinal'
  const { required } = pluralNeeds(locale, { type, kind: 'forms', categories })
  if (target.single === undefined) {
    const plural: FormSet = { forms: target.texts.map(([form = '']) => form), required, locale, type }
    const misspelled = findMisspelled(plural)
    yield* misspelled
    // Rails falls back to `other`, as ICU does, and has no other form for 2 in Hebrew.
    const isFilled = source.syntax === 'ruby' && lacksTwoOnly(plural)
    for (const fault of findMissingForms(plural, misspelled.length)) yield isFilled ? toWarning(fault) : fault
  } else if (source.single === undefined) {
    const fix = `Send forms with ${quoteList(required)}.`
    yield { message: 'The source has plural forms, but the translation has none.', fix }
  } else if (icu !== undefined && !('fault' in icu.target)) {
    const invariable = source.computeOnce(() => findInvariableArguments(icu.source), findInvariableArguments)
    yield* checkIcuPlurals(icu.target.ast, invariable, locale)
  } else if (source.syntax === 'fluent') {
    yield* checkFluentPlurals(source.single, target.single, locale)
  } else if (source.syntax === 'banana') yield* findBananaFaults(context)
  else yield* findLaravelFaults(context)
}

/**
 * The default variant stands for all forms that a select lacks. A variant is misspelled if the source selects by the same value with plural forms.
 */
function* checkFluentPlurals(source: ParsedText, target: ParsedText, locale: string): Generator<Fault> {
  if (!source.fluent.ok || !target.fluent.ok) return
  const plurals = source.computeOnce(listPluralKeys)
  const { required } = pluralNeeds(locale, { type: 'cardinal', kind: 'icu' })
  for (const part of listSelects(target.fluent.parts)) {
    if (part.selector.key === undefined) continue
    if (!isPluralSelect(part) && !plurals.has(part.selector.key)) continue
    const names = part.variants.map(({ name }) => (isNumber(name) ? `=${name}` : name))
    const plural: FormSet = { forms: names, required, locale, type: 'cardinal', at: part.start }
    const misspelled = findMisspelled(plural)
    yield* misspelled
    const texts = new Set(
      part.variants.map(({ parts }) => JSON.stringify(parts.map(({ start, end }) => target.text.slice(start, end)))),
    )
    if (texts.size === 1) continue
    const isPrinted = part.variants.some(({ name, parts }) => !isNumber(name) && printsKey(parts, part.selector.key))
    const hasValue = /\{\s*\$/.test(target.text.slice(part.start + 1, part.end))
    if (isWithoutNumber(names, isPrinted, hasValue ? undefined : locale)) continue
    yield* findMissingInMessage({ ...plural, forms: [...names, 'other'] }, misspelled.length)
  }
}

const printsKey = (parts: readonly FluentPart[], key: string | undefined): boolean =>
  [...walkFluent(parts)].some(part => part.kind === 'value' && part.key === key)

/** Whether a text only tells single numbers, as `=1` and Polish `one`, from all others, and does not print the number: "Remove", "Remove all". */
const isWithoutNumber = (names: readonly string[], isPrinted: boolean, locale: string | undefined): boolean =>
  !isPrinted &&
  names.length > 1 &&
  names.every(name => name.startsWith('=') || name === 'other' || (locale !== undefined && isExact(name, locale)))

/** The values by which a text selects plural forms. */
const listPluralKeys = ({ fluent }: ParsedText): ReadonlySet<string> =>
  new Set(
    listSelects(fluent.ok ? fluent.parts : []).flatMap(part => (isPluralSelect(part) ? (part.selector.key ?? []) : [])),
  )

function* checkIcuPlurals(ast: IcuAst, invariable: ReadonlySet<string>, locale: string): Generator<Fault> {
  for (const element of listPlurals(ast)) {
    const type = element.pluralType ?? 'cardinal'
    const { required } = pluralNeeds(locale, { type, kind: 'icu' })
    const forms = Object.keys(element.options)
    const plural: FormSet = { forms, required, locale, type, at: element.location?.start.offset }
    const misspelled = findMisspelled(plural)
    yield* misspelled
    const inOther = [...walkIcu(element.options['other']?.value ?? [])]
    const isPrinted = inOther.some(
      inner => inner.type === TYPE.pound || (inner.type === TYPE.argument && inner.value === element.value),
    )
    // Another value can be the number as it is shown: "{followers, plural, one {a person} other {{shown} people}}".
    const ofNumber = type === 'cardinal' && !inOther.some(inner => inner.type === TYPE.argument) ? locale : undefined
    if (isWithoutNumber(forms, isPrinted, ofNumber)) continue
    if (isInvariableText(element) || (invariable.has(element.value) && hasOnlyOther(element))) continue
    yield* findMissingInMessage(plural, misspelled.length)
  }
}

/**
 * In ICU an absent form falls back to `other`. Where `other` is for fractions only (Polish, Russian), translators use it for `many` or `few`: that prints no
 * wrong form for whole numbers, if one form is absent. Nor does it where the absent form is for the number 2 only, as in Hebrew.
 */
function isCoveredByOther(plural: FormSet): boolean {
  const { locale, type } = plural
  const [only, ...others] = listAbsent(plural)
  if (only === undefined || others.length > 0 || only === 'other') return false
  return !pluralProfile(locale, type).sampleCounts.has('other') || lacksTwoOnly(plural)
}

/** Whether the only absent form is for the number 2 alone. */
const lacksTwoOnly = (plural: FormSet): boolean =>
  listAbsent(plural).join() === 'two' && pluralProfile(plural.locale, plural.type).sampleCounts.get('two') === 1

/** Missing forms of a plural inside a message. */
function findMissingInMessage(plural: FormSet, misspelled: number): readonly Fault[] {
  const faults = findMissingForms(plural, misspelled)
  return isCoveredByOther(plural) ? faults.map(toWarning) : faults
}

const toWarning = ({ message, ...fault }: Fault): Fault => ({
  ...fault,
  level: 'warning',
  message: `${message} Until then, "other" is used instead.`,
})

/** Arguments whose source forms are all alike, so that the target needs no forms. */
const findInvariableArguments = (ast: IcuAst): ReadonlySet<string> =>
  new Set(
    listPlurals(ast)
      .filter(hasOnlyOther)
      .map(({ value }) => value),
  )

const hasOnlyOther = ({ options }: IcuPlural): boolean => Object.keys(options).join() === 'other'

/** Whether all forms have the same words, or words without a number have a single form. */
function isInvariableText({ options }: IcuPlural): boolean {
  const texts = new Set(Object.values(options).map(option => JSON.stringify(option.value.map(toWords))))
  if (texts.size !== 1) return false
  return Object.keys(options).length > 1 || !Object.values(options).some(option => option.value.some(printsValue))
}

const toWords = (element: MessageFormatElement): unknown =>
  element.type === TYPE.literal
    ? element.value
    : element.type === TYPE.tag
      ? element.children.map(toWords)
      : element.type

const printsValue = (element: MessageFormatElement): boolean =>
  element.type === TYPE.tag ? element.children.some(printsValue) : element.type !== TYPE.literal

/** The forms of a plural, and those that its language needs. */
interface FormSet {
  readonly forms: readonly string[]
  readonly required: readonly string[]
  readonly locale: string
  readonly type: 'cardinal' | 'ordinal'
  /** Where it begins inside a message. */
  readonly at?: number | undefined
}

const listAbsent = ({ forms, required, locale }: FormSet): readonly string[] =>
  required.filter(category => !covers(forms, category, locale))

/** @param misspelled the number of misspelled forms, each of which may be a missing one */
function findMissingForms(plural: FormSet, misspelled: number): Fault[] {
  const { locale, type, at } = plural
  const absent = listAbsent(plural)
  if (absent.length <= misspelled) return []
  const what = `the plural form${absent.length === 1 ? '' : 's'}`
  const message = `${locale} also needs ${what} ${quoteList(absent)}.`
  const fix = `Add ${what} ${absent.map(category => withExamples(category, locale, type)).join(', ')}.`
  return [{ message, ...(at !== undefined && { at }), fix }]
}

/** A form with the first numbers that have it: `"few" (2, 3, 4, 22)`. */
function withExamples(category: string, locale: string, type: 'cardinal' | 'ordinal'): string {
  const numbers = exampleNumbers(locale, category, type)
  return numbers.length === 0 ? quote(category) : `${quote(category)} (${numbers.join(', ')})`
}

/** `=1 {…}` is enough if a language uses `one` only for the number 1. */
const covers = (forms: readonly string[], category: string, locale: string): boolean =>
  forms.some(form => form === category || (EXACT[form] === category && isExact(category, locale)))

const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' }

/** Most misspelled forms of one plural that are reported, and characters of a name that are compared. */
const MAX_MISSPELLED = 20
const MAX_NAME = 20

/** Forms that no language has. The application never shows them. */
function findMisspelled({ forms, required, locale, at }: FormSet): Fault[] {
  return forms
    .filter(form => !form.startsWith('=') && !CATEGORY_ORDER.some(category => category === form))
    .slice(0, MAX_MISSPELLED)
    .map(form => {
      const name = form.slice(0, MAX_NAME).toLowerCase()
      const free = required.filter(category => !forms.includes(category))
      const known = free.length > 0 ? free : required
      const nearest = known.toSorted((a, b) => distance(a, name) - distance(b, name))[0] ?? 'other'
      return {
        message: `${quote(form)} is not a plural form.`,
        ...(at !== undefined && { at }),
        fix: `Rename it to ${quote(nearest)}, or remove it; ${locale} has ${quoteList(required)}.`,
      }
    })
}
