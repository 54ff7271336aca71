import { KEPT } from './kept-choice.ts'
import { pageBehind } from './page-behind.ts'
import type { Visit } from './visit.ts'

/** Parameters of an address that say what was done, or was not, just before: a page says it once. */
const TOLD = [
  'changed',
  'change',
  'revoked',
  'declined',
  'deleted',
  'left',
  'restored',
  'saved',
  'done',
  'added',
  'removed',
  KEPT,
]

/** What an address asks for, but for that. */
export function withoutTold(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !TOLD.includes(name)))
}

/** The part of the listing at `path` that a form was on, else its beginning, with what its page is to say. */
export function listingBehind(visit: Visit, path: string, told: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = new URL(pageBehind(visit), 'http://here.invalid')
  const query = pathname === path ? withoutTold(searchParams) : new URLSearchParams()
  for (const [name, value] of Object.entries(told)) query.set(name, value)
  return `${path}?${query}`
}
