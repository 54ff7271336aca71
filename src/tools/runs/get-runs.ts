import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { compoundKey } from '../../store/records/define.ts'
import { RUN_STATES } from '../../store/records/runs.ts'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { fillPage } from '../pipeline/fill-page.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName, pageInput, pageOutput } from '../schemas/fields.ts'
import { isPublicReader } from '../translations/actors.ts'
import { ItemRow, pageItems } from './item-rows.ts'
import { findRun, viewRun } from './run-target.ts'
import { RunView } from './view.ts'
import { MAX_WAIT_SECONDS, waitForRun } from './watch-run.ts'

/** Lists the runs of a project, or shows one with its items. */
export const getRuns = readTool({
  name: 'get_runs',
  title: 'Get runs',
  description:
    'List the runs of a project, newest first; with run: its state, counts, usage and cost, and with items what became of each translation.',
  scope: 'project:read',
  toolset: 'core',
  rest: [
    { method: 'GET', path: '/api/projects/:account/:project/runs', bind: { project: ':account/:project' } },
    { method: 'GET', path: '/api/projects/:account/:project/runs/:run', bind: { project: ':account/:project' } },
  ],
  input: z.object({
    project: ProjectName,
    run: z.string().min(1).max(40).optional(),
    wait: z.number().int().min(0).max(MAX_WAIT_SECONDS).optional().describe('seconds, until it ends or pauses'),
    event: z.number().int().min(0).optional().describe('with wait: until an event after this one'),
    items: z.enum(['unresolved', 'all']).optional(),
    state: z.enum([...RUN_STATES, 'open']).optional(),
    ...pageInput,
  }),
  output: z.object({ runs: z.array(RunView), items: z.array(ItemRow).optional(), ...pageOutput }),
  structured: false,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, resource, services, principal } = call
    const { project, account, target } = resource
    const name = `${account.handle}/${project.slug}`
    const isOutsider = await isPublicReader(principal, target, read)
    const place = { name, project, read, baseUrl: services.baseUrl, isOutsider }
    const { limit, cursor, state, items } = input
    if (input.run !== undefined) {
      if (input.wait !== undefined) {
        const { id } = await findRun(input.run, project, read)
        await waitForRun(id, { after: input.event, seconds: input.wait }, call)
      }
      const run = await findRun(input.run, project, read)
      const runs = [await viewRun(run, place)]
      if (items === undefined) return { runs }
      const query = ['items', run.id, items]
      const after = cursor === undefined ? undefined : decodeCursor(query, cursor)['after']
      const { rows, next } = await pageItems(run.id, { kind: items, limit, after, isOutsider }, read)
      return {
        runs,
        items: [...rows],
        ...(next !== undefined && { next_cursor: encodeCursor(query, { after: next }) }),
      }
    }
    const stray = (['items', 'wait', 'event'] as const).find(field => input[field] !== undefined)
    if (stray !== undefined) {
      throw new AppError('invalid_input', `${stray} is given without run.`, { fix: `Add run, or omit ${stray}.` })
    }
    const { rows, next } = await fillPage(
      options =>
        state === undefined
          ? read.runs.page('project', project.id, options)
          : read.runs.page('state', compoundKey(project.id, state), options),
      { query: ['runs', project.id, state], limit, cursor },
      run => viewRun(run, place),
    )
    return { runs: [...rows], ...next }
  },
})
