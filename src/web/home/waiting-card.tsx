import { MaybeLink } from '../components/maybe-link.tsx'
import { Time } from '../format/time.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { projectPath } from '../layout/project-place.ts'
import { ALL_LOCALES, type Filters, listPath } from '../strings/list/filters.ts'
import type { ProjectProgress } from './project-progress.ts'
import { type ExpiringToken, hasWaiting, type WaitingCounts } from './waiting.ts'

interface WaitingCardProps {
  readonly projects: readonly Pick<ProjectProgress, 'project' | 'waiting' | 'isWhole'>[]
  readonly tokens: readonly ExpiringToken[]
  readonly now: Date
}

/** In the order in which waiting costs most: a conflict holds back a file, a review holds back a release. */
const KINDS = ['conflicts', 'answered', 'needs_review', 'suggestions', 'errors', 'returned'] as const

/** What waits for the user: by project, and tokens that expire soon. Renders nothing if nothing waits. */
export function WaitingCard({ projects, tokens, now }: WaitingCardProps) {
  const waiting = projects.filter(one => hasWaiting(one.waiting))
  if (waiting.length + tokens.length === 0) return null
  return (
    <section class="card">
      <h2>{t('home_waiting.title')}</h2>
      <ul class="waiting">
        {waiting.map(one => (
          <li key={one.project}>
            <a href={projectPath(one.project)}>{one.project}</a>{' '}
            <span class="hint">
              <Counts {...one} />
            </span>
          </li>
        ))}
        {tokens.map(({ id, name, expiresAt }) => (
          <li key={id}>
            <a href={`/account/tokens/${id}`}>
              <bdi>{name}</bdi>
            </a>{' '}
            <span class="hint">{rich('home_waiting.token', { time: <Time at={expiresAt} now={now} isDated /> })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The filter of the strings that a kind counts. */
const FILTERS: Readonly<Record<keyof WaitingCounts, Filters>> = {
  conflicts: { conflict: true },
  answered: { request: 'answered' },
  needs_review: { state: ['needs_review'] },
  suggestions: { suggested: true },
  errors: { finding: 'error' },
  returned: { request: 'open' },
}

function Counts({ project, waiting, isWhole }: WaitingCardProps['projects'][number]) {
  const kinds = KINDS.filter(kind => waiting[kind] > 0)
  return listFormat()
    .formatToParts(kinds)
    .map(({ type, value }) => {
      const kind = type === 'element' ? kinds.find(one => one === value) : undefined
      if (kind === undefined) return value
      return (
        <MaybeLink key={kind} href={isWhole ? listPath(project, FILTERS[kind], ALL_LOCALES) : undefined}>
          {t(`home_waiting.${kind}`, { count: waiting[kind] })}
        </MaybeLink>
      )
    })
}
