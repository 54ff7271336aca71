import { z } from 'zod'
import { listChanges } from '../../../tools/history/list-changes.ts'
import { readProjectFigures } from '../../../tools/projects/figures.ts'
import { getReview } from '../../../tools/reviews/get-review.ts'
import { getStatus } from '../../../tools/work/get-status.ts'
import { BatchRow } from '../../changes/read-changes.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { ProjectPlace } from '../../layout/project-place.ts'
import { callTool, type SignedInRequest } from '../../requests/page-request.ts'

const count = z.number().default(0)

const LocaleStatus = z.object({
  locale: z.string(),
  untranslated: z.number(),
  needs_review: z.number(),
  translated: z.number(),
  approved: z.number(),
  stale: z.number(),
  errors: z.number(),
  words_left: z.number(),
  suggestions: z.number(),
  warnings: count,
  infos: count,
  revise: count,
  revised: count,
  conflicts: count,
})

export type LocaleProgress = z.output<typeof LocaleStatus>

/** A batch of changes. */
export type RecentBatch = z.output<typeof BatchRow>

const OpenReview = z.object({
  id: z.string(),
  title: z.string(),
  total: z.number(),
  must_see: z.object({ total: z.number(), decided: z.number(), taken_out: z.number() }),
  sample: z.object({ size: z.number(), read: z.number() }),
})

/** A review that nobody has ended. */
export type OpenReview = z.output<typeof OpenReview>

/** What the overview of a project shows. */
export interface Overview extends Awaited<ReturnType<typeof readProjectFigures>> {
  /** The branch that the locales are counted on. */
  readonly countedBranch: string
  readonly locales: readonly LocaleProgress[]
  readonly batches: readonly RecentBatch[]
  /** Open reviews, newest first. */
  readonly reviews: readonly OpenReview[]
}

const MAX_REVIEWS = 5

const MAX_BATCHES = 5

/** Most strings of another branch that are counted for a page: the main branch has indexes, others are read. */
const MAX_COUNTED = 2000

/** Reads the progress, the last batches and the words by day. */
export async function readOverview(request: SignedInRequest, project: LoadedProject): Promise<Overview> {
  const { name, record, branch, place } = project
  const countedBranch = place.strings > MAX_COUNTED ? record.main_branch : branch
  const { locales } = await callTool(request, {
    tool: getStatus,
    input: { project: name, ...(countedBranch !== record.main_branch && { branch: countedBranch }) },
    shape: z.object({ locales: z.array(LocaleStatus) }),
  })
  const { changes } = await callTool(request, {
    tool: listChanges,
    input: { project: name, limit: MAX_BATCHES },
    shape: z.object({ changes: z.array(BatchRow) }),
  })
  const { reviews } = await callTool(request, {
    tool: getReview,
    input: { project: name, state: 'open', limit: MAX_REVIEWS },
    shape: z.object({ reviews: z.array(OpenReview).default([]) }),
  })
  return {
    reviews,
    ...(await readProjectFigures(record, request.services.store.read)),
    countedBranch,
    locales,
    batches: changes,
  }
}

/** The place of the branch on which the locales are counted. */
export const countedPlace = (
  { place, branch }: Pick<LoadedProject, 'place' | 'branch'>,
  { countedBranch }: Pick<Overview, 'countedBranch'>,
): Pick<ProjectPlace, 'project' | 'branch'> =>
  countedBranch === branch ? place : { project: place.project, branch: undefined }

/** The translations that a pull exports under the policy of the project. */
export const countReady = (
  { translated, approved }: LocaleProgress,
  { record }: Pick<LoadedProject, 'record'>,
): number => (record.settings.export === 'approved' ? approved : translated + approved)

/** The translations with a finding of each level. */
export const countFindings = ({ errors, warnings, infos }: LocaleProgress) => ({
  error: errors,
  warning: warnings,
  info: infos,
})
