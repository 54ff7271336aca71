import { z } from 'zod'
import { MUST_SEE_REASONS, VERDICT_REASONS, VERDICTS } from '../../l10n/reviews/words.ts'

export const REVIEW_STATES = ['open', 'accepted', 'returned', 'reverted'] as const

export const REVIEW_ENDS = ['accept', 'return', 'revert'] as const

const count = z.number().int()
const Text = z.union([z.string(), z.record(z.string(), z.string())])

/** What a review may be about: revisions that are still current and match all fields. */
const ReviewFilter = z.object({
  batch: z.string().optional(),
  run: z.string().optional(),
  client: z.string().optional(),
  token: z.string().optional(),
  person: z.string().optional(),
  locale: z.string().optional(),
  file: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  /** All translations that wait for a review. */
  waiting: z.literal(true).optional(),
})

/** A review as answers show it. Counts are of distinct translations: identical ones count once, unless a name says otherwise. */
export const ReviewView = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(REVIEW_STATES),
  filter: ReviewFilter,
  branch: z.string().optional(),
  /** Percent. */
  goal: z.union([z.literal(5), z.literal(2), z.literal(1)]),
  seed: z.string(),
  locales: z.array(z.string()),
  /** Translations of the review, copies included. */
  total: count,
  /** Distinct translations. */
  distinct: count,
  by: z.unknown().optional(),
  note: z.string().optional(),
  created_at: z.string(),
  must_see: z.object({
    total: count,
    decided: count,
    taken_out: count,
    /** Each translation counts under its first reason. */
    groups: z.array(z.object({ reason: z.enum(MUST_SEE_REASONS), total: count, decided: count, taken_out: count })),
  }),
  sample: z.object({
    /** Distinct translations that need no reading by themselves, from which the sample is drawn. */
    population: count,
    /** Translations to read. */
    size: count,
    read: count,
    good: count,
    minor: count,
    major: count,
    skipped: count,
    unread: count,
    /** The 95 % upper bound of wrong translations among the unread ones; absent before the first verdict. */
    at_most: z.object({ wrong: count, percent: z.number() }).optional(),
    /** Whether the bound meets the goal. */
    meets_goal: z.boolean(),
    /** How many more must be read, all without a major fault, to meet the goal; 0 when it is met. Absent if no sample can. */
    more_needed: count.optional(),
  }),
  /** What each end by the caller would do now, in translations; absent after the end, and in lists. */
  ends: z
    .object({
      accept: z.object({
        approves: count,
        /** Stay for another decision: faults, taken out, changed since, own ones. */
        leaves: count,
        /** By the caller, where the project wants four eyes: another user must approve them. */
        own: count,
        /** What is missing before the review can be accepted. */
        missing: z.object({ must_see: count, sample: count }),
        /** Whether it needs a reason, because the goal can't be met by the sample as read. */
        needs_reason: z.boolean(),
      }),
      return: z.object({
        /** With a fault. */
        findings: count,
        /** Of which changes would be requested: those with a fault or, if there is none, all of them. */
        requests: count,
        /** Which would need review again. */
        reopens: count,
      }),
      revert: z.object({ restores: count, clears: count }),
    })
    .optional(),
  /** Translations that were changed after the review began, or whose source was changed or removed; no end touches them. Absent in lists, until the end. */
  changed: count.optional(),
  ended: z
    .object({
      end: z.enum(['accepted', 'returned', 'reverted']),
      by: z.unknown().optional(),
      at: z.string(),
      reason: z.string().optional(),
      batch: z.string().optional(),
      counts: z.record(z.string(), count),
    })
    .optional(),
  /** Who read how many. */
  readers: z.array(z.object({ by: z.unknown().optional(), read: count })),
  url: z.string(),
})

export type ReviewView = z.output<typeof ReviewView>

/** A distinct translation of a review. */
export const ReviewItemView = z.object({
  /** Its number in the review, from 1. */
  n: count,
  part: z.enum(['must_see', 'sample', 'rest']),
  /** Short ID of the string. */
  id: z.string(),
  key: z.string(),
  file: z.string(),
  locale: z.string(),
  source: Text,
  /** The context note of the string. */
  note: z.string().optional(),
  /** The translation that the review froze. */
  message: Text.optional(),
  /** The translation that it replaced. */
  was: z.object({ message: Text, state: z.string(), by: z.unknown().optional(), at: z.string().optional() }).optional(),
  by: z.unknown().optional(),
  at: z.string().optional(),
  rev: count,
  /** Why it must be read: a sentence, and its parts for other languages. */
  reasons: z.array(
    z.object({
      reason: z.enum(MUST_SEE_REASONS),
      why: z.string(),
      parts: z.record(z.string(), z.union([z.string(), count])),
    }),
  ),
  findings: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['error', 'warning', 'info']),
      message: z.string(),
      fix: z.string().optional(),
    }),
  ),
  /** Other strings with the same source and translation, which are decided together. */
  copies: count,
  /** Changed after the review began, or its source was: the current translation, which no end touches. */
  changed: Text.optional(),
  taken_out: z.literal(true).optional(),
  verdict: z
    .object({
      verdict: z.enum(VERDICTS),
      reason: z.enum(VERDICT_REASONS).optional(),
      comment: z.string().optional(),
      fixed: z.literal(true).optional(),
      by: z.unknown().optional(),
      at: z.string(),
    })
    .optional(),
  url: z.string(),
})

export type ReviewItemView = z.output<typeof ReviewItemView>

export const reviewLink = (baseUrl: string, project: string, id: string): string =>
  `${baseUrl}/p/${project}/review/${id}`
