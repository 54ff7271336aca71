import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ReviewItem, ReviewRecord } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { partOf, type Review, type Verdict } from './find-review.ts'

type Item = Frozen<ReviewItem>
type Decision = Pick<Verdict, 'verdict' | 'taken_out' | 'origin'>

/** The counts of a review after the decision about an item changed. */
export function withDecision(
  review: Review,
  { n, item }: { readonly n: number; readonly item: Item },
  before: Decision | undefined,
  after: Decision | undefined,
): Review {
  const readers = addReader(addReader(review.readers, before, -1), after, 1)
  const part = partOf(review, n)
  if (part !== 'must_see') {
    return { ...review, readers, [part]: addVerdict(addVerdict(review[part], before, -1), after, 1) }
  }
  const { must_see } = review
  const change = {
    decided: Number(isDecided(after)) - Number(isDecided(before)),
    taken_out: Number(after?.taken_out === true) - Number(before?.taken_out === true),
  }
  const add = <Counts extends { readonly decided: number; readonly taken_out: number }>(counts: Counts): Counts => ({
    ...counts,
    decided: counts.decided + change.decided,
    taken_out: counts.taken_out + change.taken_out,
  })
  const [first] = item.reasons
  const groups = must_see.groups.map(group => (group.reason === first?.reason ? add(group) : group))
  return { ...review, readers, must_see: { ...add(must_see), groups } }
}

/** The review with a larger sample. Verdicts about what was drawn only now count from now on. */
export async function withSampleSize(review: Review, size: number, read: Reader): Promise<Review> {
  const { must_see, sample_size } = review
  let { sample, rest } = review
  for (let place = sample_size + 1; place <= size; place += 1) {
    const verdict = await read.review_verdicts.by('item', compoundKey(review.id, must_see.total + place))
    rest = addVerdict(rest, verdict, -1)
    sample = addVerdict(sample, verdict, 1)
  }
  return { ...review, sample_size: size, sample, rest }
}

/** Whether an item was read; skipped ones are read later, and those taken out not at all. */
const isDecided = (decision: Decision | undefined): boolean => decision?.taken_out !== true && isRead(decision)

const isRead = (decision: Decision | undefined): boolean =>
  decision?.verdict !== undefined && decision.verdict !== 'skip'

type Tally = Frozen<ReviewRecord['sample']>

function addVerdict(tally: Tally, decision: Decision | undefined, by: number): Tally {
  const verdict = decision?.verdict
  return verdict === undefined ? tally : { ...tally, [verdict]: tally[verdict] + by }
}

function addReader(readers: Review['readers'], decision: Decision | undefined, by: number): Review['readers'] {
  if (decision === undefined || !isRead(decision)) return readers
  const { user_id, kind } = decision.origin
  const place = readers.findIndex(one => one.user_id === user_id && one.kind === kind)
  if (place < 0) return [...readers, { user_id, kind, read: by }]
  return readers.map((one, at) => (at === place ? { ...one, read: one.read + by } : one)).filter(({ read }) => read > 0)
}
