import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { echo } from '../../text/escape.ts'
import { CATEGORY_ORDER, neededCategories, type PluralProfile, pluralProfile } from '../locales/cldr.ts'
import { type IcuAst, walkIcu } from '../message/icu.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

/** Every plural has the forms that the target's language needs; further ones are pointed out. */
export function* pluralForms(context: CheckContext): Generator<Finding> {
  const { icu, source, target, locale, categories, ordinal } = context
  const counts = ordinal === true ? 'ordinal' : 'cardinal'
  const needed = categories ?? neededCategories(locale, counts)
  if (typeof target.value !== 'string') {
    const forms = Object.keys(target.value)
    yield* findMissingForms(forms, needed, locale)
    yield* findExtraForms(forms, pluralProfile(locale, counts), locale)
  } else if (typeof source.value !== 'string') {
    const fix = `Send forms: one text for each of ${needed.join(', ')}.`
    yield { id: 'plural_forms', level: 'error', message: 'The source has plural forms and this is one text.', fix }
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

/** Forms too many of one message that are told. */
const MAX_SURPLUS = 20

/** The arguments for which a source makes no difference between numbers, and so asks for none. */
function findInvariableArguments(ast: IcuAst): ReadonlySet<string> {
  const names = new Set<string>()
  for (const element of walkIcu(ast)) if (hasOnlyOther(element)) names.add(element.value)
  return names
}

type Plural = Extract<MessageFormatElement, { pluralType: unknown }>

const hasOnlyOther = (element: MessageFormatElement): element is Plural =>
  element.type === TYPE.plural && Object.keys(element.options).join() === 'other'

/**
 * In ICU a form that is absent falls back to `other`. That is right for zero alone, and where `other` is for fractions only (Polish, Russian) for one more
 * form: there translators write the text of `many`, or of `few`, as `other`.
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

/** One and the same words whatever the number, or words without a number that the translator gave one form. */
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
      message: `The language ${locale} also needs ${what}.`,
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
        ? `The language ${locale} does not use the plural form ${form}.`
        : `${echo(form)} is no plural form.`,
      ...(at !== undefined && { at }),
      fix: `Remove the plural form ${echo(form)}.`,
    }))
}

/** `=1 {…}` is enough where a language has `one` for the number one. */
const covers = (forms: readonly string[], category: string): boolean =>
  forms.some(form => (EXACT[form] ?? form) === category)

const EXACT: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' }
