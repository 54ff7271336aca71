import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { checkPath } from '../../l10n/paths.ts'
import { projectTarget } from '../resources.ts'
import { ProjectName } from '../shapes.ts'
import { writeTool } from '../tool.ts'
import { originOf } from '../work/origin.ts'
import { BranchName } from './branches.ts'
import { newRule, ruleFor } from './file-rules.ts'
import { applyPlan, type Writing } from './push-apply.ts'
import { type FilePlan, type PushedFile, type PushTo, planFile } from './push-plan.ts'

const Counts = {
  added: z.number().int(),
  changed: z.number().int(),
  renamed: z.number().int(),
  revived: z.number().int(),
  dropped: z.number().int(),
  unchanged: z.number().int(),
}

const PushedFileInput = z.strictObject({
  path: z.string().describe('Repository path, such as locales/en.json'),
  content: z.string().optional().describe('The whole file as text'),
  sha256: z.string().length(64).optional().describe('Of the content, to check it'),
  format: z.string().optional().describe('Only where the path does not tell'),
})

/** Takes in source files: what is new becomes work, what is gone is kept as unused, what was renamed keeps its translations. */
export const pushSource = writeTool({
  name: 'push_source',
  title: 'Push source files',
  description:
    'Send source files as they are in the repository (flat or nested JSON). New and changed entries become work; renamed ones keep their translations; entries that are gone are kept, unused. dry_run tells without writing. Next: get_work. The dragoman command or REST sends a large file without it passing through you.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: true },
  toolset: 'core',
  rest: [{ method: 'PUT', path: '/api/projects/:account/:project/files', bind: { project: ':account/:project' } }],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional().describe('Default: the main branch'),
    files: z.array(PushedFileInput).min(1).max(200),
    dry_run: z.boolean().default(false),
    prune: z.boolean().default(false).describe('On a branch other than main: drop what the file lacks'),
    confirm_removed: z.number().int().min(0).optional().describe('Needed to drop more than a tenth: how many'),
  }),
  output: z.object({
    ...Counts,
    dry_run: z.boolean().optional(),
    files: z.array(z.object({ path: z.string(), ...Counts })).optional(),
    next: z.string(),
  }),
  structured: true,
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, { tx, services, resource: { project, account }, audit, principal, client }) => {
    assertPaths(input.files)
    const branch = input.branch ?? project.main_branch
    const to: PushTo = { project, branch, replaces: branch === project.main_branch || input.prune }
    const plans: FilePlan[] = []
    for (const file of input.files) plans.push(await planNamed(file, to, tx))
    assertConfirmed(plans, to, input.confirm_removed)
    const each = plans.map(plan => ({ path: plan.path, ...countsOf(plan, to) }))
    const total = each.reduce(add)
    const { path: _path, ...counts } = total
    audit(`${account.handle}/${project.slug}`, {
      branch,
      files: plans.length,
      ...counts,
      ...(input.dry_run && { dry_run: true }),
    })
    const fresh = plans.filter(plan => !plan.same)
    if (!input.dry_run && fresh.length > 0) {
      const at = services.now().toISOString()
      const writing: Writing = { tx, at, newId: services.newId, nextEntry: project.next_entry }
      for (const plan of fresh) await applyPlan(plan, to, writing)
      await tx.projects.put({
        ...project,
        next_entry: writing.nextEntry,
        revision: project.revision + 1,
        branches: [...project.branches.filter(({ name }) => name !== branch), { name: branch, pushed_at: at }],
        files: [...project.files, ...newRules(plans, project)],
      })
      const origin = originOf({ principal, client })
      await tx.batches.insert({ id: services.newId(), project_id: project.id, kind: 'push', origin, counts, at })
    }
    return {
      ...counts,
      ...(input.dry_run && { dry_run: true }),
      ...(each.length > 1 && { files: each }),
      next: input.dry_run
        ? 'Nothing was written. Repeat without dry_run to push.'
        : 'get_status shows what is missing; get_work gives the texts to translate.',
    }
  },
})

function assertPaths(files: readonly PushedFile[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    checkPath(path)
    if (seen.has(path)) throw new AppError('invalid_input', `files has ${path} twice.`, { fix: 'Send each file once.' })
    seen.add(path)
  }
}

/** A fault inside a file is told with the file's path. */
async function planNamed(file: PushedFile, to: PushTo, tx: Parameters<typeof planFile>[2]): Promise<FilePlan> {
  try {
    return await planFile(file, to, tx)
  } catch (error) {
    if (!(error instanceof AppError) || error.message.includes(file.path)) throw error
    throw new AppError(error.code, `${file.path}: ${error.message}`, {
      ...(error.fix !== undefined && { fix: error.fix }),
      cause: error,
    })
  }
}

/** A mistake such as an empty file must not retire a project: dropping more than a tenth of a list takes a second look. */
function assertConfirmed(plans: readonly FilePlan[], to: PushTo, confirmed: number | undefined): void {
  if (!to.replaces) return
  const removed = plans.reduce((sum, { absent }) => sum + absent.length, 0)
  const risky = plans.find(({ absent, held }) => absent.length * 10 > (held?.items.length ?? 0))
  if (risky === undefined || confirmed === removed) return
  throw new AppError(
    'conflict',
    `This push would drop ${removed} entries; ${risky.path} would lose ${risky.absent.length} of ${risky.held?.items.length}.`,
    {
      fix: `If that is meant, repeat it with confirm_removed: ${removed}. Their translations are kept.`,
    },
  )
}

type PerFile = { path: string } & { [K in keyof typeof Counts]: number }

function countsOf({ diff, absent }: FilePlan, { replaces }: PushTo): { [K in keyof typeof Counts]: number } {
  return {
    added: diff.added.length,
    changed: diff.changed.length,
    renamed: diff.renamed.length,
    revived: diff.revived.length,
    dropped: replaces ? absent.length : 0,
    unchanged: diff.unchanged.length,
  }
}

function add(a: PerFile, b: PerFile): PerFile {
  const names = Object.keys(Counts) as (keyof typeof Counts)[]
  return { ...a, ...Object.fromEntries(names.map(name => [name, a[name] + b[name]])) }
}

/** Where translations of a new file go, as far as its path tells. */
function newRules(plans: readonly FilePlan[], project: PushTo['project']): PushTo['project']['files'] {
  return plans.flatMap(({ path }) => {
    if (ruleFor(project.files, path) !== undefined) return []
    const rule = newRule(path, project.source_locale, undefined)
    return rule === undefined ? [] : [rule]
  })
}
