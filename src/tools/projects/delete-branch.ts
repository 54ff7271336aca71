import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Pace } from '../../pace.ts'
import { key } from '../../store/records/collection.ts'
import type { BranchFileRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import { nearest } from '../nearest.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { writeTool } from '../tool.ts'
import { BranchName } from './branches.ts'

/** Forgets what a branch has: its files and lists. Entries and their translations stay, unused when no other branch lists them. */
export const deleteBranch = writeTool({
  name: 'delete_branch',
  title: 'Delete a branch',
  description:
    'Forget a branch that was merged or given up: its source files and its list of keys. Translations are kept; entries that no other branch lists become unused.',
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [
    { method: 'DELETE', path: '/api/projects/:account/:project/branches', bind: { project: ':account/:project' } },
  ],
  input: z.object({ project: ProjectName, branch: BranchName, dry_run: z.boolean().default(false) }),
  output: z.object({
    dry_run: z.boolean().optional(),
    branch: z.string(),
    files: z.number(),
    /** Entries that no branch lists any more. */
    unused: z.number(),
    next: z.string(),
  }),
  structured: true,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { resource: { project, target }, services, tx, computed, audit }) => {
    if (input.branch === project.main_branch) {
      throw new AppError(
        'invalid_input',
        `branch is ${project.main_branch}, the main branch, which is never deleted.`,
        {
          fix: `Name another branch: ${othersOf(project).slice(0, 10).join(', ') || 'there is none yet'}.`,
        },
      )
    }
    const { branch } = input
    if (!project.branches.some(({ name }) => name === branch)) throw unknownBranch(branch, othersOf(project))
    const held = await tx.branch_files.list('branch', key(project.id, branch))
    const at = services.now().toISOString()
    const pace = computed.pace()
    let unused = 0
    for (const file of held) unused += await forget(file, { tx, at, pace, dryRun: input.dry_run })
    if (!input.dry_run) {
      for (const file of await tx.target_files.list('project', project.id)) {
        if (file.branch === branch) await tx.target_files.remove(file.id)
      }
      const branches = project.branches.filter(({ name }) => name !== branch)
      await tx.projects.put({ ...project, branches, revision: project.revision + 1 })
    }
    audit(target.kind === 'account' ? target.name : '', { branch, dry_run: input.dry_run })
    return {
      ...(input.dry_run && { dry_run: true }),
      branch,
      files: held.length,
      unused,
      next: input.dry_run
        ? 'Nothing was written. Repeat without dry_run.'
        : 'A push to the branch makes it anew, and its translations are there again.',
    }
  },
})

interface Writing {
  readonly tx: Transaction
  readonly at: string
  readonly pace: Pace
  readonly dryRun: boolean
}

/** Removes a branch's list of one file; gives how many of its entries no other branch has. */
async function forget(held: Frozen<BranchFileRecord>, { tx, at, pace, dryRun }: Writing): Promise<number> {
  const lists = await tx.branch_files.list('file', held.file_id)
  const unused = new Set(held.items.map(item => item.entry_id))
  for (const { id, items } of lists) {
    if (unused.size === 0) break
    if (id !== held.id) for (const { entry_id } of items) unused.delete(entry_id)
    if (pace.isDue) await pace.rest()
  }
  for (const entry_id of unused) {
    const entry = dryRun ? undefined : await tx.entries.get(entry_id)
    if (entry !== undefined) await tx.entries.put({ ...entry, unused_since: at })
    if (pace.isDue) await pace.rest()
  }
  if (!dryRun) await tx.branch_files.remove(held.id)
  return unused.size
}

const othersOf = ({ branches, main_branch }: Frozen<ProjectRecord>): readonly string[] =>
  branches.map(({ name }) => name).filter(name => name !== main_branch)

function unknownBranch(branch: string, names: readonly string[]): AppError {
  const close = nearest(branch, names)
  return new AppError('not_found', `The project has no branch ${JSON.stringify(branch.slice(0, 80))}.`, {
    fix: close === undefined ? 'Nothing is to be done if it was deleted before.' : `Did you mean ${close}?`,
  })
}
