import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'
import type { PageRequest } from './page-request.ts'
import { previousPage } from './previous-page.ts'

/** Query parameters that report the result of the previous form. A page shows them once. */
const FLASH_PARAMS = [
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
  SAVED_CHOICE_PARAM,
]

export function stripFlash(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !FLASH_PARAMS.includes(name)))
}

/** Returns the URL of the listing at `path` with flash messages. Keeps the query if the form was on that listing. */
export function listingWithFlash(
  request: PageRequest,
  path: string,
  messages: Readonly<Record<string, string>>,
): string {
  const { pathname, searchParams } = new URL(previousPage(request), 'http://here.invalid')
  const query = pathname === path ? stripFlash(searchParams) : new URLSearchParams()
  for (const [name, value] of Object.entries(messages)) query.set(name, value)
  return `${path}?${query}`
}
