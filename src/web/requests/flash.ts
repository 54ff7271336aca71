import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'
import { previousPage } from './previous-page.ts'
import type { Visit } from './visit.ts'

/** Parameters of an address that say what was done, or was not, just before: a page says it once. */
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

/** What an address asks for, but for that. */
export function stripFlash(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !FLASH_PARAMS.includes(name)))
}

/** The part of the listing at `path` that a form was on, else its beginning, with what its page is to say. */
export function listingWithFlash(visit: Visit, path: string, messages: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = new URL(previousPage(visit), 'http://here.invalid')
  const query = pathname === path ? stripFlash(searchParams) : new URLSearchParams()
  for (const [name, value] of Object.entries(messages)) query.set(name, value)
  return `${path}?${query}`
}
