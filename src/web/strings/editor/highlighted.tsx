import type { ComponentChildren } from 'preact'
import { longestMatches, PhraseIndex } from '../../../l10n/glossary/phrase-index.ts'
import { exampleNumbers } from '../../../l10n/locales/plural-rules.ts'
import type { Family } from '../../../l10n/message/families.ts'
import { findCode } from '../../../l10n/message/find-code.ts'
import type { Message, Syntax } from '../../../l10n/message/message.ts'
import { numberFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { languageAttributes } from '../message-text.tsx'

interface HighlightedProps {
  readonly text: string
  readonly locale: string
  readonly syntax: Syntax
  /** The placeholder families of its file; default: those of the syntax. */
  readonly families?: readonly Family[] | undefined
  /** Words to underline: the glossary terms of the text. */
  readonly terms?: readonly string[]
}

/** Longest text with highlights, in UTF-16 units. */
const MAX_UNITS = 5000

/** A text whose placeholders are chips, and whose glossary terms are underlined. */
function Highlighted({ text, locale, syntax, families, terms = [] }: HighlightedProps) {
  if (text === '') return <p class="hint">{t('strings.text.empty')}</p>
  return (
    <p class="string se-string" {...languageAttributes(locale)}>
      {text.length > MAX_UNITS ? text : mark(text, { syntax, families, terms })}
    </p>
  )
}

const toFamilies = (families: readonly Family[] | undefined) => (families?.length === 0 ? undefined : families)

/** The parts of a text, with its placeholders as chips. */
export function mark(
  text: string,
  { syntax, families, terms = [] }: Pick<HighlightedProps, 'syntax' | 'families' | 'terms'>,
): ComponentChildren[] {
  const phrases = new PhraseIndex(terms.map(term => ({ text: term, caseSensitive: false })))
  const parts: ComponentChildren[] = []
  const addWords = (words: string): void => {
    let at = 0
    for (const { start, end } of longestMatches(phrases.find(words))) {
      if (start < at) continue
      parts.push(words.slice(at, start), <span class="se-term">{words.slice(start, end)}</span>)
      at = end
    }
    parts.push(words.slice(at))
  }
  let at = 0
  for (const { start, end } of findCode(text, syntax, toFamilies(families))) {
    addWords(text.slice(at, start))
    parts.push(
      <bdi class="se-ph" dir="ltr">
        {text.slice(start, end)}
      </bdi>,
    )
    at = end
  }
  addWords(text.slice(at))
  return parts
}

interface HighlightedMessageProps extends Omit<HighlightedProps, 'text'> {
  readonly value: Message
}

/** A message with highlights; plural forms are rows with their example numbers. */
export function HighlightedMessage({ value, ...text }: HighlightedMessageProps) {
  const forms = typeof value === 'string' ? undefined : Object.entries(value)
  if (forms === undefined) {
    return (
      <div class="se-forms se-single">
        <div class="se-tx">
          <Highlighted text={typeof value === 'string' ? value : ''} {...text} />
        </div>
      </div>
    )
  }
  return (
    <dl class="se-forms">
      {forms.map(([form, one]) => (
        <div key={form} class="se-form">
          <dt class="se-cat">
            <FormLabel form={form} locale={text.locale} />
          </dt>
          <dd class="se-tx">
            <Highlighted text={one} {...text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The name of a plural form, and numbers that have it. */
export function FormLabel({ form, locale }: { readonly form: string; readonly locale: string }) {
  const examples = form.startsWith('=') ? [] : exampleNumbers(locale, form)
  return (
    <>
      <span>
        <bdi dir="ltr">{form}</bdi>
      </span>
      {examples.length > 0 && (
        <small>{examples.map(number => numberFormat().format(number)).join(t('strings.text.comma'))}</small>
      )}
    </>
  )
}
