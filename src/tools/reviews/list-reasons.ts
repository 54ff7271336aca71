import type { MustSeeReason } from '../../l10n/reviews/words.ts'
import { compoundKey } from '../../store/records/define.ts'
import { REVIEW_PART_SIZE } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import type { Review } from './find-review.ts'

/** The gravest reason of each must-see item, in order: the one under which it counts. */
export async function listReasons(
  { id, must_see }: Pick<Review, 'id' | 'must_see'>,
  read: Reader,
): Promise<readonly MustSeeReason[]> {
  const reasons: MustSeeReason[] = []
  for (let position = 0; reasons.length < must_see.total; position += 1) {
    const part = await read.review_parts.by('position', compoundKey(id, position))
    if (part === undefined) break
    const left = must_see.total - position * REVIEW_PART_SIZE
    reasons.push(...part.items.slice(0, left).map(({ reasons: [first] }) => first?.reason ?? 'first_in_file'))
  }
  return reasons
}
