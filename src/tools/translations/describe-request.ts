import type { ReviewRequest } from '../../l10n/translation/translation.ts'
import type { Request } from '../../l10n/work/packet-rows.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Actors } from './actors.ts'

/**
 * Describes a reviewer's request for readers: the reason, the words, the reviewer, and the text that was refused.
 * @param isMember whether the reader sees the words of reviewers
 */
export async function describeRequest(
  { kind, comment, refused, origin }: ReviewRequest,
  actors: Actors,
  isMember: boolean,
): Promise<Request> {
  const { person } = await actors.describe(origin)
  return {
    why: kind,
    ...(isMember && comment !== undefined && { comment: escapeInvisible(comment) }),
    ...(person !== undefined && { by: person }),
    refused: refused.value,
  }
}
