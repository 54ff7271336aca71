import { listRefusals } from '../../l10n/translation/refusals.ts'
import type { Refusal, ReviewRequest } from '../../l10n/translation/translation.ts'
import type { Request } from '../../l10n/work/packet-rows.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Actors } from './actors.ts'

/**
 * Describes a reviewer's request for readers: the reason, the words, the reviewer, and the text that was refused, also of the refusals that it follows.
 * @param isMember whether the reader sees the words of reviewers
 */
export async function describeRequest(request: ReviewRequest, actors: Actors, isMember: boolean): Promise<Request> {
  const [, ...refusals] = listRefusals(request)
  const earlier = await Promise.all(refusals.map(refusal => describeRefusal(refusal, actors, isMember)))
  return { ...(await describeRefusal(request, actors, isMember)), ...(earlier.length > 0 && { earlier }) }
}

async function describeRefusal(
  { kind, comment, refused, origin }: Refusal,
  actors: Actors,
  isMember: boolean,
): Promise<Omit<Request, 'earlier'>> {
  const { person } = await actors.describe(origin)
  return {
    why: kind,
    ...(isMember && comment !== undefined && { comment: escapeInvisible(comment) }),
    ...(person !== undefined && { by: person }),
    refused: refused.value,
  }
}
