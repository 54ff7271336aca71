import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { mayOverrideProtection } from '../../authority/protected-translations.ts'
import { fillFromMemory } from '../../memory/fill-from-memory.ts'
import { nextStep } from '../../next/next-step.ts'
import { projectLink } from '../../page-links.ts'
import type { ReadContext } from '../../pipeline/call.ts'
import { ofProject, writeTool } from '../../pipeline/define-tool.ts'
import { type ProjectResource, projectTarget } from '../../pipeline/resources.ts'
import { BRANCH_RULES, BranchName, findBranchFile, formatBranchSuffix } from '../../projects/branches.ts'
import { assertBranchRoom, assertRuleRoom } from '../../projects/limits.ts'
import { requestFilesRecheck } from '../../recheck/requests.ts'
import { CommaFree } from '../../schemas/comma-free.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { openBatch, saveBatch } from '../../translations/batch.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { Project } from '../../translations/records.ts'
import { forEachFile, gatherFiles, type SentFile, sentFileFields } from '../transfer/sent-files.ts'
import { describeUploads, dropStaged, type StagedPlace } from '../transfer/staged-files.ts'
import { requestUploads, uploadFields } from '../transfer/uploads.ts'
import { assertBaseHasDropped } from '../versions/assert-base.ts'
import { listVersions, newestPush, recordPush, VersionName } from '../versions/push-versions.ts'
import { ChangedKeys, ChangedPlaces, findSwapped, listChangedKeys, toLostKeys } from './changed-keys.ts'
import {
  assertDropConfirmed,
  countChanges,
  countTakenOver,
  findLost,
  type Loss,
  Lost,
  PushCounts,
  sumCounts,
} from './counts.ts'
import { DetectedFile, describeDetected } from './detected.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { followRepository, RepositoryChange, RepositoryInput } from './follow-repository.ts'
import { findLikelyMoves, moveFiles, resolveMoves } from './moved-files.ts'
import { listNotices } from './notices.ts'
import { parsePush } from './plan/parse-push.ts'
import { planPush } from './plan/plan-push.ts'
import { computePushQuota } from './quota.ts'
import { findRemovedFiles, findReplacedFiles } from './removed-files.ts'
import { resolveRules } from './rules.ts'
import { findWorkAfterPush } from './work-left.ts'
import { applyPush } from './write/apply-push.ts'

const PushFile = z.strictObject({
  ...sentFileFields,
  format: z.string().min(1).optional(),
  syntax: z.string().min(1).optional(),
  families: z.array(CommaFree).max(20).optional(),
  moved_from: z.string().min(1).optional(),
  target: z.string().min(1).optional().describe('With {locale}; else guessed'),
})

/** Pushes source files in their current state and updates the project's entries; no translation is ever deleted. */
export const pushSource = writeTool({
  name: 'push_source',
  title: 'Push source files',
  pastTense: 'Pushed source files',
  description:
    'Push source files; paths start at the repository root. Omit content (always over 16 kB) for curl lines: run them, then repeat. Renamed keys keep translations.',
  scope: 'project:write',
  toolset: 'core',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: [ofProject('PUT', '/files'), ofProject('PUT', '/file', { body: 'file' })],
  unlisted: ['commit', 'repository'],
  input: z.object({
    project: ProjectName,
    branch: BranchName.optional(),
    files: z.array(PushFile).max(500).default([]),
    removed: z.array(z.string()).max(500).default([]).describe('Deleted'),
    done: z.boolean().default(false).describe('Uploaded'),
    dry_run: z.boolean().default(false),
    prune: z.boolean().default(false).describe('Drop missing keys; not on main'),
    confirm_removed: z.number().int().min(0).optional(),
    base: VersionName.optional().describe('Version of last push'),
    commit: VersionName.optional(),
    repository: RepositoryInput.optional(),
    fill_from_memory: z.boolean().optional(),
  }),
  output: PushCounts.extend({
    dry_run: z.boolean().optional(),
    branch: z.string().optional(),
    keys: ChangedKeys.optional(),
    ...ChangedPlaces.shape,
    lost: Lost.optional(),
    files: z.array(PushCounts.extend(DetectedFile.shape)).optional(),
    more_files: z.number().optional(),
    confirm_removed: z.number().optional(),
    /** Of a dry run: new files that are probably files of the project at a new path. */
    likely_moves: z.array(z.object({ path: z.string(), moved_from: z.string() })).optional(),
    /** Translations from the memory, by locale. */
    filled: z.record(z.string(), z.number()).optional(),
    filled_batch: z.string().optional(),
    /** What `repository` changes. */
    repository: RepositoryChange.optional(),
    /** The newest version of the branch, for `base`. */
    version: z.string().optional(),
    batch: z.string().optional(),
    note: z.string().optional(),
    ...uploadFields,
    next: z.string(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, call) => {
    const to = await toDestination(input, call.resource.project, call)
    const { files, missing } = await gatherSources(await resolveMoves(input.files, to), to, call)
    if (missing.length > 0) return
    await forEachFile(files, call.computed.pace(), async file => {
      await parsePush(file, to)
    })
  },
  handler: async (input, call) => {
    const { resource, tx, audit, skipAudit } = call
    const { account, name } = resource
    const followed = await followRepository(resource, input, call)
    const { project } = followed
    const to = await toDestination(input, project, call)
    const { branch } = to
    const isMain = branch === project.main_branch
    assertAnyChange(input)
    const { files, staged, missing } = await gatherSources(await resolveMoves(input.files, to), to, call)
    if (missing.length > 0) {
      const wanted = missing.map(file => ({ ...file, purpose: SOURCE }))
      return requestUploads(wanted, { project: input.project, branch, done: input.done }, call)
    }
    call.onRefusal(later => dropStaged(staged, later))
    assertBranchRoom(project, branch)
    const rules = await resolveRules(files, to)
    assertRuleRoom(project, rules)
    const named = await findRemovedFiles(input.removed, files, to)
    const removed = [...named, ...(await findReplacedFiles(files, named, to, rules))]
    const plan = await planPush(files, removed, to, call.services.now())
    const plans = plan.files
    const removals = plan.removed.map(({ file, branchFile, absent }) => ({ path: file.path, absent, branchFile }))
    const losses = [...(to.replaces ? plans : []), ...removals]
    await call.claimQuota(account, computePushQuota(plan, to))
    const lost = await findLost(
      losses.flatMap(({ absent }) => absent).filter(one => !plan.copied.has(one)),
      call,
    )
    const confirm = assertBaseHasDropped(losses, plan, input, to) ?? assertDropConfirmed(losses, lost, input)
    const swapped = findSwapped(plan)
    const counts = sumCounts([
      ...plans.map(one => countChanges(one, swapped, to)),
      ...removals.map(toLossRow),
      countTakenOver(plan),
    ])
    const isPush = plans.some(({ same }) => !same) || removed.length > 0 || rules !== project.files
    const hasChanges = isPush || followed.hasChanged
    const batch = isPush && !input.dry_run ? await openBatch('push', project, call) : undefined
    const pushed = { ...input, files: plans, at: batch?.at }
    const branches = input.dry_run ? project.branches : recordPush(project.branches, branch, pushed)
    const isOther = followed.hasChanged || branches !== project.branches
    if (batch === undefined && isOther && !input.dry_run) await tx.projects.put({ ...project, branches })
    if (batch !== undefined) {
      const view = new BranchView(project, project.main_branch, call)
      const writing = {
        ...batch,
        ...to,
        view,
        batch,
        rechecked: new Set<string>(),
        push: newestPush(branches, branch),
        holders: new Map<string, string[]>(),
        nextEntry: project.next_entry,
      }
      await moveFiles(files, to, writing)
      await applyPush(plan, writing)
      await requestFilesRecheck(project.id, writing.rechecked, tx, call.services)
      await saveBatch(batch, counts, undefined, { files: rules, branches, next_entry: writing.nextEntry })
    }
    const filled = await fillIn(input, files, branch, call)
    if (!input.dry_run) await dropStaged(staged, tx)
    const [version] = listVersions(branches, branch)
    const likelyMoves = await findLikelyMoves(plans, to)
    const detail = {
      branch,
      files: input.files.length,
      dry_run: input.dry_run,
      ...filled.detail,
      ...describeUploads(staged),
      ...followed.facts,
    }
    if (!hasChanges && !filled.hasChanges) skipAudit()
    else audit(name, detail, input.dry_run ? undefined : followed.changes)
    return {
      ...(input.dry_run && { dry_run: true }),
      ...(!isMain && { branch }),
      ...counts,
      ...listChangedKeys(plan, losses, swapped),
      ...(lost.count > 0 && { lost: { count: lost.count, first: toLostKeys(lost.first) } }),
      ...listFiles(plans, plans.length + removals.length > 1, swapped, to),
      ...(confirm !== undefined && { confirm_removed: confirm }),
      ...(input.dry_run && likelyMoves.length > 0 && { likely_moves: likelyMoves.map(move => ({ ...move })) }),
      ...(followed.answer !== undefined && { repository: followed.answer }),
      ...(version !== undefined && { version }),
      ...(batch !== undefined && { batch: batch.id }),
      ...filled.answer,
      ...(isNewBranch(to) && { note: BRANCH_RULES }),
      next: nextStep({
        page: projectLink(call.services.baseUrl, name),
        at: formatBranchSuffix(project, branch),
        outcome: {
          isDryRun: input.dry_run,
          hasChanges: hasChanges || filled.hasChanges,
          call: 'push',
          notices: [...(await listNotices(plans, { rules, likelyMoves }, to)), ...filled.notices],
          ...(confirm !== undefined && { repeatWith: `, with confirm_removed: ${confirm}` }),
        },
        ...(input.dry_run ? {} : await findWorkAfterPush(plans, to)),
      }),
    }
  },
})

async function toDestination(
  input: { readonly branch?: string | undefined; readonly prune: boolean },
  project: Project,
  call: ReadContext & { readonly resource: ProjectResource },
): Promise<PushDestination> {
  const branch = input.branch ?? project.main_branch
  const isTrusted = await mayOverrideProtection(call, call.resource.target)
  const replaces = branch === project.main_branch || input.prune
  return { project, branch, replaces, isTrusted, read: call.read, computed: call.computed }
}

function assertAnyChange({
  files,
  removed,
  repository,
}: {
  readonly files: readonly unknown[]
  readonly removed: readonly unknown[]
  readonly repository?: object | undefined
}) {
  if (files.length + removed.length > 0 || repository !== undefined) return
  throw new AppError('invalid_input', 'The call names no file.', { fix: 'Give files or removed.' })
}

const toLossRow = ({ absent }: Loss) => (absent.length === 0 ? {} : { dropped: absent.length })

/** Fills in translations from the memory, if the call says so and is no dry run. */
async function fillIn(
  { fill_from_memory, dry_run }: { readonly fill_from_memory?: boolean | undefined; readonly dry_run: boolean },
  files: readonly { readonly path: string }[],
  branch: string,
  call: Parameters<typeof fillFromMemory>[1],
) {
  if (fill_from_memory !== true || dry_run) {
    return { hasChanges: false, notices: fill_from_memory === true ? [FILL_DRY_RUN_NOTICE] : [] }
  }
  const paths = files.map(({ path }) => path)
  const { batch, total, counts, isCut } = await fillFromMemory({ paths, branch }, call)
  return {
    hasChanges: batch !== undefined,
    ...(batch !== undefined && { detail: { filled: total }, answer: { filled: counts, filled_batch: batch } }),
    notices: [...(batch !== undefined ? [FILLED_NOTICE] : []), ...(isCut ? [FILL_CUT_NOTICE] : [])],
  }
}

const FILL_DRY_RUN_NOTICE = 'A dry run does not count what fill_from_memory would fill in.'

const FILLED_NOTICE =
  'Filled translations wait for review. To remove them, call revert_changes with batch: filled_batch.'

const FILL_CUT_NOTICE = 'One push fills in a limited number of translations: push again to fill in the rest.'

/** Whether the push begins a branch besides the main branch. */
const isNewBranch = ({ project, branch }: PushDestination): boolean =>
  branch !== project.main_branch && !project.branches.some(({ name }) => name === branch)

/** Files that an answer lists. */
const MAX_ROWS = 20

/** How each file is read, with its counts if the call has several. */
function listFiles(
  plans: readonly FilePlan[],
  withCounts: boolean,
  swapped: ReturnType<typeof findSwapped>,
  to: PushDestination,
) {
  const rows = plans.slice(0, MAX_ROWS).map(plan => ({
    ...describeDetected(plan, to),
    ...(withCounts && countChanges(plan, swapped, to)),
  }))
  return {
    ...(rows.length > 0 && { files: rows }),
    ...(plans.length > MAX_ROWS && { more_files: plans.length - MAX_ROWS }),
  }
}

/** Purpose of uploads for push_source. */
const SOURCE = 'source'

async function gatherSources(sent: readonly z.output<typeof PushFile>[], to: PushDestination, call: ReadContext) {
  const { project, branch } = to
  const place = ({ path }: SentFile): StagedPlace => ({ projectId: project.id, purpose: SOURCE, branch, path })
  const findStored = async ({ path, moved_from }: z.output<typeof PushFile>) =>
    (await findBranchFile(to, moved_from ?? path))?.branchFile
  return gatherFiles(sent, { place, findStored }, call)
}
