import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { echo } from '../../text/escape.ts'
import { CATEGORY_ORDER, neededCategories, type PluralProfile, pluralProfile } from '../locales/plural-rules.ts'
import { type IcuAst, walkIcu } from '../message/icu.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** Finds plural forms that the target language needs and that are missing, and forms that it does not use. */
export function* pluralForms(context: CheckContext): Generator<Finding> {
  const { icu, source, target, locale, categories, ordinal } = context
  const counts = ordinal === true ? 'ordinal' : 'cardinal'
  const needed = categories ?? neededCategories(locale, counts)
  if (typeof target.value !== 'string') {
    const forms = Object.keys(target.value)
    yield* findMissingForms(forms, needed, locale)
    yield* findExtraForms(forms, pluralProfile(locale, counts), locale)
  } else if (typeof source.value !== 'string') {
    const fix = `Send forms with ${needed.join(', ')}.`
    yield {
      id: 'plural_forms',
      level: 'error',
      message: 'The source has plural forms, but the translation has none.',
      fix,
    }
  } else if (icu !== undefined && !('fault' in icu.target)) {
    const invariable = source.computeOnce(() => findInvariableArguments(icu.source), findInvariableArguments)
    yield* checkIcuPlurals(icu.target.ast, invariable, locale)
  }
}

function* checkIcuPlurals(ast: IcuAst, invariable: ReadonlySet<string>, locale: string): Generator<Finding> {
  let surplus = 0
  for (const element of walkIcu(ast)) {
    if (element.type !== TYPE.plural) continue
    const type = element.pluralType ?? 'cardinal'
    const profile = pluralProfile(locale, type)
    const forms = Object.keys(element.options)
    const at = element.location?.start.offset
    const isInvariable = isInvariableText(element) || (invariable.has(element.value) && hasOnlyOther(element))
    if (!isInvariable)
      yield* findMissingForms(forms, getRequiredInIcu(profile, neededCategories(locale, type), forms), locale, at)
    if (surplus >= MAX_SURPLUS) continue
    for (const finding of findExtraForms(forms, profile, locale, at)) {
      surplus += 1
      yield finding
    }
  }
}

/** Most surplus forms reported per message. */
const MAX_SURPLUS = 20

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

function findMissingForms(forms: readonly string[], needed: readonly string[], locale: string, at?: number): Finding[] {
  const absent = needed.filter(category => !covers(forms, category))
  if (absent.length === 0) return []
  const what = `the plural form${absent.length === 1 ? '' : 's'} ${absent.join(', ')}`
  return [
    {
      id: 'plural_forms',
      level: 'error',
      message: `${locale} also needs ${what}.`,
      ...(at !== undefined && { at }),
      fix: `Add ${what}.`,
    },
  ]
}

function findExtraForms(
  forms: readonly string[],
  { categories }: PluralProfile,
  locale: string,
  at?: number,
): Finding[] {
  return forms
    .filter(form => !form.startsWith('=') && !categories.includes(form))
    .slice(0, MAX_SURPLUS)
    .map(form => ({
      id: 'extra_plural_forms',
      level: 'info',
      message: CATEGORY_ORDER.some(category => category === form)
        ? `${locale} does not use the plural form ${form}.`
        : `${echo(form)} is not a plural form.`,
      ...(at !== undefined && { at }),
      fix: `Remove the plural form ${echo(form)}.`,
    }))
}

/** `=1 {…}` is enough if a language uses `one` only for the number 1. */
const covers = (forms: readonly string[], category: string): boolean =>
  forms.some(form => (EXACT[form] ?? form) === category)

const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' }
