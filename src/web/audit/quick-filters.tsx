import { daysBefore, toDay } from '../format/day.ts'
import { requestPath, type Visit } from '../requests/visit.ts'
import { parseAuditFilters } from './parse-filters.ts'

type Filters = Readonly<Record<string, string>>

/** Each replaces the filters in the URL. Days are in UTC. */
const listQuickFilters = (now: Date): readonly (readonly [text: string, filters: Filters])[] => [
  ['All', {}],
  ['Today', { since: toDay(now) }],
  ['Last 7 days', { since: daysBefore(now, 6) }],
  ['Sign-ins', { action: 'sign_in' }],
  ['Website', { surface: 'web' }],
  ['MCP', { surface: 'mcp' }],
  ['REST', { surface: 'rest' }],
]

/** Links to common filters; the current one is marked. */
export function QuickFilters({ visit, hasAccounts }: { readonly visit: Visit; readonly hasAccounts: boolean }) {
  const filters = parseAuditFilters(visit, hasAccounts)
  const path = requestPath(visit)
  return (
    <nav class="actions" aria-label="Filter events">
      {listQuickFilters(visit.services.now()).map(([text, quick]) => {
        const query = new URLSearchParams(quick).toString()
        return (
          <a
            key={text}
            class="button small"
            href={query === '' ? path : `${path}?${query}`}
            aria-current={isSame(filters, quick) ? 'true' : undefined}
          >
            {text}
          </a>
        )
      })}
    </nav>
  )
}

/** Whether the filters are those of a quick link. */
export const isQuickFilter = (filters: Filters, now: Date): boolean =>
  listQuickFilters(now).some(([, quick]) => isSame(filters, quick))

function isSame(filters: Filters, quick: Filters): boolean {
  const names = Object.keys(filters)
  return names.length === Object.keys(quick).length && names.every(name => filters[name] === quick[name])
}
