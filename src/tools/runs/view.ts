import { z } from 'zod'
import type { Frozen } from '../../store/frozen.ts'
import { OUTCOMES, RUN_REASONS, RUN_STATES, type RunRecord, type RunUsage } from '../../store/records/runs.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import type { ProjectResource } from '../pipeline/resources.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { Actors } from '../translations/actors.ts'

/** Tokens and characters; `cost` in US dollars. */
const UsageView = z.object({
  requests: z.number().int(),
  input_tokens: z.number().int().optional(),
  output_tokens: z.number().int().optional(),
  characters: z.number().int().optional(),
  cost: z.number().optional(),
})

const counts = Object.fromEntries(OUTCOMES.map(outcome => [outcome, z.number().int().optional()])) as Record<
  (typeof OUTCOMES)[number],
  z.ZodOptional<z.ZodNumber>
>

/** A run as answers show it. */
export const RunView = z.object({
  id: z.string(),
  kind: z.enum(['translate', 'revise']),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS).optional(),
  message: z.string().optional(),
  engines: z.array(z.string()),
  locales: z.array(z.string()),
  branch: z.string().optional(),
  files: z.array(z.string()).optional(),
  ids: z.array(z.string()).optional(),
  only: z.enum(['missing', 'stale']).optional(),
  finding: z.string().optional(),
  outdated_voice: z.literal(true).optional(),
  note: z.string().optional(),
  by: z.unknown().optional(),
  /** What it would consume, before anything was sent. Grows until the translations are selected. */
  estimate: z.object({
    translations: z.number().int(),
    strings: z.number().int(),
    words: z.number().int(),
    ...UsageView.shape,
  }),
  /** Translations that a revision leaves out, because each has an open suggestion that was made for the same reasons. */
  already_suggested: z.number().int().optional(),
  /** Translations by outcome; `done` of `total`. */
  counts: z.object({ total: z.number().int(), done: z.number().int(), ...counts }),
  usage: UsageView,
  /** In US dollars. */
  budget: z.number().optional(),
  /** The batch of its changes, for list_changes and revert_changes. Absent until it changed something. */
  batch: z.string().optional(),
  /** Number of its last event. */
  event: z.number().int(),
  created_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  url: z.string(),
})

export type RunView = z.output<typeof RunView>

interface ViewContext extends Pick<ProjectResource, 'name' | 'project'> {
  readonly read: Reader
  readonly baseUrl: string
  /** Readers of a public project see no notes and no costs. */
  readonly isOutsider: boolean
}

export const runLink = (baseUrl: string, project: string, id: string): string => `${baseUrl}/p/${project}/runs/${id}`

/** Micro-dollars as US dollars. */
export const toDollars = (micros: number): number => micros / 1_000_000

/** A run as a caller sees it. */
export async function toRunView(run: Frozen<RunRecord>, context: ViewContext): Promise<RunView> {
  const { filter, estimate } = run
  const { name, project, read, baseUrl, isOutsider } = context
  const { total = 0, ...outcomes } = run.counts
  const done = Object.values(outcomes).reduce((sum, one) => sum + one, 0)
  const hasBatch = ['translated', 'needs_review', 'suggested', 'unresolved'].some(
    outcome => (outcomes[outcome] ?? 0) > 0,
  )
  return {
    id: run.id,
    kind: run.kind,
    state: run.state,
    ...(run.reason !== undefined && { reason: run.reason }),
    ...(run.message !== undefined && !isOutsider && { message: run.message }),
    engines: [...run.engines],
    locales: [...filter.locales],
    ...(filter.branch !== project.main_branch && { branch: filter.branch }),
    ...omitUndefined({
      files: filter.files?.map(echo),
      ids: filter.ids && [...filter.ids],
      only: filter.only,
      finding: filter.finding,
      outdated_voice: filter.outdated_voice,
      note: isOutsider ? undefined : run.note,
    }),
    by: await new Actors(read, isOutsider).describe(run.origin),
    estimate: {
      translations: total,
      strings: estimate.strings,
      words: estimate.words,
      ...toUsageView(estimate.usage, isOutsider),
    },
    ...(run.already_suggested !== undefined && { already_suggested: run.already_suggested }),
    counts: { total, done, ...outcomes },
    usage: toUsageView(run.usage, isOutsider),
    ...(run.budget !== undefined && !isOutsider && { budget: toDollars(run.budget) }),
    ...(hasBatch && { batch: run.batch_id }),
    event: run.events,
    created_at: run.created_at,
    ...omitUndefined({ started_at: run.started_at, ended_at: run.ended_at }),
    url: runLink(baseUrl, name, run.id),
  }
}

/** Zeros are left out, except of requests. */
function toUsageView({ requests, cost, ...others }: Frozen<RunUsage>, isOutsider: boolean): z.output<typeof UsageView> {
  const used = Object.entries(others).filter(([, amount]) => amount > 0)
  return { requests, ...Object.fromEntries(used), ...(cost > 0 && !isOutsider && { cost: toDollars(cost) }) }
}
