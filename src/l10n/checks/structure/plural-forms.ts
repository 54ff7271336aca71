import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { neededCategories, type PluralProfile, pluralProfile } from '../../locales/plural-rules.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'

export const pluralForms = defineCheck({
  id: 'plural_forms',
  level: 'error',
  finds: 'A plural form that the target language needs and that is missing.',
  why: 'Some numbers show a wrong form, or nothing.',
  standard: 'CLDR plural rules; the Plural-Forms header of a PO file',
  examples: [
    {
      syntax: 'icu',
      locale: 'pl',
      source: '{n, plural, one {# file} other {# files}}',
      good: '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
      bad: '{n, plural, one {# plik} other {# pliki}}',
    },
  ],
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { icu, source, target, locale, categories, ordinal } = context
  const counts = ordinal === true ? 'ordinal' : 'cardinal'
  const needed = categories ?? neededCategories(locale, counts)
  if (typeof target.value !== 'string') {
    yield* findMissingForms(Object.keys(target.value), needed, locale)
  } else if (typeof source.value !== 'string') {
    const fix = `Send forms with ${needed.join(', ')}.`
    yield { message: 'The source has plural forms, but the translation has none.', fix }
  } else if (icu !== undefined && !('fault' in icu.target)) {
    const invariable = source.computeOnce(() => findInvariableArguments(icu.source), findInvariableArguments)
    yield* checkIcuPlurals(icu.target.ast, invariable, locale)
  }
}

function* checkIcuPlurals(ast: IcuAst, invariable: ReadonlySet<string>, locale: string): Generator<Fault> {
  for (const element of walkIcu(ast)) {
    if (element.type !== TYPE.plural) continue
    const type = element.pluralType ?? 'cardinal'
    const profile = pluralProfile(locale, type)
    const forms = Object.keys(element.options)
    const at = element.location?.start.offset
    const isInvariable = isInvariableText(element) || (invariable.has(element.value) && hasOnlyOther(element))
    if (!isInvariable)
      yield* findMissingForms(forms, getRequiredInIcu(profile, neededCategories(locale, type), forms), locale, at)
  }
}

/** Arguments whose source forms are all alike, so that the target needs no forms. */
function findInvariableArguments(ast: IcuAst): ReadonlySet<string> {
  const names = new Set<string>()
  for (const element of walkIcu(ast)) if (hasOnlyOther(element)) names.add(element.value)
  return names
}

type Plural = Extract<MessageFormatElement, { pluralType: unknown }>

const hasOnlyOther = (element: MessageFormatElement): element is Plural =>
  element.type === TYPE.plural && Object.keys(element.options).join() === 'other'

/**
 * In ICU an absent form falls back to `other`. That is acceptable for zero, and for one more form where `other` is for fractions only (Polish, Russian): there
 * translators use `other` for `many` or `few`.
 */
function getRequiredInIcu(
  { sampleCounts: reached }: PluralProfile,
  ofWholes: readonly string[],
  forms: readonly string[],
): string[] {
  const needed = ofWholes.filter(category => !(category === 'zero' && reached.get('zero') === 1))
  const absent = needed.filter(category => !covers(forms, category))
  return absent.length === 1 && !reached.has('other') ? needed.filter(category => category !== absent[0]) : needed
}

/** Whether all forms have the same words, or words without a number have a single form. */
function isInvariableText({ options }: Plural): boolean {
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

function findMissingForms(forms: readonly string[], needed: readonly string[], locale: string, at?: number): Fault[] {
  const absent = needed.filter(category => !covers(forms, category))
  if (absent.length === 0) return []
  const what = `the plural form${absent.length === 1 ? '' : 's'} ${absent.join(', ')}`
  return [
    {
      message: `${locale} also needs ${what}.`,
      ...(at !== undefined && { at }),
      fix: `Add ${what}.`,
    },
  ]
}

/** `=1 {…}` is enough if a language uses `one` only for the number 1. */
const covers = (forms: readonly string[], category: string): boolean =>
  forms.some(form => (EXACT[form] ?? form) === category)

const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' }
