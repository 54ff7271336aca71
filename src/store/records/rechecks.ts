import { z } from 'zod'
import { defineCollection, toSortKey } from './define.ts'
import { Id, Instant } from './fields.ts'

/** The texts to check again. */
const Scope = z.discriminatedUnion('kind', [
  /** All texts of the project. */
  z.object({ kind: z.literal('project') }),
  z.object({ kind: z.literal('locales'), locales: z.array(z.string()) }),
  z.object({ kind: z.literal('entries'), entry_ids: z.array(Id) }),
  /** Texts that a term concerns which the glossary of this account or project changed in version `since` or later. */
  z.object({ kind: z.literal('terms'), owner_id: Id, since: z.number().int() }),
  /** Texts with one of these keys: of source strings (in one locale or all), and of translations. */
  z.object({
    kind: z.literal('equal'),
    sources: z.array(z.object({ key: z.string(), locale: z.string().optional() })),
    values: z.array(z.string()),
  }),
])

/** A request to check texts of a project again. Removed when it is done. */
const RecheckRecord = z.object({
  id: Id,
  project_id: Id,
  scope: Scope,
  /** Number of its parts; absent until it begins. */
  total: z.number().int().optional(),
  /** Number of parts that were checked. */
  done: z.number().int(),
  /** The position after these parts; absent at the beginning. */
  cursor: z.string().optional(),
  /** How often it was worked on: the request with the fewest turns is next. */
  turns: z.number().int(),
  at: Instant,
})

/** The version of the checks by which all texts were checked, or are with the requests that wait. */
const CheckVersionRecord = z.object({ id: z.literal('checks'), version: z.string(), at: Instant })

export type RecheckRecord = z.infer<typeof RecheckRecord>
export type RecheckScope = z.infer<typeof Scope>

export const recheckCollections = {
  rechecks: defineCollection({
    schema: RecheckRecord,
    unique: {},
    index: { project: request => request.project_id, all: () => '' },
    order: request => toSortKey(request.turns),
  }),
  check_versions: defineCollection({ schema: CheckVersionRecord, unique: {}, index: {} }),
}
