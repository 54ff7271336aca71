import { isFresh } from '../../auth/users/sessions.ts'
import { stripFlash } from '../requests/flash.ts'
import { previousPage } from '../requests/previous-page.ts'
import type { Visit } from '../requests/visit.ts'
import { redirectToReauthentication } from './reauthentication.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from './saved-choice.ts'

/** A button that does what is dangerous. */
export interface SensitiveAction {
  /** What stands on it, as a sentence names it. */
  readonly button: string
  /** The fields of its form that are filled in again. */
  readonly fields?: readonly string[]
  /** The page that has it; default: the one that it was pressed on. */
  readonly page?: string
}

const BUTTON_FIELD = 'button'

/** Sends a person who pressed it too long after signing in to do that again, and then back to its page, which says that nothing was done. */
export function redirectToConfirmAction(
  visit: Visit,
  { button, fields = [], page = previousPage(visit) }: SensitiveAction,
): void {
  const form = new URLSearchParams(visit.form)
  form.set(BUTTON_FIELD, button)
  redirectToReauthentication(
    visit,
    savedChoicePath({ ...visit, form }, stripFlashFromPath(page), { fields: [BUTTON_FIELD, ...fields], spare: [] }),
  )
}

/** What this person had pressed on this page before they had to sign in again: undefined when there is no such thing, or when that was long ago. */
export function pendingAction(visit: Visit): { readonly button: string; readonly form: URLSearchParams } | undefined {
  const { request, query, signedIn, services } = visit
  if (signedIn === undefined || !isFresh(signedIn.session, services.now())) return undefined
  const form = savedChoice(visit, stripFlashFromPath(request.url ?? '/'), query.get(SAVED_CHOICE_PARAM))
  const button = form?.get(BUTTON_FIELD)
  return form === undefined || button == null ? undefined : { button, form }
}

/** An address without what is said there once. */
function stripFlashFromPath(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://here.invalid')
  const query = stripFlash(searchParams)
  return query.size === 0 ? pathname : `${pathname}?${query}`
}
