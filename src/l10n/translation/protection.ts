import { hasError } from './findings.ts'
import type { Origin, TextVersion } from './translation.ts'

/**
 * Returns whether agents and runs may not replace a text: a user wrote or approved it, or it was imported, and it has no error.
 * An import that waits for review is not protected: its own file marks it as unfinished, as gettext's `fuzzy` does.
 * Until someone reviews or replaces it, the agent that imported a text may also replace it.
 * A submission can still replace a text for another source, because it does not compete with it: see `judgeSubmission`.
 * @param by the agent; without one, whether any agent may not
 */
export function isProtected(
  text: Pick<TextVersion, 'state' | 'origin' | 'findings' | 'ignores' | 'undecided'>,
  by?: Pick<Origin, 'user_id' | 'credential'>,
): boolean {
  const { state, origin, undecided } = text
  const isOwn = origin.user_id === by?.user_id && origin.credential === by.credential
  const isImported = origin.kind === 'import' && !isOwn && !isUnreviewedImport({ state, origin, undecided })
  const isFromPeople = state === 'approved' || origin.kind === 'human' || isImported
  return isFromPeople && !hasError(text)
}

/** Returns whether an imported text is unfinished: it is fuzzy in gettext, or a reviewer rejected it. One that only waits for the reviewer is not. */
export const isUnreviewedImport = (text: Pick<TextVersion, 'state' | 'origin' | 'undecided'>): boolean =>
  text.origin.kind === 'import' && text.state === 'needs_review' && text.undecided !== true

/** Why a text is protected. */
export type Protection = 'approved' | 'user' | 'import'

/** Returns why a protected text is protected. */
export const describeProtectedBy = ({ state, origin }: Pick<TextVersion, 'state' | 'origin'>): Protection =>
  state === 'approved' ? 'approved' : origin.kind === 'import' ? 'import' : 'user'
