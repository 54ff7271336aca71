import { hasError } from './findings.ts'
import type { TextVersion } from './translation.ts'

/**
 * Returns whether agents and runs may not replace a text: a user wrote or approved it, or it was imported, and it has no error.
 * An import that waits for review is not protected: its own file marks it as unfinished, as gettext's `fuzzy` does.
 * A submission can still replace a text for another source, because it does not compete with it: see `judgeSubmission`.
 */
export function isProtected(text: Pick<TextVersion, 'state' | 'origin' | 'findings' | 'ignores'>): boolean {
  const { state, origin } = text
  const isImported = origin.kind === 'import' && !isUnreviewedImport({ state, origin })
  const isFromPeople = state === 'approved' || origin.kind === 'human' || isImported
  return isFromPeople && !hasError(text)
}

/** Returns whether an imported text waits for review: it is fuzzy in gettext, or a reviewer rejected it. */
export const isUnreviewedImport = ({ state, origin }: Pick<TextVersion, 'state' | 'origin'>): boolean =>
  origin.kind === 'import' && state === 'needs_review'
