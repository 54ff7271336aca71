import type { PageRequest } from '../requests/page-request.ts'

const FILTERS = ['action', 'user', 'target', 'surface', 'since', 'until'] as const

/** The filters in the URL, by parameter. Omits blank fields. */
export function parseAuditFilters({ query }: PageRequest, hasAccounts: boolean): Readonly<Record<string, string>> {
  const names = [...FILTERS, ...(hasAccounts ? ['account'] : [])]
  const given = names.map(name => [name, query.get(name)?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}
