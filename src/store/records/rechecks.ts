import { z } from 'zod'
import { defineCollection, toSortKey } from './define.ts'
import { Id, Instant } from './fields.ts'

/** The translations to check again. */
const Scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('files'), file_ids: z.array(Id) }),
  /** Strings and translations that are equal to others which changed: keys of the indexes `source` of entries and `value` of translations. */
  z.object({ kind: z.literal('equal'), sources: z.array(z.string()), values: z.array(z.string()) }),
  /** Translations that a term concerns which this glossary changed in version `since` or later. */
  z.object({ kind: z.literal('terms'), glossary_id: Id, since: z.number().int() }),
])

/** A request to check translations again. Removed when it is done. */
const RecheckRecord = z.object({
  id: Id,
  /** ID of the project or account; `server` for all accounts. A request of an account is replaced by one for each project. */
  owner_id: Id,
  owner: z.enum(['project', 'account', 'server']),
  scope: Scope,
  /** Strings of the project when it began; absent until then. */
  total: z.number().int().optional(),
  /** Strings that it is through with. */
  done: z.number().int(),
  /** The position after them; absent at the beginning. */
  cursor: z.string().optional(),
  /** How often it was worked on: the request with the fewest turns is next. */
  turns: z.number().int(),
  at: Instant,
})

/** The version of the checks that all translations were checked by, or are with the requests that wait. */
const CheckVersionRecord = z.object({ id: z.literal('checks'), version: z.string(), at: Instant })

export type RecheckRecord = z.infer<typeof RecheckRecord>
export type RecheckScope = z.infer<typeof Scope>

export const recheckCollections = {
  rechecks: defineCollection({
    schema: RecheckRecord,
    unique: {},
    index: { owner: request => request.owner_id, all: () => '' },
    order: request => toSortKey(request.turns),
  }),
  check_versions: defineCollection({ schema: CheckVersionRecord, unique: {}, index: {} }),
}
