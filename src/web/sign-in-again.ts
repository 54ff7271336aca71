import { redirect } from './page.tsx'
import { pageBehind } from './page-behind.ts'
import type { Visit } from './visit.ts'

/** Sends a person who is signed in to prove again who they are, or to be somebody else, and then back to this page. */
export const signInAgain = (visit: Visit): void => redirect(visit, signInAgainPath(visit))

export const signInAgainPath = ({ request }: Pick<Visit, 'request'>): string =>
  `/login?${new URLSearchParams({ again: '1', next: pageBehind({ request }) })}`
