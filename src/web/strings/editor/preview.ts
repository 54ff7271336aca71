import { exampleNumbers, pluralRules } from '../../../l10n/locales/plural-rules.ts'
import type { Message, Syntax } from '../../../l10n/message/message.ts'
import { formatIcu } from '../../i18n/format-icu.ts'

/** A text as an application would show it for a number. */
export interface Preview {
  readonly number: number
  /** The plural form of the number. */
  readonly form: string
  readonly text: string
}

/** What prints the number in syntaxes whose forms are separate strings. */
const NUMBER = /\{\{\s*count\s*(?:,[^}]*)?\}\}|\{\s*(?:count|n|num|number|0)\s*\}|%(?:\(\w+\)|1\$)?[diu]|%n|%\{count\}/g

/** Longest text that is previewed, in UTF-16 units. */
const MAX_UNITS = 2000

/** Shows a message with a number; undefined if it does not depend on one, or cannot be shown. */
export function previewMessage(
  value: Message,
  { locale, syntax, number }: { readonly locale: string; readonly syntax: Syntax; readonly number: number },
): Preview | undefined {
  const form = pluralRules(locale).select(number)
  if (typeof value === 'string') {
    if (syntax !== 'icu' || value.length > MAX_UNITS) return undefined
    const text = formatIcu(value, locale, number)
    return text === undefined ? undefined : { number, form, text }
  }
  const own = value[form] ?? value['other']
  return own === undefined || own === '' || own.length > MAX_UNITS
    ? undefined
    : { number, form, text: previewForm(own, locale, number) }
}

/** Shows one form with a number. */
export const previewForm = (text: string, locale: string, number: number): string =>
  text.replace(NUMBER, new Intl.NumberFormat(locale).format(number))

/** The first example number of a form in a locale. */
export const exampleNumber = (locale: string, form: string): number | undefined =>
  form.startsWith('=') ? Number(form.slice(1)) : exampleNumbers(locale, form)[0]
