import type { EngineBatch, EngineItem } from '../../../l10n/engines/engine.ts'
import { exampleNumbers } from '../../../l10n/locales/plural-rules.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { type PluralMessage, splitPlural } from '../../../l10n/message/plural-message.ts'

/** A string as the model sees it, and how its answer becomes a message. */
export interface PromptItem {
  readonly item: EngineItem
  /** The plural message that was split into sentences; undefined for other strings. */
  readonly plural: PluralMessage | undefined
  /** The names of the plural forms to write; undefined for a text without forms. */
  readonly forms: readonly string[] | undefined
}

/** Decides for each string whether the model writes one text or plural forms. */
export const toPromptItems = ({ items }: EngineBatch): readonly PromptItem[] =>
  items.map(item => {
    const { source, syntax, plurals } = item
    const plural = typeof source === 'string' && syntax === 'icu' ? splitPlural(source) : undefined
    const needed = plurals?.required ?? []
    if (typeof source !== 'string') return { item, plural, forms: needed.length > 0 ? needed : Object.keys(source) }
    if (plural === undefined || needed.length === 0) return { item, plural: undefined, forms: undefined }
    const exact = Object.keys(plural.forms).filter(name => name.startsWith('='))
    return { item, plural, forms: [...exact, ...needed] }
  })

/** The data block: everything that users or files wrote. The model must not follow any of it. */
export function toData(batch: EngineBatch, items: readonly PromptItem[]): string {
  return JSON.stringify(
    {
      ...(batch.voice !== undefined && { voice: batch.voice }),
      ...(batch.terms !== undefined && batch.terms.length > 0 && { terms: batch.terms }),
      strings: items.map(one => toRow(one, batch.locale)),
    },
    undefined,
    1,
  )
}

function toRow({ item, plural, forms }: PromptItem, locale: string) {
  const { id, key, file, source, context, note, max, neighbours, like, before, repair } = item
  return {
    id,
    key,
    file,
    source: plural?.forms ?? source,
    ...(forms !== undefined && { forms: describeForms(forms, plural, locale) }),
    ...(context !== undefined && { context }),
    ...(note !== undefined && { note }),
    ...(max !== undefined && { max_length: max }),
    ...(neighbours !== undefined && neighbours.length > 0 && { nearby: neighbours }),
    ...(like !== undefined && like.length > 0 && { similar: like }),
    ...(before !== undefined && {
      current: {
        translation: toForms(before.text, plural),
        ...(before.source !== undefined && { of: before.source }),
        ...(before.reasons.length > 0 && { reasons: before.reasons }),
      },
    }),
    ...(repair !== undefined && {
      refused: { translation: toForms(repair.text, plural), findings: repair.findings },
    }),
  }
}

/** Examples of numbers for each form. */
function describeForms(
  forms: readonly string[],
  plural: PluralMessage | undefined,
  locale: string,
): Readonly<Record<string, string>> {
  const type = plural?.type === 'selectordinal' ? 'ordinal' : 'cardinal'
  return Object.fromEntries(
    forms.map(name => {
      if (name.startsWith('=')) return [name, `exactly ${name.slice(1)}`]
      const numbers = exampleNumbers(locale, name, type)
      return [name, numbers.length === 0 ? 'all other numbers' : `such as ${numbers.join(', ')}`]
    }),
  )
}

/** An earlier translation, split like its source. */
const toForms = (text: Message, plural: PluralMessage | undefined): Message =>
  plural !== undefined && typeof text === 'string' ? (splitPlural(text)?.forms ?? text) : text
