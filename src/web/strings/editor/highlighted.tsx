import type { ComponentChildren } from 'preact'
import { exampleNumbers } from '../../../l10n/locales/plural-rules.ts'
import type { Family } from '../../../l10n/message/families.ts'
import type { Message, Syntax } from '../../../l10n/message/message.ts'
import { numberFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import { toPieces } from '../../reviews/model/pieces.ts'
import { languageAttributes, toForm, toText } from '../message-text.tsx'

interface HighlightedProps {
  readonly text: string
  readonly locale: string
  readonly syntax: Syntax
  /** The placeholder families of its file; default: those of the syntax. */
  readonly families?: readonly Family[] | undefined
  /** Words to underline: the glossary terms of the text. */
  readonly terms?: readonly string[]
  /** The previous text: what it did not have is marked. */
  readonly before?: string | undefined
}

/** Longest text with highlights, in UTF-16 units. */
const MAX_UNITS = 5000

/** A text whose placeholders are chips, whose glossary terms are underlined, and whose new words are marked. */
function Highlighted({ text, locale, syntax, families, terms = [], before }: HighlightedProps) {
  if (text === '') return <p class="hint">{t('strings.text.empty')}</p>
  return (
    <p class="string se-string" {...languageAttributes(locale)}>
      {text.length > MAX_UNITS ? text : mark(text, { syntax, families, terms, before })}
    </p>
  )
}

/** The parts of a text, with its placeholders as chips. */
export function mark(
  text: string,
  { syntax, families, terms, before }: Pick<HighlightedProps, 'syntax' | 'families' | 'terms' | 'before'>,
): ComponentChildren[] {
  const grammar = { syntax, families: families?.length === 0 ? undefined : families }
  return toPieces(text, grammar, { before, ...(terms !== undefined && { terms }) }).map((piece, at) =>
    typeof piece === 'string' ? piece : <Marked key={at} text={piece[0]} marks={piece[1]} page="se" />,
  )
}

interface MarkedProps {
  readonly text: string
  /** As pieces have them. */
  readonly marks: string
  /** The prefix of style classes. */
  readonly page: 'se' | 'rv'
}

/** A marked part of a text: a placeholder as a chip, a term, a removed or a new word. */
export function Marked({ text, marks, page }: MarkedProps) {
  let inner: ComponentChildren = text
  if (marks.includes('p')) {
    inner = (
      <bdi class={`${page}-ph`} dir="ltr">
        {text}
      </bdi>
    )
  } else if (marks.includes('t')) inner = <span class={`${page}-term`}>{text}</span>
  if (marks.includes('d')) return <del>{inner}</del>
  return marks.includes('i') ? <ins>{inner}</ins> : <>{inner}</>
}

interface HighlightedMessageProps extends Omit<HighlightedProps, 'text' | 'before'> {
  readonly value: Message
  readonly before?: Message | undefined
}

/** A message with highlights; plural forms are rows with their example numbers. */
export function HighlightedMessage({ value, before, ...text }: HighlightedMessageProps) {
  const forms = typeof value === 'string' ? undefined : Object.entries(value)
  if (forms === undefined) {
    return (
      <div class="se-forms se-single">
        <div class="se-tx">
          <Highlighted text={typeof value === 'string' ? value : ''} before={toText(before)} {...text} />
        </div>
      </div>
    )
  }
  return (
    <dl class="se-forms">
      {forms.map(([form, one]) => (
        <div key={form} class="se-form">
          <dt class="se-cat">
            <FormLabel form={form} locale={text.locale} type="cardinal" />
          </dt>
          <dd class="se-tx">
            <Highlighted text={one} before={toForm(before, form)} {...text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FormLabelProps {
  readonly form: string
  readonly locale: string
  /** Whether the forms are of numbers that count or order; undefined if they are not of numbers. */
  readonly type: 'cardinal' | 'ordinal' | undefined
}

/** The name of a plural form, and numbers that have it. */
export function FormLabel({ form, locale, type }: FormLabelProps) {
  const examples = type === undefined || form.startsWith('=') ? [] : exampleNumbers(locale, form, type)
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
