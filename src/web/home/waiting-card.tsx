import { WAITING_KINDS, type WaitingKind } from '../../tools/work/waiting-counts.ts'
import { Time } from '../format/time.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { projectPath } from '../layout/project-place.ts'
import { ALL_LOCALES, type Filters, listPath } from '../strings/list/filters.ts'
import type { ExpiringToken, WaitingProject, WaitingSurvey } from './waiting.ts'

/** The page with everything that waits for the user. */
export const WAITING_PATH = '/waiting'

const MAX_PROJECTS = 20

interface WaitingCardProps {
  readonly survey: WaitingSurvey
  readonly tokens: readonly ExpiringToken[]
}

/** What waits for the user: by project, and tokens that expire soon. Renders nothing if nothing waits. */
export function WaitingCard({ survey: { waiting, counted, next }, tokens }: WaitingCardProps) {
  if (waiting.length + tokens.length === 0 && next === undefined) return null
  const more = waiting.length - MAX_PROJECTS
  const link = (text: string) => <a href={WAITING_PATH}>{text}</a>
  return (
    <section class="card">
      <h2>{t('home_waiting.title')}</h2>
      {waiting.length + tokens.length > 0 && (
        <ul class="waiting">
          {waiting.slice(0, MAX_PROJECTS).map(one => (
            <WaitingLine key={one.project} {...one} />
          ))}
          {tokens.map(({ id, name, expiresAt }) => (
            <li key={id}>
              <a href={`/account/tokens/${id}`}>
                <bdi>{name}</bdi>
              </a>{' '}
              <span class="hint">{rich('home_waiting.token', { time: <Time at={expiresAt} isDated /> })}</span>
            </li>
          ))}
        </ul>
      )}
      {next !== undefined ? (
        <p class="hint">{rich('home_waiting.bounded', { count: counted, link })}</p>
      ) : (
        more > 0 && <p class="hint">{rich('home_waiting.more', { count: more, link })}</p>
      )}
    </section>
  )
}

/** What waits in a project. Every number is a link to what it counts. */
export function WaitingLine({ project, counts }: WaitingProject) {
  const kinds = WAITING_KINDS.filter(kind => counts[kind] > 0)
  return (
    <li>
      <a href={projectPath(project)}>{project}</a>{' '}
      <span class="hint">
        {listFormat()
          .formatToParts(kinds)
          .map(({ type, value }) => {
            const kind = type === 'element' ? kinds.find(one => one === value) : undefined
            if (kind === undefined) return value
            return (
              <a key={kind} href={pathOf(project, kind)}>
                {t(`home_waiting.${kind}`, { count: counts[kind] })}
              </a>
            )
          })}
      </span>
    </li>
  )
}

/** The filter of the strings that a kind counts. */
const FILTERS: Readonly<Record<Exclude<WaitingKind, 'reviews'>, Filters>> = {
  conflicts: { conflict: true },
  answered: { request: 'answered' },
  needs_review: { state: ['needs_review'] },
  suggestions: { suggested: true },
  errors: { finding: 'error' },
  returned: { request: 'open' },
}

const pathOf = (project: string, kind: WaitingKind): string =>
  kind === 'reviews' ? `${projectPath(project)}/review` : listPath(project, FILTERS[kind], ALL_LOCALES)
