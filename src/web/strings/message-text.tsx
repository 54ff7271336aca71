import { exampleNumbers } from '../../l10n/locales/plural-rules.ts'
import { writingOf } from '../../l10n/locales/writing.ts'
import type { Message } from '../../l10n/message/message.ts'
import { diffWords, type TextPart } from '../../text/diff-words.ts'
import { t } from '../i18n/t.ts'

interface MessageTextProps {
  readonly value: Message
  readonly locale: string
  /** The other text: its differences are marked. */
  readonly before?: Message | undefined
  readonly after?: Message | undefined
}

/** A source string or a translation, in its own language and direction. */
export function MessageText({ value, locale, before, after }: MessageTextProps) {
  if (typeof value === 'string') return <Text locale={locale} parts={toParts(value, toText(before), toText(after))} />
  return (
    <dl class="forms">
      {Object.entries(value).map(([name, form]) => (
        <div key={name}>
          <dt>
            {name}
            <span class="hint">{formatExamples(locale, name)}</span>
          </dt>
          <dd>
            <Text locale={locale} parts={toParts(form, toForm(before, name), toForm(after, name))} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Example numbers of a plural form, such as `2, 3, 4, 22`. */
export const formatExamples = (locale: string, category: string): string =>
  exampleNumbers(locale, category).map(String).join(t('strings.text.comma'))

/** Attributes of an element with text of a locale. */
export const languageAttributes = (locale: string) =>
  ({ lang: locale, dir: writingOf(locale).isRightToLeft ? 'rtl' : 'ltr' }) as const

function Text({ locale, parts }: { readonly locale: string; readonly parts: readonly Mark[] }) {
  if (parts.every(({ text }) => text === '')) return <p class="hint">{t('strings.text.empty')}</p>
  return (
    <p class="string" {...languageAttributes(locale)}>
      {parts.map(({ text, as: Tag }, at) => (Tag === undefined ? text : <Tag key={at}>{text}</Tag>))}
    </p>
  )
}

interface Mark {
  readonly text: string
  readonly as?: 'ins' | 'del'
}

function toParts(text: string, before: string | undefined, after: string | undefined): readonly Mark[] {
  if (before !== undefined) return diffWords(before, text).after.map(part => toMark(part, 'ins'))
  if (after !== undefined) return diffWords(text, after).before.map(part => toMark(part, 'del'))
  return [{ text }]
}

const toMark = ({ text, isChanged }: TextPart, as: 'ins' | 'del'): Mark => (isChanged ? { text, as } : { text })

/** The text of a message that has no forms. */
export const toText = (message: Message | undefined): string | undefined =>
  typeof message === 'string' ? message : undefined

/** One form of a message that has forms. */
export const toForm = (message: Message | undefined, name: string): string | undefined =>
  typeof message === 'object' ? (message[name] ?? '') : undefined
