import type { z } from 'zod'
import { authorizationCollections } from './authorization.ts'
import { guidanceCollections, guidanceLogs } from './guidance.ts'
import { identityCollections, identityLogs } from './identity.ts'
import { l10nCollections, l10nLogs } from './localization.ts'
import { signInCollections } from './sign-in.ts'

/**
 * Everything that is persisted. A collection is a record schema with its unique keys, its indexes and its order; both engines, the
 * backup and docs/storage.md read this. A change of a stored shape needs a new `SHAPE_VERSION` and a migration.
 */
export const COLLECTIONS = {
  ...identityCollections,
  ...signInCollections,
  ...authorizationCollections,
  ...l10nCollections,
  ...guidanceCollections,
} as const
export const LOGS = { ...identityLogs, ...l10nLogs, ...guidanceLogs } as const
export const SHAPE_VERSION = 7

export type CollectionName = keyof typeof COLLECTIONS
export type LogName = keyof typeof LOGS

/** Of a collection without weights or gaps no name is known, which TypeScript says as `string`. */
type NamesOf<W> = string extends keyof W ? never : keyof W & string

type Describe<D> = D extends {
  schema: z.ZodType<infer R>
  unique: infer U
  index: infer I
  weights?: infer W
  gaps?: infer G
}
  ? {
      record: R
      unique: keyof U & string
      index: keyof I & string
      weight: NamesOf<NonNullable<W>>
      gap: NamesOf<NonNullable<G>>
    }
  : D extends { schema: z.ZodType<infer R>; index: infer I }
    ? { record: R; unique: never; index: keyof I & string; weight: never; gap: never }
    : never

export type Collections = { [C in CollectionName]: Describe<(typeof COLLECTIONS)[C]> }
export type Logs = { [L in LogName]: Describe<(typeof LOGS)[L]> }
