import { z } from 'zod'
import type { SignedIn } from '../../../auth/users/sessions.ts'
import { revertChanges } from '../../../tools/history/revert-changes.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool } from '../../requests/call-tool.ts'
import type { PageRequest } from '../../requests/page-request.ts'

const Refused = z.object({
  count: z.number(),
  first: z.array(z.object({ id: z.string(), key: z.string(), locale: z.string(), why: z.string() })),
})

const Reverted = z.object({
  reverted: z.number(),
  superseded: z.number(),
  suggestions_removed: z.number().default(0),
  suggestions_returned: z.number().default(0),
  refused: Refused.optional(),
  batch: z.string().optional(),
  next_cursor: z.string().optional(),
})

/** What a revert of a batch does, or would do. */
export interface RevertOutcome {
  readonly reverted: number
  readonly superseded: number
  readonly suggestions: number
  readonly refused: z.output<typeof Refused>
  /** The last batch that it wrote. */
  readonly batch: string | undefined
  /** Whether a large batch has more than the counts say. */
  readonly isPartial: boolean
}

/** Calls of one revert; each reads up to 5,000 revisions. */
const MAX_CALLS = 40

const NOTHING: RevertOutcome = {
  reverted: 0,
  superseded: 0,
  suggestions: 0,
  refused: { count: 0, first: [] },
  batch: undefined,
  isPartial: false,
}

/** Counts what a revert of a batch would restore: of a large batch, at least. */
export async function previewRevert(
  request: PageRequest,
  signedIn: SignedIn,
  project: LoadedProject,
  batch: string,
): Promise<RevertOutcome> {
  const input = { project: project.name, batch, dry_run: true }
  const found = await callTool(request, signedIn, { tool: revertChanges, input, shape: Reverted })
  return { ...add(NOTHING, found), isPartial: found.next_cursor !== undefined }
}

/** Reverts a batch where it is still current. */
export async function revertBatch(
  request: PageRequest,
  signedIn: SignedIn,
  project: LoadedProject,
  { batch, note }: { readonly batch: string; readonly note: string },
): Promise<RevertOutcome> {
  let outcome = NOTHING
  let cursor: string | undefined
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const more = { ...(note !== '' && { note }), ...(cursor !== undefined && { cursor }) }
    const input = { project: project.name, batch, ...more }
    const done = await callTool(request, signedIn, { tool: revertChanges, input, shape: Reverted })
    outcome = add(outcome, done)
    cursor = done.next_cursor
    if (cursor === undefined) return outcome
  }
  return { ...outcome, isPartial: true }
}

const add = (sum: RevertOutcome, done: z.output<typeof Reverted>): RevertOutcome => ({
  reverted: sum.reverted + done.reverted,
  superseded: sum.superseded + done.superseded,
  suggestions: sum.suggestions + done.suggestions_removed + done.suggestions_returned,
  refused: {
    count: sum.refused.count + (done.refused?.count ?? 0),
    first: [...sum.refused.first, ...(done.refused?.first ?? [])].slice(0, MAX_REFUSED),
  },
  batch: done.batch ?? sum.batch,
  isPartial: false,
})

const MAX_REFUSED = 20
