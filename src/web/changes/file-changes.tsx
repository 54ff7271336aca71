import type { ComponentChildren } from 'preact'
import { findCode } from '../../l10n/message/choices/find-code.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { diffWords, type TextPart } from '../../text/diff-words.ts'
import type { RevisionRow } from '../../tools/history/change-rows.ts'
import { FindingMark } from '../components/marks/finding-mark.tsx'
import { languageOf, translateFinding } from '../findings/translate.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject, ProjectPage } from '../layout/load-project.ts'
import { useRequest } from '../requests/page-request.ts'
import { languageAttributes } from '../strings/message-text.tsx'
import { shortenKey } from '../strings/string-frame.tsx'
import { fileAnchor } from './batch-frame.tsx'
import { stringHref } from './paths.ts'
import type { BatchView } from './read-changes.ts'
import { type ChangedFile, type ChangeView, FILE_PAGE, type SurveyQuery, surveyPath } from './survey.ts'

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
function DiffLines({ row, syntax }: { readonly row: RevisionRow; readonly syntax: Syntax }) {
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

interface FileChangesProps extends ProjectPage {
  readonly batch: BatchView
  readonly file: ChangedFile
  readonly query: SurveyQuery
}

/** The changes of a file, which can be folded. */
export function FileChanges({ project, batch, file, query }: FileChangesProps) {
  const request = useRequest()
  const { path, changes, matching, counts } = file
  const start = query.file === path ? query.from : 0
  const left = matching - start - changes.length
  const link = (from: number) => surveyPath(request, project, batch.batch, { ...query, file: path, from })
  return (
    <details class="panel changed-file" id={fileAnchor(path)} open={changes.length > 0}>
      <summary>
        <bdi dir="ltr" class="path">
          {path}
        </bdi>
        <span class="tally">
          {batch.kind === 'review' ? t('changes.in_file.decided', { count: counts.all }) : tellChanged(counts)}
        </span>
      </summary>
      {changes.map(change => (
        <Change key={`${change.row.id} ${change.row.locale} ${change.row.rev}`} project={project} change={change} />
      ))}
      {(left > 0 || start > 0) && (
        <p class="more-changes">
          {start > 0 && <a href={link(Math.max(0, start - FILE_PAGE))}>{t('changes.earlier')}</a>}
          {left > 0 && (
            <a href={link(changes.length === 0 ? start : start + changes.length)}>
              {t(changes.length === 0 ? 'changes.show_all' : 'changes.show_more', { count: left })}
            </a>
          )}
        </p>
      )}
    </details>
  )
}

function tellChanged({ new: added, replaced }: ChangedFile['counts']): string {
  if (added === 0) return t('changes.in_file.replaced', { replaced })
  return replaced === 0 ? t('changes.in_file.new', { new: added }) : t('changes.in_file.both', { new: added, replaced })
}

/** Longest source beside a key. */
const MAX_SOURCE_UNITS = 160

function Change({
  project,
  change: { row, source, syntax, findings },
}: {
  readonly project: LoadedProject
  readonly change: ChangeView
}) {
  const key = shortenKey(row.key)
  return (
    <article class="change">
      <div class="change-head">
        {project.isOutsider ? (
          <code class="name">{key}</code>
        ) : (
          <a href={stringHref(project, row.id, row.locale)}>
            <code class="name">{key}</code>
          </a>
        )}
        <code class="locale-code">{row.locale}</code>
        {source !== undefined && (
          <span class="source" {...languageAttributes(project.record.source_locale)}>
            {excerpt(typeof source === 'string' ? source : (source['other'] ?? Object.values(source)[0] ?? ''))}
          </span>
        )}
        {!row.current && <span class="badge">{t('changes.superseded')}</span>}
      </div>
      <DiffLines row={row} syntax={syntax} />
      {findings.map(({ id, level, ...finding }) => {
        const { message, ...own } = translateFinding(finding)
        return (
          <p key={`${id} ${message}`} class={`change-finding ${level}`}>
            <FindingMark level={level} />
            <span {...languageOf(own)}>{message}</span>
          </p>
        )
      })}
    </article>
  )
}

function excerpt(text: string): string {
  if (text.length <= MAX_SOURCE_UNITS) return text
  // Cut between words, so that no placeholder is cut.
  return `${text.slice(0, MAX_SOURCE_UNITS).replace(/\S*$/, '').trimEnd()} …`
}
