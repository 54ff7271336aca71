import { z } from 'zod'
import { compoundKey, defineCollection, toSortKey } from './define.ts'
import { Id, Instant, Origin } from './fields.ts'

const count = () => z.number().int()

/** What requests consumed. `cost` in micro-dollars. */
const Usage = z.object({
  requests: count(),
  input_tokens: count(),
  output_tokens: count(),
  characters: count(),
  cost: count(),
})

/** Selects the translations of a run. */
const RunFilter = z.object({
  locales: z.array(z.string()),
  branch: z.string(),
  /** Paths of source files; absent for all. */
  files: z.array(z.string()).optional(),
  /** Short IDs of strings. */
  ids: z.array(z.string()).optional(),
  /** A part of the work: untranslated strings, or stale translations. Absent for all work. */
  only: z.enum(['missing', 'stale']).optional(),
  /** A check ID, a level or `any`. */
  finding: z.string().optional(),
  outdated_voice: z.literal(true).optional(),
})

export const RUN_STATES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const
export const OUTCOMES = ['translated', 'needs_review', 'suggested', 'unchanged', 'unresolved', 'skipped'] as const

/** Why a run is paused or failed. */
export const RUN_REASONS = [
  'provider_failed',
  'budget',
  'monthly_budget',
  'credential_revoked',
  'engine_unavailable',
  'quota',
  'too_large',
  'internal_error',
] as const

const RunRecord = z.object({
  id: Id,
  project_id: Id,
  account_id: Id,
  kind: z.enum(['translate', 'revise']),
  filter: RunFilter,
  /** The engines, in order: each gets what the one before it left. */
  engines: z.array(z.string()),
  batch_size: count(),
  concurrency: count(),
  /** In micro-dollars; absent for none but that of the month. */
  budget: count().optional(),
  note: z.string().optional(),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS).optional(),
  /** What happened, for users. */
  message: z.string().optional(),
  /** The position up to which translations were selected; absent at the beginning. */
  cursor: z.string().optional(),
  /** Whether all translations were selected. Nothing is sent before. */
  planned: z.boolean(),
  parts: count(),
  estimate: z.object({ strings: count(), words: count(), usage: Usage }),
  /** Translations that were left out, because each has a suggestion that was made for the same reasons. */
  already_suggested: count().optional(),
  /** `total` and the number of translations by outcome. */
  counts: z.record(z.string(), count()),
  usage: Usage,
  /** Who started it. Its translations have this origin with the kind of their engine. */
  origin: Origin,
  scopes: z.array(z.string()),
  /** The worker that continues it, or did last: nobody else writes for it. */
  worker: z.string().optional(),
  /** The batch of all its changes, which can be listed and reverted. */
  batch_id: Id,
  /** Number of its last event. */
  events: count(),
  created_at: Instant,
  started_at: Instant.optional(),
  ended_at: Instant.optional(),
})

const RunItem = z.object({
  entry_id: Id,
  /** Hash of the source that is translated. */
  src: z.string(),
  /** Revision of the translation when it was selected. */
  rev: count(),
  /** Repairs that were requested from its engine. */
  repairs: count(),
  /** Position of its engine in the run. */
  at: count(),
  /** The answer, until it is stored as a translation. */
  answer: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  /** Stamp of the reasons for which it is revised. */
  cause: z.string().optional(),
  /** Why the engine revised it. */
  why: z.string().optional(),
  engine: z.string().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** Why it was skipped or unresolved. */
  message: z.string().optional(),
  /** The findings of a refused answer, for its repair and for the list of outcomes. */
  findings: z.array(z.object({ id: z.string(), message: z.string(), fix: z.string().optional() })).optional(),
  /** Its share of the requests. */
  usage: Usage.optional(),
})

/** Strings of a run that are sent together. */
const RunPartRecord = z.object({
  id: Id,
  run_id: Id,
  project_id: Id,
  locale: z.string(),
  /** Position in the run. */
  position: count(),
  /** `waiting` for a request, `sent` without an answer, `answered` without translations stored, or `done`. */
  state: z.enum(['waiting', 'sent', 'answered', 'done']),
  items: z.array(RunItem),
  /** Requests that were answered. */
  requests: count(),
  /** The engine of the open request, or of the answers. */
  engine: z.string().optional(),
  /** Micro-dollars reserved for the request that was sent. */
  reserved: count(),
  /** What the request of the answers consumed. */
  usage: Usage.optional(),
  /** The model that answered. */
  model: z.string().optional(),
  /** Number of the event of the run that says it is done. */
  event: count().optional(),
})

/** What an account spent on an engine in a calendar month (UTC). */
const EngineSpendRecord = z.object({
  /** `<account>.<engine>.<YYYY-MM>` */
  id: Id,
  account_id: Id,
  engine: z.string(),
  month: z.string(),
  /** Micro-dollars, with those that are reserved for open requests. */
  spent: count(),
})

/** What a run spent. Apart from the run, because requests reserve while others store their answers. */
const RunSpendRecord = z.object({
  /** ID of the run. */
  id: Id,
  project_id: Id,
  /** Micro-dollars, with those that are reserved for open requests. */
  spent: count(),
})

export type RunRecord = z.infer<typeof RunRecord>
export type RunPartRecord = z.infer<typeof RunPartRecord>
export type RunItem = z.infer<typeof RunItem>
export type RunFilter = z.infer<typeof RunFilter>
export type RunUsage = z.infer<typeof Usage>

const OPEN_STATES: readonly RunRecord['state'][] = ['pending', 'running', 'paused']

/** Sorts after every event. */
export const NO_EVENT = 500_000_000_000

export const runCollections = {
  runs: defineCollection({
    schema: RunRecord,
    unique: {},
    index: {
      project: run => run.project_id,
      /** By state, and `open` until it ends. */
      state: run => [
        compoundKey(run.project_id, run.state),
        ...(run.ended_at === undefined ? [compoundKey(run.project_id, 'open')] : []),
      ],
      /** Runs that the worker continues. */
      active: run => (run.state === 'pending' || run.state === 'running' ? '' : undefined),
      open: run => (OPEN_STATES.includes(run.state) ? run.account_id : undefined),
      /** Has ended, and has parts. */
      detailed: run => (run.ended_at !== undefined && run.parts > 0 ? '' : undefined),
      account: run => run.account_id,
    },
    several: ['state'],
    // Newest first: IDs sort by time.
    order: run => toSortKey(999_999_999_999 - Math.floor(Date.parse(run.created_at) / 10)),
    shard: run => run.project_id,
  }),
  run_parts: defineCollection({
    schema: RunPartRecord,
    unique: { position: part => compoundKey(part.run_id, part.position) },
    index: {
      run: part => part.run_id,
      open: part => (part.state === 'done' ? undefined : part.run_id),
      /** Parts that are done, in the order of their events. */
      event: part => (part.event === undefined ? undefined : part.run_id),
      /** Parts with items that have no translation. */
      untranslated: part =>
        part.items.some(({ outcome }) => outcome === 'unresolved' || outcome === 'skipped') ? part.run_id : undefined,
      project: part => part.project_id,
    },
    order: part => toSortKey(part.event ?? NO_EVENT + part.position),
    shard: part => part.run_id,
  }),
  run_spends: defineCollection({
    schema: RunSpendRecord,
    unique: {},
    index: { project: spend => spend.project_id },
    shard: spend => spend.project_id,
  }),
  engine_spends: defineCollection({
    schema: EngineSpendRecord,
    unique: {},
    index: { account: spend => spend.account_id },
  }),
}
