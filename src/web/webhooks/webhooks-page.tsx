import { ButtonLink } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import type { Visit } from '../requests/visit.ts'
import { type WebhookProject, webhookPath, webhooksPath } from './load-webhook.ts'
import { WebhookMark } from './marks.tsx'
import { describeUrl, getState, WEBHOOK_STATE_NAMES, type Webhook } from './words.ts'

interface WebhooksPageProps {
  readonly visit: Visit
  readonly project: WebhookProject
  readonly webhooks: readonly Webhook[]
  /** Whether the last form deleted one. */
  readonly isDeleted: boolean
}

/** The webhooks of a project, oldest first. */
export function WebhooksPage({ visit, project, webhooks, isDeleted }: WebhooksPageProps) {
  const create = (
    <ButtonLink href={`${webhooksPath(project)}/new`} look="primary">
      Create webhook
    </ButtonLink>
  )
  return (
    <div class="work">
      {isDeleted && <Notice kind="good" title="Webhook deleted" />}
      <div class="head">
        <div>
          <h1>Webhooks</h1>
          <p class="meta">Dragoman sends signed requests to your URLs when something happens in {project.name}.</p>
        </div>
        {webhooks.length > 0 && <div class="actions">{create}</div>}
      </div>
      {webhooks.length === 0 ? (
        <section class="empty">
          <h2>No webhooks yet</h2>
          <p>Create a webhook to start a build, or to post a message, when translations change.</p>
          {create}
        </section>
      ) : (
        <section class="panel" aria-label="Webhooks">
          <WebhookTable visit={visit} project={project} webhooks={webhooks} />
        </section>
      )}
    </div>
  )
}

const COLUMNS = [
  { heading: 'Webhook' },
  { heading: 'Events' },
  { heading: 'State' },
  { heading: 'Created', kind: 'wide' },
] as const

function WebhookTable({ visit, project, webhooks }: Omit<WebhooksPageProps, 'isDeleted'>) {
  const now = visit.services.now()
  return (
    <DataTable label={`Webhooks of ${project.name}`} columns={COLUMNS} isStacked>
      {webhooks.map(webhook => (
        <tr key={webhook.id}>
          <th scope="row" class="run-title">
            <WebhookMark state={getState(webhook)} isBrief />
            <div>
              <a href={webhookPath(project, webhook.id)} class="hook-url">
                <bdi>{describeUrl(webhook.url)}</bdi>
              </a>
              {webhook.description !== undefined && (
                <span class="hint clamped">
                  <bdi>{webhook.description}</bdi>
                </span>
              )}
            </div>
          </th>
          <td class="hook-events">
            <EventList events={webhook.events} />
          </td>
          <td class="hook-state">
            <span aria-hidden="true">{WEBHOOK_STATE_NAMES[getState(webhook)]}</span>
            {webhook.failing_since !== undefined && (
              <span class="hint">
                {' '}
                First failure <Time at={webhook.failing_since} now={now} />
              </span>
            )}
          </td>
          <td class="wide hook-created">
            <span class="quiet">
              <Time at={webhook.created_at} now={now} />
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** The events that a webhook gets. */
export function EventList({ events }: { readonly events: readonly string[] }) {
  return (
    <span class="event-list">
      {events.map(event => (
        <code key={event}>{event}</code>
      ))}
    </span>
  )
}
