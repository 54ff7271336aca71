import { z } from 'zod'
import { REVIEW_STATES } from '../../tools/reviews/view.ts'
import { Author } from '../strings/author-line.tsx'

export const BATCH_KINDS = ['submit', 'import', 'run', 'review', 'revert', 'push', 'annotate'] as const

export type BatchKind = (typeof BATCH_KINDS)[number]

/** A batch in the listing of `list_changes`. */
export const BatchRow = z.object({
  batch: z.string(),
  at: z.string(),
  kind: z.enum(BATCH_KINDS),
  by: Author,
  /** The string of an annotation. */
  id: z.string().optional(),
  key: z.string().optional(),
  locale: z.string().optional(),
  counts: z.record(z.string(), z.number()),
  /** Translations that it wrote where there was none, and over another one. */
  written: z.object({ new: z.number(), replaced: z.number() }).optional(),
  note: z.string().optional(),
  /** The reviews that are about the batch, newest first. */
  reviews: z.array(z.object({ id: z.string(), state: z.enum(REVIEW_STATES) })).optional(),
})

/** A batch as the pages show it. */
export interface BatchView extends z.output<typeof BatchRow> {
  /** The locales of the translations that it changed. */
  readonly locales: readonly string[]
}
