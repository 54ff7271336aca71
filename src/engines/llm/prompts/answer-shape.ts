import type { EngineItem } from '../../../l10n/engines/engine.ts'
import { exampleNumbers, pluralNeeds } from '../../../l10n/locales/plural-rules.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { joinPlural, splitPlural } from '../../../l10n/message/plural-message.ts'

/** What the answer for a string contains: one text, or one text per field of `forms`. */
export interface AnswerShape {
  /** The source as the model sees it. */
  readonly source: Message
  /** The fields of the answer's `forms`, with the numbers that they are for; undefined for one text. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether it is an ICU plural that was split into sentences. */
  readonly isSplit: boolean
  /** Turns the fields of the answer into the translation. */
  readonly build: (forms: Readonly<Record<string, string>>) => Message
}

/** Finds out what the answer for a string contains. Models never write plural syntax where it can be avoided. */
export function toAnswerShape(
  { source, syntax, plurals }: Pick<EngineItem, 'source' | 'syntax' | 'plurals'>,
  locale: string,
): AnswerShape {
  if (typeof source !== 'string') {
    const names = plurals?.required ?? Object.keys(source)
    const isOrdinal = names.some(name => exampleNumbers(locale, name).length === 0)
    const fields = describeFields(names, locale, isOrdinal ? 'ordinal' : 'cardinal')
    return { source, fields, isSplit: false, build: forms => ({ ...forms }) }
  }
  const split = syntax === 'icu' ? splitPlural(source) : undefined
  if (split === undefined) return { source, isSplit: false, build: ({ text = '' }) => text }
  const { type, argument } = split
  const needs = type === 'cardinal' && plurals !== undefined ? plurals : pluralNeeds(locale, { type, kind: 'icu' })
  const exact = Object.keys(split.forms).filter(name => name.startsWith('='))
  const names = [...exact, ...new Set([...needs.required, 'other'])]
  return {
    source: toFieldNames(split.forms),
    fields: describeFields(names, locale, type),
    isSplit: true,
    build: forms =>
      joinPlural({
        argument,
        type,
        forms: Object.fromEntries(names.map(name => [name, forms[toFieldName(name)] ?? ''])),
      }),
  }
}

/** Shows a text as the model sees and answers it: an ICU plural as sentences. */
export function toShown(text: Message, isSplit: boolean): Message {
  const split = isSplit && typeof text === 'string' ? splitPlural(text) : undefined
  return split === undefined ? text : toFieldNames(split.forms)
}

/** Schemas allow no `=` in the names of fields. */
const toFieldName = (name: string): string => name.replace(/^=/, 'exactly_')

const toFieldNames = (forms: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(forms).map(([name, text]) => [toFieldName(name), text]))

function describeFields(names: readonly string[], locale: string, type: 'cardinal' | 'ordinal') {
  const describe = (name: string): string => {
    if (name.startsWith('=')) return `exactly ${name.slice(1)}`
    const numbers = exampleNumbers(locale, name, type)
    return numbers.length === 0 ? 'all numbers' : `numbers such as ${numbers.join(', ')}`
  }
  return Object.fromEntries(names.map(name => [toFieldName(name), describe(name)]))
}
