import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Visit } from '../requests/visit.ts'

/** Sends a person who is signed in to prove again who they are, or to be somebody else, and then back to a page; default: the one that they were on. */
export const redirectToReauthentication = (visit: Visit, back = previousPage(visit)): void =>
  redirect(visit, reauthenticationPath(back))

export const reauthenticationPath = (back: string): string =>
  `/login?${new URLSearchParams({ again: '1', next: back })}`
