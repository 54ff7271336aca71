import type { ComponentChildren } from 'preact'
import { findCode } from '../../l10n/message/choices/find-code.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { diffWords, type TextPart } from '../../text/diff-words.ts'
import type { RevisionRow } from '../../tools/history/change-rows.ts'
import { t } from '../i18n/t.ts'
import { languageAttributes } from '../strings/message-text.tsx'

/** Longest placeholder as a chip. */
const MAX_UNITS = 60

/** The parts of a text, with its placeholders as chips. */
function markPlaceholders(text: string, syntax: Syntax): ComponentChildren {
  const parts: ComponentChildren[] = []
  let at = 0
  for (const { start, end } of findCode(text, syntax)) {
    if (end - start > MAX_UNITS) continue
    parts.push(
      text.slice(at, start),
      <bdi key={start} class="ph" dir="ltr">
        {text.slice(start, end)}
      </bdi>,
    )
    at = end
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)]
}

/** The previous and the new translation as lines, with their words marked. Each plural form has lines of its own. */
export function DiffLines({ row, syntax }: { readonly row: RevisionRow; readonly syntax: Syntax }) {
  const now = row.forms ?? row.text
  const { was, locale } = row
  const names = listForms(was, now)
  return (
    <div class="diff">
      {names.map(name => (
        <Lines
          key={name}
          name={name}
          locale={locale}
          syntax={syntax}
          before={readForm(was, name)}
          after={readForm(now, name)}
        />
      ))}
      {now === undefined && was === undefined && <p class="diff-line same">{t('changes.diff.cleared')}</p>}
    </div>
  )
}

/** The plural forms of both texts; one without a name for plain texts. */
function listForms(was: Message | undefined, now: Message | undefined): readonly string[] {
  const forms = [was, now].flatMap(one => (typeof one === 'object' ? Object.keys(one) : []))
  const isPlain = [was, now].some(one => typeof one === 'string')
  return [...new Set([...(isPlain ? [''] : []), ...forms])]
}

function readForm(message: Message | undefined, name: string): string | undefined {
  if (typeof message === 'object') return message[name]
  return name === '' ? message : undefined
}

interface LinesProps {
  readonly name: string
  readonly locale: string
  readonly syntax: Syntax
  readonly before: string | undefined
  readonly after: string | undefined
}

function Lines({ before, after, ...line }: LinesProps) {
  if (before === after) return <Line as="same" {...line} parts={toPlain(before)} />
  const words =
    before === undefined || after === undefined
      ? { before: toPlain(before), after: toPlain(after) }
      : diffWords(before, after)
  return (
    <>
      {before !== undefined && <Line as="del" {...line} parts={words.before} />}
      {after !== undefined && <Line as="ins" {...line} parts={words.after} />}
    </>
  )
}

const toPlain = (text = ''): readonly TextPart[] => [{ text, isChanged: false }]

const SIGNS = { del: '−', ins: '+', same: ' ' } as const

interface LineProps extends Pick<LinesProps, 'name' | 'locale' | 'syntax'> {
  readonly as: keyof typeof SIGNS
  readonly parts: readonly TextPart[]
}

function Line({ as, name, locale, syntax, parts }: LineProps) {
  return (
    <div class={`diff-line ${as}`}>
      <span class="form-name">{name}</span>
      <span class="sign" aria-hidden="true">
        {SIGNS[as]}
      </span>
      {as !== 'same' && <span class="unseen">{t(`changes.diff.${as}`)}</span>}
      <p {...languageAttributes(locale)}>
        {parts.map(({ text, isChanged }, at) => {
          if (!isChanged || as === 'same') return markPlaceholders(text, syntax)
          return as === 'del' ? (
            <del key={at}>{markPlaceholders(text, syntax)}</del>
          ) : (
            <ins key={at}>{markPlaceholders(text, syntax)}</ins>
          )
        })}
      </p>
    </div>
  )
}
