import { exampleNumbers, pluralCategory } from '../../../l10n/locales/plural-rules.ts'
import { joinChoice } from '../../../l10n/message/plural-message.ts'
import { formatIcu } from '../../i18n/format-icu.ts'
import type { Draft, DraftField } from './draft.ts'

/** A text as an application would show it for a number. */
export interface Preview {
  /** The plural form of the number. */
  readonly form: string
  readonly text: string
}

/** What prints the number in syntaxes whose forms are separate strings. */
const NUMBER = /\{\{\s*count\s*(?:,[^}]*)?\}\}|\{\s*(?:count|n|num|number|0)\s*\}|%(?:\(\w+\)|1\$)?[diu]|%n|%\{count\}/g

/** Longest text that is previewed, in UTF-16 units. */
const MAX_UNITS = 2000

/** Shows a draft with a number; undefined if it does not depend on one, or its form has no text. */
export function previewDraft(draft: Draft, locale: string, number: number): Preview | undefined {
  const type = pluralType(draft)
  if (type === undefined) return undefined
  const find = (name: string) => draft.fields.find(({ form, value }) => form === name && value !== '')
  const found = find(`=${number}`) ?? find(pluralCategory(locale, number, type)) ?? find('other')
  const text = found && show(found, draft, locale, number)
  return found?.form === undefined || text === undefined ? undefined : { form: found.form, text }
}

/** The first number that has a form, and the form with it. */
export function showExample(
  field: DraftField,
  draft: Draft,
  locale: string,
): { readonly number?: number; readonly text?: string | undefined } {
  const type = pluralType(draft)
  const { form } = field
  if (form === undefined || type === undefined) return {}
  const number = form.startsWith('=') ? Number(form.slice(1)) : exampleNumbers(locale, form, type)[0]
  if (number === undefined) return {}
  return { number, text: field.value === '' ? undefined : show(field, draft, locale, number) }
}

/** Every form of a draft with an example number. */
export const showExamples = (draft: Draft, locale: string): Readonly<Record<string, string>> =>
  Object.fromEntries(draft.fields.map(field => [field.form ?? '', showExample(field, draft, locale).text ?? '']))

/** Whether the forms of a draft are those of numbers that count or order; undefined if they are not of numbers. */
export function pluralType({ kind, choice }: Draft): 'cardinal' | 'ordinal' | undefined {
  if (kind === 'forms') return 'cardinal'
  return choice === undefined || choice.type === 'select' ? undefined : choice.type
}

/** Shows one form with a number. A branch is formatted alone, because the others may not be written yet. */
function show({ value }: DraftField, { choice }: Draft, locale: string, number: number): string | undefined {
  if (value.length > MAX_UNITS) return undefined
  const shown = new Intl.NumberFormat(locale).format(number)
  if (choice === undefined) return value.replace(NUMBER, shown)
  return formatIcu(joinChoice({ ...choice, forms: { other: value } }), locale, number) ?? value.replaceAll('#', shown)
}
