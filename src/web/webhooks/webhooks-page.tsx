import { ButtonLink } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { type WebhookProject, webhookPath, webhooksPath } from './load-webhook.ts'
import { describeUrl, getState, type Webhook, WebhookMark, webhookStateName } from './marks.tsx'

interface WebhooksPageProps {
  readonly project: WebhookProject
  readonly webhooks: readonly Webhook[]
  readonly isDeleted: boolean
}

/** The webhooks of a project, oldest first. */
export function WebhooksPage({ project, webhooks, isDeleted }: WebhooksPageProps) {
  const create = (
    <ButtonLink href={`${webhooksPath(project)}/new`} look="primary">
      {t('webhooks.list.create')}
    </ButtonLink>
  )
  return (
    <div class="work">
      {isDeleted && <Notice kind="good" title={t('webhooks.list.deleted')} />}
      <div class="head">
        <div>
          <h1>{t('webhooks.list.title')}</h1>
          <p class="meta">{t('webhooks.list.intro', { project: project.name })}</p>
        </div>
        {webhooks.length > 0 && <div class="actions">{create}</div>}
      </div>
      {webhooks.length === 0 ? (
        <section class="empty">
          <h2>{t('webhooks.list.empty.title')}</h2>
          <p>{t('webhooks.list.empty.advice')}</p>
          {create}
        </section>
      ) : (
        <section class="panel" aria-label={t('webhooks.list.title')}>
          <WebhookTable project={project} webhooks={webhooks} />
        </section>
      )}
    </div>
  )
}

const listColumns = () =>
  [
    { heading: t('webhooks.list.columns.webhook') },
    { heading: t('webhooks.list.columns.events') },
    { heading: t('webhooks.list.columns.state') },
    { heading: t('webhooks.list.columns.created'), kind: 'wide' },
  ] as const

function WebhookTable({ project, webhooks }: Omit<WebhooksPageProps, 'isDeleted'>) {
  return (
    <DataTable label={t('webhooks.webhooks_of', { project: project.name })} columns={listColumns()} isStacked>
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
            <span aria-hidden="true">{webhookStateName(getState(webhook))}</span>
            {webhook.failing_since !== undefined && (
              <span class="hint">
                {' '}
                {rich('webhooks.list.first_failure', { time: <Time at={webhook.failing_since} /> })}
              </span>
            )}
          </td>
          <td class="wide hook-created">
            <span class="quiet">
              <Time at={webhook.created_at} />
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
