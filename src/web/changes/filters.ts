import type { PageRequest } from '../requests/page-request.ts'
import { BATCH_KINDS, type BatchKind } from './view.ts'

/** The filters of the address, besides the kind. */
export const FIELDS = ['person', 'client', 'token', 'locale', 'since', 'until'] as const

export interface ChangeFilters extends Readonly<Partial<Record<(typeof FIELDS)[number], string>>> {
  readonly kind?: BatchKind
}

export function readFilters({ query }: Pick<PageRequest, 'query'>): ChangeFilters {
  const kind = BATCH_KINDS.find(one => one === query.get('kind'))
  const given = FIELDS.flatMap(name => {
    const value = query.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(given), ...(kind !== undefined && { kind }) }
}

/** The address of the listing with other filters. */
export function filteredPath(path: string, filters: ChangeFilters): string {
  const query = new URLSearchParams(filters as Readonly<Record<string, string>>)
  return query.size === 0 ? path : `${path}?${query}`
}
