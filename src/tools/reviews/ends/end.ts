import type { Target } from '../../../auth/policy/authorize.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { ReviewFault } from '../../decisions/faults.ts'
import type { Call, ReadDeps } from '../../pipeline/call.ts'
import type { Batch } from '../../translations/batch.ts'
import type { Entry } from '../../translations/records.ts'
import type { Review } from '../find-review.ts'

/** A translation that an end left as it is. */
export interface EndRefusal extends Pick<ReviewFault, 'code' | 'why' | 'fix'> {
  readonly n: number
  readonly id: string
  readonly key: string
  readonly locale: string
}

/** What an end did, in translations. */
export interface Ended {
  readonly counts: Readonly<Record<string, number>>
  /** Translations that were changed after the review began, or whose source was. */
  readonly changed: number
  readonly refused: readonly EndRefusal[]
}

/** The end of a review, in the transaction and the batch that ends it. */
export interface Ending {
  readonly review: Review
  readonly batch: Batch
  readonly deps: ReadDeps
  readonly target: Target
  readonly caller: Pick<Call, 'principal' | 'services'>
  /** The page of the review. */
  readonly page: string
  /** The reason or comment of the end. */
  readonly why: string | undefined
}

/** A refusal of an end, as its answer lists it. */
export const toRefusal = (
  n: number,
  { short, key }: Entry,
  locale: string,
  { code, why, fix }: ReviewFault,
): EndRefusal => ({ n, id: short, key: escapeInvisible(key), locale, code, why, fix })
