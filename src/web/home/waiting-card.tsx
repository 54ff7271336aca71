import { Time } from '../format/time.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { projectPath } from '../layout/project-place.ts'
import { type ExpiringToken, hasWaiting, type WaitingCounts } from './waiting.ts'

interface WaitingCardProps {
  readonly projects: readonly { readonly project: string; readonly waiting: WaitingCounts }[]
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
        {waiting.map(({ project, waiting: counts }) => (
          <li key={project}>
            <a href={projectPath(project)}>{project}</a> <span class="hint">{describeCounts(counts)}</span>
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

const describeCounts = (counts: WaitingCounts): string =>
  listFormat().format(
    KINDS.filter(kind => counts[kind] > 0).map(kind => t(`home_waiting.${kind}`, { count: counts[kind] })),
  )
