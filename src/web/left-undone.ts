import { isFresh } from '../auth/sessions.ts'
import { KEPT, keepChoice, keptChoice } from './kept-choice.ts'
import { pageBehind } from './page-behind.ts'
import { signInAgain } from './sign-in-again.ts'
import { withoutTold } from './told.ts'
import type { Visit } from './visit.ts'

/** A button that does what is dangerous. */
export interface Pressed {
  /** What stands on it, as a sentence names it. */
  readonly button: string
  /** The fields of its form that are filled in again. */
  readonly fields?: readonly string[]
  /** The page that has it; default: the one that it was pressed on. */
  readonly page?: string
}

const BUTTON = 'button'

/** Sends a person who pressed it too long after signing in to do that again, and then back to its page, which says that nothing was done. */
export function signInFirst(visit: Visit, { button, fields = [], page = pageBehind(visit) }: Pressed): void {
  const form = new URLSearchParams(visit.form)
  form.set(BUTTON, button)
  signInAgain(visit, keepChoice({ ...visit, form }, addressOf(page), { fields: [BUTTON, ...fields], spare: [] }))
}

/** What this person had pressed on this page before they had to sign in again: undefined when there is no such thing, or when that was long ago. */
export function leftUndone(visit: Visit): { readonly button: string; readonly form: URLSearchParams } | undefined {
  const { request, query, signedIn, services } = visit
  if (signedIn === undefined || !isFresh(signedIn.session, services.now())) return undefined
  const form = keptChoice(visit, addressOf(request.url ?? '/'), query.get(KEPT))
  const button = form?.get(BUTTON)
  return form === undefined || button == null ? undefined : { button, form }
}

/** An address without what is said there once. */
function addressOf(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://here.invalid')
  const query = withoutTold(searchParams)
  return query.size === 0 ? pathname : `${pathname}?${query}`
}
