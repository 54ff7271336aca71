import { previousPage } from './page-behind.ts'
import { redirect } from './redirect.ts'
import type { Visit } from './visit.ts'

/** Sends a person who is signed in to prove again who they are, or to be somebody else, and then back to a page; default: the one that they were on. */
export const redirectToReauthentication = (visit: Visit, back = previousPage(visit)): void =>
  redirect(visit, reauthenticationPath(back))

export const reauthenticationPath = (back: string): string =>
  `/login?${new URLSearchParams({ again: '1', next: back })}`
