import { pageBehind } from './page-behind.ts'
import { redirect } from './redirect.ts'
import type { Visit } from './visit.ts'

/** Sends a person who is signed in to prove again who they are, or to be somebody else, and then back to a page; default: the one that they were on. */
export const signInAgain = (visit: Visit, back = pageBehind(visit)): void => redirect(visit, signInAgainPath(back))

export const signInAgainPath = (back: string): string => `/login?${new URLSearchParams({ again: '1', next: back })}`
