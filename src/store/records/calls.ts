import { z } from 'zod'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Sha256 } from './fields.ts'

/** An uploaded file that waits for the call that imports it. */
const StagedFileRecord = z.object({
  id: Id,
  project_id: Id,
  /** `source`, or `target:<locale>`. */
  purpose: z.string(),
  branch: z.string(),
  path: z.string(),
  user_id: Id,
  credential: z.string(),
  content: z.string(),
  sha256: Sha256,
  /** Bytes of the content. */
  size: z.number().int(),
  expires_at: Instant,
})

/** The answer to a call with an idempotency key, for repetitions of the call. */
const IdempotencyRecord = z.object({
  id: Id,
  /** Hash of credential, user, tool, resource and key. */
  call: Sha256,
  /** Hash of the arguments. */
  arguments: Sha256,
  /** The holder, whose quota it counts against. Absent in records of earlier versions, which expire within a day. */
  holder: z.string().optional(),
  /** The answer as JSON. */
  answer: z.string(),
  expires_at: Instant,
})

export type StagedFileRecord = z.infer<typeof StagedFileRecord>

/** Approximate memory of a record, without its answer. */
const IDEMPOTENCY_RECORD_BYTES = 600

/** What calls leave for later calls. */
export const callCollections = {
  staged_files: defineCollection({
    schema: StagedFileRecord,
    unique: {
      place: file => compoundKey(file.project_id, file.purpose, file.branch, file.path, file.credential, file.user_id),
    },
    index: {
      all: () => '',
      project: file => file.project_id,
      holder: file => file.user_id,
    },
    counted: ['all', 'holder'],
    order: file => file.expires_at,
    weights: { bytes: file => file.size },
    shard: file => file.id,
  }),
  replays: defineCollection({
    schema: IdempotencyRecord,
    unique: { call: replay => replay.call },
    index: { all: () => '', holder: replay => replay.holder },
    counted: ['holder'],
    order: replay => replay.expires_at,
    weights: { bytes: ({ answer }) => IDEMPOTENCY_RECORD_BYTES + Buffer.byteLength(answer) },
  }),
}
