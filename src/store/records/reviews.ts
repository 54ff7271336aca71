import { z } from 'zod'
import { MUST_SEE_REASONS, VERDICT_REASONS, VERDICTS } from '../../l10n/reviews/words.ts'
import { compoundKey, defineCollection, toSortKey } from './define.ts'
import { Id, Instant, Origin } from './fields.ts'
import { textSize } from './sizes.ts'

const count = () => z.number().int()

/** Distinct translations of a part that have a verdict, by verdict. */
const Tally = z.object({ good: count(), minor: count(), major: count(), skip: count() })

/** Must-see translations under their first reason. */
const ReasonGroup = z.object({ reason: z.enum(MUST_SEE_REASONS), total: count(), decided: count(), taken_out: count() })

const ReviewRecord = z.object({
  id: Id,
  project_id: Id,
  title: z.string(),
  state: z.enum(['open', 'accepted', 'returned', 'reverted']),
  /** What it is about, as the caller said. */
  filter: z.object({
    batch: z.string().optional(),
    run: z.string().optional(),
    client: z.string().optional(),
    token: z.string().optional(),
    person: z.string().optional(),
    locale: z.string().optional(),
    file: z.string().optional(),
    since: z.string().optional(),
    until: z.string().optional(),
    waiting: z.literal(true).optional(),
  }),
  note: z.string().optional(),
  branch: z.string(),
  /** Percent of wrong translations that the sample must exclude. */
  goal: z.union([z.literal(5), z.literal(2), z.literal(1)]),
  /** Seed of the order in which the sample is drawn. */
  seed: z.string(),
  locales: z.array(z.string()),
  /** The batches that wrote its translations; the first 500. */
  batches: z.array(Id),
  /** Translations, copies included. */
  total: count(),
  /** Distinct translations. The must-see ones come first, then the others in the order of the sample. */
  distinct: count(),
  must_see: z.object({ total: count(), decided: count(), taken_out: count(), groups: z.array(ReasonGroup) }),
  /** Distinct translations to read; those after it are the rest. */
  sample_size: count(),
  sample: Tally,
  rest: Tally,
  /** Who read how many. */
  readers: z.array(z.object({ user_id: Id, kind: Origin.shape.kind, read: count() })),
  origin: Origin,
  created_at: Instant,
  ended: z
    .object({
      end: z.enum(['accepted', 'returned', 'reverted']),
      origin: Origin,
      at: Instant,
      reason: z.string().optional(),
      batch_id: Id.optional(),
      /** Translations that were changed after the review began. */
      changed: count(),
      counts: z.record(z.string(), count()),
    })
    .optional(),
})

/** A translation as the review froze it. */
const ReviewUnit = z.object({
  translation_id: Id,
  entry_id: Id,
  /** Hash of the source on the branch. */
  src: z.string(),
  /** The newest revision of the text. */
  rev: count(),
  /** The revision that wrote the text, and its batch. */
  revision_id: Id,
  batch_id: Id,
  /** The revision that a revert restores. */
  was: Id.optional(),
  /** An older one that a user wrote or that was approved. */
  decided: Id.optional(),
})

/** A distinct translation: all units have the same source, translation and locale. */
const ReviewItem = z.object({
  locale: z.string(),
  file_id: Id,
  reasons: z.array(
    z.object({ reason: z.enum(MUST_SEE_REASONS), why: z.record(z.string(), z.union([z.string(), count()])) }),
  ),
  units: z.array(ReviewUnit),
})

/** Distinct translations of a review, which never change. */
const ReviewPartRecord = z.object({
  id: Id,
  review_id: Id,
  project_id: Id,
  /** Position in the review. All parts but the last have `REVIEW_PART_SIZE` items. */
  position: count(),
  items: z.array(ReviewItem),
})

/** The decision about a distinct translation of a review. */
const ReviewVerdictRecord = z.object({
  id: Id,
  review_id: Id,
  project_id: Id,
  n: count(),
  /** What a fault is about: the locale of the item, and the hash of its source. */
  fault_of: z.object({ locale: z.string(), src: z.string() }).optional(),
  /** Absent if it was only taken out. */
  verdict: z.enum(VERDICTS).optional(),
  reason: z.enum(VERDICT_REASONS).optional(),
  comment: z.string().optional(),
  /** Whether the reader wrote another translation. */
  fixed: z.literal(true).optional(),
  /** The revision of each unit after the fix. */
  fix_revs: z.array(count()).optional(),
  taken_out: z.literal(true).optional(),
  revisions: z.array(Id),
  origin: Origin,
  at: Instant,
})

export type ReviewRecord = z.infer<typeof ReviewRecord>
export type ReviewPartRecord = z.infer<typeof ReviewPartRecord>
export type ReviewVerdictRecord = z.infer<typeof ReviewVerdictRecord>
export type ReviewItem = z.infer<typeof ReviewItem>
export type ReviewUnit = z.infer<typeof ReviewUnit>

/** Items of a part. */
export const REVIEW_PART_SIZE = 200

/** Approximate bytes of a frozen translation: IDs, a hash and a number. */
const UNIT_BYTES = 250

const partSize = ({ items }: ReviewPartRecord): number =>
  items.reduce((sum, { units }) => sum + units.length * UNIT_BYTES, 0)

export const reviewCollections = {
  reviews: defineCollection({
    schema: ReviewRecord,
    unique: {},
    index: {
      project: review => review.project_id,
      state: review => compoundKey(review.project_id, review.state),
      /** The reviews of a batch. */
      batch: review => review.batches,
    },
    several: ['batch'],
    // Newest first.
    order: review => toSortKey(999_999_999_999 - Math.floor(Date.parse(review.created_at) / 10)),
    shard: review => review.project_id,
  }),
  review_parts: defineCollection({
    schema: ReviewPartRecord,
    unique: { position: part => compoundKey(part.review_id, part.position) },
    index: { project: part => part.project_id },
    counted: ['project'],
    weights: { bytes: partSize },
    shard: part => part.review_id,
  }),
  review_verdicts: defineCollection({
    schema: ReviewVerdictRecord,
    unique: { item: verdict => compoundKey(verdict.review_id, verdict.n) },
    index: {
      review: verdict => verdict.review_id,
      /** The verdicts about a revision. */
      revision: verdict => verdict.revisions,
      project: verdict => verdict.project_id,
      /** The faults of a project, and those of texts with a source. */
      project_fault: ({ project_id, fault_of }) => fault_of && project_id,
      fault: ({ project_id, fault_of }) => fault_of && compoundKey(project_id, fault_of.locale, fault_of.src),
    },
    several: ['revision'],
    counted: ['project', 'project_fault'],
    order: verdict => toSortKey(verdict.n),
    weights: { bytes: ({ comment = '' }) => textSize(comment) },
    shard: verdict => verdict.review_id,
  }),
}
