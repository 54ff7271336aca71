import type { AuditView } from '../../tools/audit/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { Notice } from '../components/notice.tsx'
import { formatRecentDay } from '../format/day.ts'
import { t } from '../i18n/t.ts'
import type { NextLink } from '../layout/error-page.tsx'
import { requestPath, useRequest } from '../requests/page-request.ts'
import { EventRow } from './event-row.tsx'
import { AuditFilter, parseAuditFilters, QuickFilters } from './filter.tsx'

interface AuditLogProps {
  /** Handle of the reader. */
  readonly me: string
  readonly events: readonly AuditView[]
  readonly next: string | undefined
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
  readonly nothing: string
  readonly fault?: AuditFault | undefined
}

export interface AuditFault {
  readonly title: string
  readonly message?: string | undefined
  readonly fix?: string | undefined
  readonly nextLink?: NextLink | undefined
}

/** Events by day, newest first, with filters and an export. */
export function AuditLog({ me, events, next, hasAccounts, nothing, fault }: AuditLogProps) {
  const request = useRequest()
  const filters = new URLSearchParams(parseAuditFilters(request, hasAccounts))
  const isFiltered = filters.size > 0
  const isLater = request.query.has('cursor')
  if (fault !== undefined) {
    return (
      <section class="card">
        <Fault fault={fault} />
        <QuickFilters hasAccounts={hasAccounts} />
        <AuditFilter hasAccounts={hasAccounts} />
      </section>
    )
  }
  if (events.length === 0 && !isFiltered && !isLater && next === undefined) {
    return (
      <section class="empty">
        <h2>{t('audit.empty.title')}</h2>
        <p>{nothing}</p>
      </section>
    )
  }
  return (
    <section class="card">
      <QuickFilters hasAccounts={hasAccounts} />
      <AuditFilter hasAccounts={hasAccounts} />
      {events.length === 0 ? (
        <p>{emptyMessage({ isFiltered, isLater, goesOn: next !== undefined })}</p>
      ) : (
        <EventTable events={events} me={me} now={request.services.now()} />
      )}
      <div class="split">
        <Paging noun="events" next={next} />
        <ButtonLink small href={`${requestPath(request)}/export${isFiltered ? `?${filters}` : ''}`}>
          {t('audit.export')}
        </ButtonLink>
      </div>
    </section>
  )
}

function Fault({ fault: { title, message, fix, nextLink } }: { readonly fault: AuditFault }) {
  return (
    <Notice kind="danger" title={title} isFirst>
      {message !== undefined && <p>{message}</p>}
      {fix !== undefined && <p>{fix}</p>}
      {nextLink !== undefined && (
        <p>
          <a href={nextLink.href}>{nextLink.text}</a>
        </p>
      )}
      <ErrorDetails />
    </Notice>
  )
}

interface EmptyListing {
  readonly isFiltered: boolean
  readonly isLater: boolean
  readonly goesOn: boolean
}

/** Returns the message for an empty page. A page searches a limited number of events, and events can expire between two pages. */
function emptyMessage({ isFiltered, isLater, goesOn }: EmptyListing): string {
  if (goesOn) return t(isLater ? 'audit.empty.next' : 'audit.empty.newest')
  if (!isLater) return t('audit.empty.no_match')
  return isFiltered ? t('audit.empty.no_older_match') : t('audit.empty.no_older')
}

const listColumns = () =>
  [
    { heading: t('audit.columns.time') },
    { heading: t('audit.columns.event') },
    { heading: t('audit.columns.source'), kind: 'wide' },
  ] as const

function EventTable({ events, me, now }: Pick<AuditLogProps, 'events' | 'me'> & { readonly now: Date }) {
  const rows = events.map((event, index) => ({ event, place: index + 1, day: event.at.slice(0, 10) }))
  const columns = listColumns()
  const days = [...new Set(rows.map(({ day }) => day))]
  return (
    <DataTable label={t('audit.events_label')} columns={columns} isGrouped>
      {days.map(day => (
        <tbody key={day}>
          <tr class="day">
            <th scope="rowgroup" colSpan={columns.length}>
              {formatRecentDay(day, now)}
            </th>
          </tr>
          {rows
            .filter(row => row.day === day)
            .map(({ event, place }) => (
              <EventRow key={event.id} me={me} event={event} place={place} />
            ))}
        </tbody>
      ))}
    </DataTable>
  )
}
