import { z } from 'zod'
import { readTool } from '../pipeline/define-tool.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { accountTarget, listVisibleAccounts } from '../pipeline/resources.ts'
import { Handle, pageInput, pageOutput } from '../schemas/fields.ts'
import { ProjectSummary, toProjectSummary } from './summary.ts'

/** Lists the projects of one account, or of every account that the caller may read. */
export const listProjects = readTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'List the projects of an account, or of all accounts you can read.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [{ method: 'GET', path: '/api/projects' }],
  input: z.object({ account: Handle.optional(), ...pageInput }),
  output: z.object({ projects: z.array(ProjectSummary), ...pageOutput }),
  structured: true,
  resource: async ({ account }, call) =>
    account === undefined
      ? { target: { kind: 'none' } as const, accounts: await listVisibleAccounts(call, 'project:read') }
      : accountTarget(account, call).then(found => ({ target: found.target, accounts: [found.account] })),
  handler: async ({ account, limit, cursor }, { read, resource: { accounts } }) => {
    const at = cursor === undefined ? undefined : decodeCursor({ account }, cursor)
    const from =
      at === undefined
        ? 0
        : Math.max(
            0,
            accounts.findIndex(({ id }) => id === at['account']),
          )
    const projects: ProjectSummary[] = []
    for (const owner of accounts.slice(from)) {
      if (projects.length === limit) return { projects, next_cursor: encodeCursor({ account }, { account: owner.id }) }
      const after = owner.id === at?.['account'] ? at['after'] : undefined
      const page = await read.projects.page('account', owner.id, { limit: limit - projects.length, after })
      projects.push(...page.items.map(project => toProjectSummary(project, owner)))
      if (page.next !== undefined) {
        return { projects, next_cursor: encodeCursor({ account }, { account: owner.id, after: page.next }) }
      }
    }
    return { projects }
  },
})
