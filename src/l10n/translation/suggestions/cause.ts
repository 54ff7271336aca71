import { createHash } from 'node:crypto'
import { listSubjects } from '../findings.ts'
import type { TextVersion, Translation } from '../translation.ts'

/**
 * Returns the stamp of the reasons for which a run revises a text: the text, its open findings, and the guidance that applies.
 * @param guidance the versions of voice and glossaries
 */
export const revisionCause = (text: Pick<TextVersion, 'rev' | 'findings' | 'ignores'>, guidance: string): string =>
  createHash('sha256')
    .update(JSON.stringify([text.rev, listSubjects(text), guidance]))
    .digest('hex')
    .slice(0, 16)

/** Returns whether an open suggestion for a source was made for these reasons. */
export const isSuggestedFor = (
  { suggestions }: Pick<Translation, 'suggestions'>,
  { src, cause }: { readonly src: string; readonly cause: string },
): boolean => suggestions.some(one => one.src === src && one.cause === cause)
