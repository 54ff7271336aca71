import { z } from 'zod'
import { echo } from '../../text/escape.ts'
import { getRuns } from '../../tools/runs/get-runs.ts'
import { RunView } from '../../tools/runs/view.ts'
import { t } from '../i18n/t.ts'
import type { LoadedProject } from '../layout/load-project.ts'
import { toMissingPage } from '../layout/page-error.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'
import { runsPath } from './paths.ts'
import { OUTCOMES } from './words.ts'

/** A translation of a run. */
const RunItem = z.object({
  /** The short ID of its string. */
  id: z.string(),
  key: z.string(),
  locale: z.string(),
  outcome: z.enum(OUTCOMES).optional(),
  message: z.string().optional(),
  findings: z.array(z.object({ id: z.string(), message: z.string(), fix: z.string().optional() })).default([]),
  engine: z.string().optional(),
})

export type RunItem = z.output<typeof RunItem>

const Found = z.object({
  runs: z.array(RunView),
  items: z.array(RunItem).default([]),
  next_cursor: z.string().optional(),
})

interface ItemQuery {
  readonly project: LoadedProject
  readonly items: 'unresolved' | 'all'
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Reads the run that the URL names, with a page of its translations.
 * @throws PageError `not_found`
 */
export async function readRun(
  request: SignedInRequest,
  { project, ...query }: ItemQuery,
): Promise<{ readonly run: RunView; readonly items: readonly RunItem[]; readonly next: string | undefined }> {
  const { run: id = '' } = request.params
  const input = { project: project.name, run: id, ...query }
  const message = t('runs.not_found', { run: echo(id), project: project.name })
  const nextLink = { href: runsPath(project), text: t('runs.runs_of', { project: project.name }) }
  const found = await callTool(request, { tool: getRuns, input, shape: Found }).catch(toMissingPage(message, nextLink))
  const [run] = found.runs
  if (run === undefined) throw new Error(`get_runs returned no run ${id}`)
  return { run, items: found.items, next: found.next_cursor }
}
