import type { z } from 'zod'
import { authorizationCollections } from './authorization.ts'
import { callCollections } from './calls.ts'
import { guidanceCollections, guidanceLogs } from './guidance.ts'
import { identityCollections, identityLogs } from './identity.ts'
import { l10nCollections, l10nLogs } from './localization.ts'
import { memoryCollections } from './memory.ts'
import { recheckCollections } from './rechecks.ts'
import { reviewCollections } from './reviews.ts'
import { runCollections } from './runs.ts'
import { signInCollections } from './sign-in.ts'
import { webhookCollections } from './webhooks.ts'

/**
 * All stored records. A collection is a record schema with unique keys, indexes and order. The engine, the backup and docs/stored-records.md follow these definitions.
 * A change of a stored shape needs a new `SHAPE_VERSION` and a migration.
 */
export const COLLECTIONS = {
  ...identityCollections,
  ...signInCollections,
  ...authorizationCollections,
  ...l10nCollections,
  ...callCollections,
  ...memoryCollections,
  ...recheckCollections,
  ...runCollections,
  ...reviewCollections,
  ...webhookCollections,
  ...guidanceCollections,
} as const
export const LOGS = { ...identityLogs, ...l10nLogs, ...guidanceLogs } as const
export const SHAPE_VERSION = 10

export type CollectionName = keyof typeof COLLECTIONS
export type LogName = keyof typeof LOGS

/** The names of weights, gaps or texts. Without any, TypeScript infers `string`. */
type NamesOf<W> = string extends keyof W ? never : keyof W & string

type Describe<D> = D extends {
  schema: z.ZodType<infer R>
  unique: infer U
  index: infer I
  weights?: infer W
  gaps?: infer G
  texts?: infer T
}
  ? {
      record: R
      unique: keyof U & string
      index: keyof I & string
      weight: NamesOf<NonNullable<W>>
      gap: NamesOf<NonNullable<G>>
      text: NamesOf<NonNullable<T>>
    }
  : D extends { schema: z.ZodType<infer R>; index: infer I }
    ? { record: R; unique: never; index: keyof I & string; weight: never; gap: never; text: never }
    : never

export type Collections = { [C in CollectionName]: Describe<(typeof COLLECTIONS)[C]> }
export type Logs = { [L in LogName]: Describe<(typeof LOGS)[L]> }
