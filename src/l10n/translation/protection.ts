import { hasError } from './findings.ts'
import type { TextVersion, Translation } from './translation.ts'

/**
 * Agents and runs may not replace a text that a user wrote or approved, or that was imported, unless it has an error.
 * An import that waits for review is not protected: its own file marks it as unfinished, as gettext's `fuzzy` does.
 * A submission may still replace a text of another source, which it does not compete with: see `judgeSubmission`.
 */
export function isProtected(
  translation: Pick<Translation, 'ignores'>,
  { state, origin, findings }: Pick<TextVersion, 'state' | 'origin' | 'findings'>,
): boolean {
  const isImported = origin.kind === 'import' && !isUnreviewedImport({ state, origin })
  const isFromPeople = state === 'approved' || origin.kind === 'human' || isImported
  return isFromPeople && !hasError(translation, { findings })
}

/** Whether an imported text waits for review: fuzzy in gettext, or sent back by a reviewer. */
export const isUnreviewedImport = ({ state, origin }: Pick<TextVersion, 'state' | 'origin'>): boolean =>
  origin.kind === 'import' && state === 'needs_review'
