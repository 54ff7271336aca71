import { isFresh } from '../../auth/users/sessions.ts'
import { stripFlash } from '../requests/flash.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirectToReauthentication } from './reauthentication.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from './saved-choice.ts'

/** A button whose action needs a recent sign-in. */
export interface SensitiveAction {
  /** The text of the button, as it is quoted in a sentence. A function for actions that are declared outside of a request. */
  readonly button: string | (() => string)
  readonly fields?: readonly string[]
  /** The page with the button; default: the previous page. */
  readonly page?: string
}

const BUTTON_FIELD = 'button'

/** Sends the user to sign in again, and then back to the page, which says that nothing was done yet. */
export function redirectToConfirmAction(
  request: PageRequest,
  { button, fields = [], page = previousPage(request) }: SensitiveAction,
): void {
  const form = new URLSearchParams(request.form)
  form.set(BUTTON_FIELD, typeof button === 'string' ? button : button())
  redirectToReauthentication(
    request,
    savedChoicePath({ ...request, form }, stripFlashFromPath(page), { fields: [BUTTON_FIELD, ...fields], spare: [] }),
  )
}

/** Returns the button and form that the user submitted before signing in again; undefined if there is none, or if that sign-in is too old. */
export function pendingAction(
  request: PageRequest,
): { readonly button: string; readonly form: URLSearchParams } | undefined {
  const { incoming, query, signedIn, services } = request
  if (signedIn === undefined || !isFresh(signedIn.session, services.now())) return undefined
  const form = savedChoice(request, stripFlashFromPath(incoming.url ?? '/'), query.get(SAVED_CHOICE_PARAM))
  const button = form?.get(BUTTON_FIELD)
  return form === undefined || button == null ? undefined : { button, form }
}

function stripFlashFromPath(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://here.invalid')
  const query = stripFlash(searchParams)
  return query.size === 0 ? pathname : `${pathname}?${query}`
}
