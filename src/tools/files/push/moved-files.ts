import { AppError } from '../../../errors.ts'
import { guessTargetTemplate } from '../../../l10n/files/target-path.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { echo } from '../../../text/escape.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { getBranchFile, listBranchFiles } from '../../projects/branches.ts'
import { keepApprovals } from '../rules/approvals.ts'
import type { FileRule } from '../rules/rule-book.ts'
import { newRule } from '../rules/validate.ts'
import type { ListWriteContext } from './drop-entries.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { removeFiles } from './removed-files.ts'

interface Sent {
  readonly path: string
  readonly moved_from?: string | undefined
}

/**
 * Looks at the files that say where they were; one that moved before, as when a call is repeated, says so no more.
 * @throws AppError `invalid_input`, `not_found`, `conflict` when its place has translations or the main branch has it at the old path.
 */
export async function resolveMoves<F extends Sent>(
  files: readonly F[],
  to: PushDestination,
  tx: Reader,
): Promise<readonly F[]> {
  const pushed = new Set(files.map(({ path }) => path))
  const seen = new Set<string>()
  const checked: F[] = []
  for (const file of files) {
    const { path, moved_from: from } = file
    if (from === undefined || from === path) {
      checked.push({ ...file, moved_from: undefined })
      continue
    }
    if (pushed.has(from) || seen.has(from)) {
      throw new AppError(
        'invalid_input',
        `${echo(from)} is the former path of ${echo(path)} and is in the call once more.`,
        {
          fix: 'Give each path once; a file that is there twice now did not move.',
        },
      )
    }
    seen.add(from)
    const isDone =
      (await findBranchList(path, to, tx)) !== undefined && (await findBranchList(from, to, tx)) === undefined
    if (!isDone) {
      await assertOnlyOnBranch(from, to, tx)
      await assertPathFree(path, from, to, tx)
    }
    checked.push({ ...file, moved_from: isDone ? undefined : from })
  }
  return checked
}

/** Gives each moved file its new path. A new file that an earlier push made there, with nothing translated, goes to the old path and lists nothing. */
export async function moveFiles(files: readonly Sent[], to: PushDestination, writing: ListWriteContext): Promise<void> {
  const { tx } = writing
  for (const { path, moved_from: from } of files) {
    const moved = from === undefined ? undefined : await tx.files.by('path', compoundKey(to.project.id, from))
    if (from === undefined || moved === undefined) continue
    const there = await findBranchList(path, to, tx)
    const taken = await tx.files.by('path', compoundKey(to.project.id, path))
    if (taken !== undefined && there !== undefined) await removeFiles([{ file: taken, held: there }], to, writing)
    if (taken !== undefined) await tx.files.put({ ...taken, path: taken.id })
    await tx.files.put({ ...moved, path })
    if (taken !== undefined) await tx.files.put({ ...taken, path: from })
  }
}

async function findBranchList(path: string, { project, branch }: PushDestination, tx: Reader) {
  const file = await tx.files.by('path', compoundKey(project.id, path))
  return file && tx.branch_files.by('place', compoundKey(project.id, branch, file.id))
}

async function assertPathFree(
  path: string,
  from: string,
  { project, branch }: PushDestination,
  tx: Reader,
): Promise<void> {
  const there = await tx.files.by('path', compoundKey(project.id, path))
  if (there === undefined) return
  const lists = await tx.branch_files.list('file', there.id)
  let isUsed = lists.some(list => list.branch !== branch)
  for (const entry of await tx.entries.list('file', there.id)) {
    if (isUsed) break
    isUsed = (await tx.translations.list('entry', entry.id)).some(({ texts }) => texts.length > 0)
  }
  if (!isUsed) return
  throw new AppError(
    'conflict',
    `${echo(path)} has translations of its own, or is on another branch, so ${echo(from)} cannot become it.`,
    {
      fix: `Leave moved_from out, and name ${from} in removed when it is gone.`,
    },
  )
}

/** A file has one path for all branches, so that a branch moves only what is its own. */
async function assertOnlyOnBranch(from: string, { project, branch }: PushDestination, tx: Reader): Promise<void> {
  const { file } = await getBranchFile(project, branch, from, tx)
  const main = await tx.branch_files.by('place', compoundKey(project.id, project.main_branch, file.id))
  if (branch === project.main_branch || main === undefined) return
  throw new AppError('conflict', `${project.main_branch} has ${from} too, and a file has one path on all branches.`, {
    fix: `Push the move to ${project.main_branch} when it is there; until then push the file to ${branch} as ${from}.`,
  })
}

/** The rule of a moved file: where its translations were, but for a place that was only guessed from the old path. */
export function moveRule(from: string, path: string, old: FileRule | undefined, locale: string): FileRule | undefined {
  if (old === undefined) return newRule(path, locale, undefined)
  const isGuessed = old.target === guessTargetTemplate(from, locale)
  const guess = isGuessed ? guessTargetTemplate(path, locale) : undefined
  return keepApprovals({ source: path, target: guess ?? old.target, aliases: old.aliases }, old)
}

/** This share of a file's keys and texts, in hundredths, makes it look like another one that moved. */
const MIN_SIMILARITY_PERCENT = 80
/** One text alone is too easily the same. */
const MIN_TEXTS = 2
const MAX_NOTICES = 3

/** What to tell of new files that have nearly all keys and texts of exactly one file that the push leaves out. */
export async function findLikelyMoves(
  plans: readonly FilePlan[],
  { project, branch }: PushDestination,
  { read, computed }: ReadDeps,
): Promise<readonly string[]> {
  const fresh = plans.filter(({ file, items }) => file === undefined && items.length >= MIN_TEXTS)
  if (fresh.length === 0) return []
  const pushed = new Set(plans.map(({ path }) => path))
  const holders = new Map<string, string[]>()
  const pace = computed.pace()
  for (const { file, held } of await listBranchFiles(project, branch, read)) {
    if (pushed.has(file.path)) continue
    for (const item of held.items) {
      const text = compoundKey(file.format, item.key, item.src)
      const paths = holders.get(text)
      if (paths === undefined) holders.set(text, [file.path])
      else paths.push(file.path)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  const notices: string[] = []
  for (const { path, format, items } of fresh) {
    const counts = new Map<string, number>()
    for (const item of items) {
      for (const other of holders.get(compoundKey(format, item.key, item.src)) ?? []) {
        if (pace.shouldYield) await pace.yieldNow()
        counts.set(other, (counts.get(other) ?? 0) + 1)
      }
    }
    const alike = [...counts]
      .filter(([, count]) => count * 100 >= items.length * MIN_SIMILARITY_PERCENT)
      .map(([other]) => other)
    const [from] = alike
    if (from === undefined || alike.length > 1) continue
    notices.push(
      `${path} looks like ${from} at a new place: if it moved, push it with moved_from: ${from}, so that translations stay.`,
    )
    // The answer tells of a few.
    if (notices.length === MAX_NOTICES) break
  }
  return notices
}
