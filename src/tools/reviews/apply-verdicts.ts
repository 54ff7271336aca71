import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Message } from '../../l10n/message/message.ts'
import { MUST_SEE_REASONS, VERDICT_REASONS, VERDICTS } from '../../l10n/reviews/words.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Transaction } from '../../store/store.ts'
import { Lines } from '../schemas/fields.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import type { Batch } from '../translations/batch.ts'
import type { Repairs } from '../work/apply-submission.ts'
import { FormsInput, TextInput } from '../work/submission/submitted-item.ts'
import { findItem, type NumberedItem, partOf, type Review, type Verdict } from './find-review.ts'
import { withDecision } from './tally.ts'

/** A verdict about an item, maybe with a better translation. */
export const VerdictInput = z.strictObject({
  n: z.number().int().min(1),
  verdict: z.enum([...VERDICTS, 'undo']),
  reason: z.enum(VERDICT_REASONS).optional(),
  comment: Lines.min(1).optional(),
  message: TextInput.optional().describe('a fix: your translation'),
  forms: FormsInput.optional(),
})
export type VerdictInput = z.output<typeof VerdictInput>

/** Items to leave out: one by its number, or all must-see items of a reason. */
export const TakeOutInput = z.strictObject({
  n: z.number().int().min(1).optional(),
  /** All that nobody read yet of a reason. */
  reason: z.enum(MUST_SEE_REASONS).optional(),
})
export type TakeOutInput = z.output<typeof TakeOutInput>

export interface DecisionRefusal {
  readonly n: number
  readonly code: 'unknown_item' | 'own_text' | 'changed' | 'invalid' | 'not_must_see' | 'repeated'
  readonly why: string
  readonly fix: string
  /** The current translation, if a fix was made for another one. */
  readonly got?: Message
}

/** What writing a fix came to: the revision of each unit and what the checks repaired, or why it was refused. */
export type FixResult =
  | { readonly revs: readonly number[]; readonly repairs: Repairs }
  | { readonly refusal: DecisionRefusal }

/** The decisions of one call. */
export interface Deciding {
  readonly tx: Transaction
  readonly origin: Origin
  readonly at: string
  readonly newId: Batch['newId']
  /** Whether users must not judge their own translations. */
  readonly fourEyes: boolean
  readonly fix: (found: NumberedItem, value: Message) => Promise<FixResult>
}

export interface Decided {
  readonly review: Review
  readonly refused: readonly DecisionRefusal[]
  /** Verdicts that were given, and verdicts of other users that they replaced or removed. */
  readonly verdicts: number
  readonly replaced: number
}

/** Stores verdicts in order. A later one replaces an earlier one, whoever gave it. */
export async function applyVerdicts(
  given: readonly VerdictInput[],
  before: Review,
  deciding: Deciding,
): Promise<Decided> {
  const { tx, origin } = deciding
  const refused: DecisionRefusal[] = []
  let review = before
  let verdicts = 0
  let replaced = 0
  for (const input of given) {
    const found = await findItem(review, input.n, tx)
    const fault = found === undefined ? unknownItem(input.n, review) : await findFault(input, found, deciding)
    if (found === undefined || fault !== undefined) {
      if (fault !== undefined) refused.push(fault)
      continue
    }
    const value = input.forms ?? input.message
    const fix = value === undefined ? undefined : await deciding.fix(found, value)
    if (fix !== undefined && 'refusal' in fix) {
      refused.push(fix.refusal)
      continue
    }
    const known = found.verdict
    if (input.verdict === 'undo' && known?.verdict === undefined) continue
    if (isOfAnother(known, origin)) replaced += 1
    const record =
      input.verdict === 'undo' ? withoutVerdict(known) : toRecord(input, found, fix?.revs, review, deciding)
    await storeVerdict(known, record, tx)
    review = withDecision(review, found, known, record)
    verdicts += 1
  }
  return { review, refused, verdicts, replaced }
}

function toRecord(
  { n, verdict, reason, comment }: VerdictInput,
  { item: { locale, units }, verdict: known }: NumberedItem,
  revs: readonly number[] | undefined,
  { id, project_id }: Review,
  { newId, origin, at }: Deciding,
): Verdict {
  if (verdict === 'undo') throw new Error('a verdict that is undone has no record')
  const [unit] = units
  const isFault = verdict === 'minor' || verdict === 'major'
  const fixRevs = revs ?? known?.fix_revs
  return {
    id: known?.id ?? newId(),
    review_id: id,
    project_id,
    n,
    verdict,
    ...(isFault && unit !== undefined && { fault_of: { locale, src: unit.src } }),
    ...omitUndefined({ reason, comment }),
    ...(fixRevs !== undefined && { fixed: true, fix_revs: [...fixRevs] }),
    revisions: units.map(({ revision_id }) => revision_id),
    origin,
    at,
  }
}

/** What stays of an item's record without its verdict: that it was taken out. */
function withoutVerdict(known: Verdict | undefined): Verdict | undefined {
  if (known?.taken_out !== true) return undefined
  const { id, review_id, project_id, n, taken_out, revisions, origin, at } = known
  return { id, review_id, project_id, n, revisions, origin, at, taken_out }
}

async function storeVerdict(known: Verdict | undefined, record: Verdict | undefined, tx: Transaction): Promise<void> {
  if (record === undefined) await tx.review_verdicts.remove(known?.id ?? '')
  else if (known === undefined) await tx.review_verdicts.insert(record)
  else await tx.review_verdicts.put(record)
}

const isOfAnother = (known: Verdict | undefined, { user_id }: Origin): boolean =>
  known?.verdict !== undefined && known.origin.user_id !== user_id

const unknownItem = (n: number, { distinct }: Review): DecisionRefusal => ({
  n,
  code: 'unknown_item',
  why: `The review has no item ${n}; it has ${distinct}.`,
  fix: 'Take n from get_review with part.',
})

async function findFault(
  { n, verdict, message, forms }: VerdictInput,
  { item }: NumberedItem,
  { tx, origin, fourEyes }: Deciding,
): Promise<DecisionRefusal | undefined> {
  const hasFix = message !== undefined || forms !== undefined
  if (hasFix && verdict !== 'minor' && verdict !== 'major') {
    const why = `The item has a fix, and its verdict is ${verdict}.`
    return { n, code: 'invalid', why, fix: 'Give verdict minor or major with a fix, or omit message and forms.' }
  }
  if (message !== undefined && forms !== undefined) {
    return { n, code: 'invalid', why: 'The item has message and forms.', fix: 'Give forms for a plural, else message.' }
  }
  if (!fourEyes || verdict === 'skip' || verdict === 'undo') return undefined
  for (const { revision_id } of item.units) {
    if ((await tx.revisions.get(revision_id))?.origin.user_id !== origin.user_id) continue
    return {
      n,
      code: 'own_text',
      why: 'You or your agent wrote the translation. In this project, another user must judge it.',
      fix: 'Leave it to another user, or skip it.',
    }
  }
  return undefined
}

/** Takes must-see items out of the review: no end approves them, and they need no verdict. */
export async function applyTakeOut(
  given: readonly TakeOutInput[],
  before: Review,
  deciding: Pick<Deciding, 'tx' | 'origin' | 'at' | 'newId'>,
): Promise<Pick<Decided, 'review' | 'refused' | 'replaced'> & { readonly count: number }> {
  const { tx, origin, at } = deciding
  const refused: DecisionRefusal[] = []
  let review = before
  let count = 0
  let replaced = 0
  for (const input of given) {
    const { n: number, reason } = input
    if ((number === undefined) === (reason === undefined)) throw oneOfBothError()
    const numbers =
      number !== undefined ? [number] : Array.from({ length: review.must_see.total }, (_, place) => place + 1)
    for (const n of numbers) {
      const found = await findItem(review, n, tx)
      if (found === undefined || partOf(review, n) !== 'must_see') {
        refused.push(found === undefined ? unknownItem(n, review) : notMustSee(n))
        continue
      }
      if (reason !== undefined && !found.item.reasons.some(one => one.reason === reason)) continue
      const known = found.verdict
      const isRead = known?.verdict !== undefined && known.verdict !== 'skip'
      if (known?.taken_out === true || (reason !== undefined && isRead)) continue
      const record: Verdict =
        known === undefined
          ? {
              id: deciding.newId(),
              review_id: review.id,
              project_id: review.project_id,
              n,
              taken_out: true,
              revisions: found.item.units.map(({ revision_id }) => revision_id),
              origin,
              at,
            }
          : { ...known, taken_out: true }
      await storeVerdict(known, record, tx)
      review = withDecision(review, found, known, record)
      count += 1
      if (isOfAnother(known, origin)) replaced += 1
    }
  }
  return { review, refused, count, replaced }
}

const notMustSee = (n: number): DecisionRefusal => ({
  n,
  code: 'not_must_see',
  why: `Item ${n} is not one that must be seen. Leaving it out would make the sample prove less than it says.`,
  fix: 'Give it a verdict.',
})

const oneOfBothError = () =>
  new AppError('invalid_input', 'Each item of take_out needs either n or reason.', {
    fix: 'Give n for one translation, or reason for all that were put before a reader for it.',
    field: 'take_out',
  })
