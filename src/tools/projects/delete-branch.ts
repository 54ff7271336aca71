import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { withoutConflicts } from '../../l10n/translation/suggestions/conflict.ts'
import { withoutDecidedConflicts } from '../../l10n/translation/suggestions/decided.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { quote, quoteList } from '../../text/quote.ts'
import { findClosestName } from '../closest-name.ts'
import { findElsewhere } from '../files/push/plan/elsewhere.ts'
import { readOldStrings } from '../files/push/plan/old-strings.ts'
import { removeFiles } from '../files/push/removed-files.ts'
import type { ReadDeps, WriteContext } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { ProjectName } from '../schemas/fields.ts'
import { addHistory } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { type BranchFile, BranchName, listBranchFiles } from './branches.ts'

/** Deletes a branch with its files and lists. Entries and translations stay; entries that no other branch lists become unused. */
export const deleteBranch = writeTool({
  name: 'delete_branch',
  title: 'Delete branch',
  pastTense: 'Deleted branch',
  description:
    'Delete a merged or abandoned branch: its source files and its list of keys. Translations are kept; entries that no other branch lists become unused.',
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: true, idempotent: false },
  grows: false,
  rest: [ofProject('DELETE', '/branches')],
  input: z.object({ project: ProjectName, branch: BranchName, dry_run: z.boolean().default(false) }),
  output: z.object({
    dry_run: z.boolean().optional(),
    branch: z.string(),
    files: z.number(),
    /** Number of entries that no branch lists any more. */
    unused: z.number(),
    next: z.string(),
  }),
  structured: true,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { services, tx, audit } = call
    const { project, name } = call.resource
    if (input.branch === project.main_branch) {
      throw new AppError(
        'invalid_input',
        `Branch ${quote(project.main_branch)} is the main branch and cannot be deleted.`,
        {
          fix: `Other branches: ${quoteList(listOtherBranches(project).slice(0, 10)) || 'none'}.`,
        },
      )
    }
    const { branch } = input
    if (!project.branches.some(one => one.name === branch)) throw unknownBranchError(branch, listOtherBranches(project))
    const removed = await listBranchFiles(project, branch, tx)
    const appended = { bytes: 0 }
    const view = new BranchView(project, project.main_branch, call)
    // No text of the main branch changes, so there are none to check again.
    const equal = { sources: new Set<string>(), values: new Set<string>() }
    const writing = {
      project,
      branch,
      tx,
      at: services.now().toISOString(),
      newId: services.newId,
      appended,
      equal,
      changes: [],
      view,
    }
    const unused = input.dry_run ? await countUnused(removed, branch, call) : await removeFiles(removed, writing)
    if (!input.dry_run) {
      if (appended.bytes > 0) await addHistory(project.id, appended.bytes, tx)
      for (const file of await tx.target_files.list('project', project.id)) {
        if (file.branch === branch) await tx.target_files.remove(file.id)
      }
      await endConflicts(project.id, branch, call)
      const branches = project.branches.filter(one => one.name !== branch)
      await tx.projects.put({ ...project, branches })
    }
    audit(name, { branch, dry_run: input.dry_run })
    return {
      ...(input.dry_run && { dry_run: true }),
      branch,
      files: removed.length,
      unused,
      next: input.dry_run
        ? 'Nothing was written. Repeat without dry_run.'
        : 'A push to the branch creates it again, with its translations.',
    }
  },
})

/** Ends the conflicts of a branch. The texts of its files stay as suggestions. */
async function endConflicts(
  projectId: string,
  branch: string,
  { tx, computed }: Pick<WriteContext, 'tx' | 'computed'>,
): Promise<void> {
  const pace = computed.pace()
  const all = eachRecord(after => tx.translations.page('suggestions', projectId, { limit: 500, after }))
  for await (const translation of all) {
    if (pace.shouldYield) await pace.yieldNow()
    const freed = withoutDecidedConflicts(withoutConflicts(translation, branch, true), branch, undefined)
    if (freed !== translation) await tx.translations.put(freed)
  }
}

/** Number of entries in these lists that no other branch lists. */
async function countUnused(
  removed: readonly BranchFile[],
  branch: string,
  { read, computed }: ReadDeps,
): Promise<number> {
  const pace = computed.pace()
  let unused = 0
  for (const { file, branchFile } of removed) {
    const { strings } = await readOldStrings({ ...file, base: branchFile, isListed: true }, read, pace)
    const elsewhere = await findElsewhere(strings, { branch, read, pace })
    unused += strings.filter(({ entry }) => !elsewhere.has(entry.id)).length
  }
  return unused
}

const listOtherBranches = ({ branches, main_branch }: Frozen<ProjectRecord>): readonly string[] =>
  branches.map(({ name }) => name).filter(name => name !== main_branch)

function unknownBranchError(branch: string, names: readonly string[]): AppError {
  const close = findClosestName(branch, names)
  return new AppError('not_found', `Branch ${JSON.stringify(branch.slice(0, 80))} does not exist.`, {
    fix: close === undefined ? 'Do nothing if it was already deleted.' : `Did you mean ${quote(close)}?`,
  })
}
