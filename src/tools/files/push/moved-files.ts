import { AppError } from '../../../errors.ts'
import { guessTargetTemplate } from '../../../l10n/files/guess-target.ts'
import { isOwnTarget } from '../../../l10n/files/target-path.ts'
import { addTo } from '../../../l10n/groups.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { quote } from '../../../text/quote.ts'
import { findBranchFile, getBranchFile, listBranchFiles } from '../../projects/branches.ts'
import type { Entry, TextVersion } from '../../translations/records.ts'
import { keepApprovals } from '../rules/approvals.ts'
import type { FileRule } from '../rules/rule-book.ts'
import { newRule } from '../rules/validate.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
import { removeFiles } from './removed-files.ts'
import type { ListWriteContext } from './write/drop-entries.ts'

interface Sent {
  readonly path: string
  readonly moved_from?: string | undefined
}

/**
 * Resolves moved_from of files; ignores moves that were already made, as in a repeated call.
 * @throws AppError `invalid_input`, `not_found`, `conflict` if the new path has translations or the main branch has the file at the old path.
 */
export async function resolveMoves<F extends Sent>(files: readonly F[], to: PushDestination): Promise<readonly F[]> {
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
        `${quote(from)} is moved_from of ${quote(path)} and is in the call a second time.`,
        { fix: 'Give each path once. If the file now exists at both paths, omit moved_from.' },
      )
    }
    seen.add(from)
    const isDone = (await findBranchFile(to, path)) !== undefined && (await findBranchFile(to, from)) === undefined
    if (!isDone) {
      await assertOnlyOnBranch(from, to)
      await assertPathFree(path, from, to)
    }
    checked.push({ ...file, moved_from: isDone ? undefined : from })
  }
  return checked
}

/** Sets the new path of each moved file. An untranslated file that an earlier push created at the new path moves to the old path with an empty list. */
export async function moveFiles(files: readonly Sent[], to: PushDestination, writing: ListWriteContext): Promise<void> {
  const { tx } = writing
  for (const { path, moved_from: from } of files) {
    const moved = from === undefined ? undefined : await tx.files.by('path', compoundKey(to.project.id, from))
    if (from === undefined || moved === undefined) continue
    const there = await findBranchFile(to, path)
    const taken = await tx.files.by('path', compoundKey(to.project.id, path))
    if (there !== undefined) await removeFiles([there], writing)
    if (taken !== undefined) await tx.files.put({ ...taken, path: taken.id })
    await tx.files.put({ ...moved, path })
    if (taken !== undefined) await tx.files.put({ ...taken, path: from })
  }
}

async function assertPathFree(path: string, from: string, { project, branch, read }: PushDestination): Promise<void> {
  const there = await read.files.by('path', compoundKey(project.id, path))
  if (there === undefined) return
  const lists = await read.branch_files.list('file', there.id)
  let isUsed = lists.some(list => list.branch !== branch)
  for (const entry of await read.entries.list('file', there.id)) {
    if (isUsed) break
    isUsed = await hasOwnTexts(entry, read)
  }
  if (!isUsed) return
  throw new AppError(
    'conflict',
    `${quote(from)} cannot move to ${quote(path)}, which has its own translations or is on another branch.`,
    { fix: `Omit moved_from, and add ${from} to removed if it was deleted.` },
  )
}

/** Whether an entry has texts, other than those that it began with as a copy. */
async function hasOwnTexts(entry: Entry, read: Reader): Promise<boolean> {
  for (const { locale, texts } of await read.translations.list('entry', entry.id)) {
    const { copy_of: of } = entry
    const original = of === undefined ? undefined : await read.translations.by('unit', compoundKey(of, locale))
    const isCopied = (text: TextVersion): boolean =>
      original?.texts.some(one => one.src === text.src && sameMessage(one.value, text.value)) === true
    if (!texts.every(isCopied)) return true
  }
  return false
}

/** A file has one path on all branches, so a branch can only move files that the main branch lacks. */
async function assertOnlyOnBranch(from: string, { project, branch, read }: PushDestination): Promise<void> {
  const { file } = await getBranchFile(project, branch, from, read)
  const main = await read.branch_files.by('place', compoundKey(project.id, project.main_branch, file.id))
  if (branch === project.main_branch || main === undefined) return
  throw new AppError(
    'conflict',
    `${from} is also on ${project.main_branch}, and a file has one path on all branches.`,
    {
      fix: `Push the move to ${project.main_branch} after the merge. Until then, push the file to ${branch} as ${from}.`,
    },
  )
}

/** The rule of a moved file: the old target path, unless it was only guessed from the old source path. */
export function moveRule(
  from: string,
  { path, content }: { readonly path: string; readonly content: string },
  old: FileRule | undefined,
  locale: string,
): FileRule | undefined {
  if (old === undefined) return newRule({ path, content }, locale)
  if (isOwnTarget(old)) return { ...old, source: path, target: path }
  const isGuessed = old.target === guessTargetTemplate(from, locale, content)
  const guess = isGuessed ? guessTargetTemplate(path, locale, content) : undefined
  return keepApprovals({ source: path, target: guess ?? old.target, aliases: old.aliases }, old)
}

/** Percentage of equal keys and source strings from which a new file looks like a moved one. */
const MIN_SIMILARITY_PERCENT = 80
/** A single equal string can be a coincidence. */
const MIN_TEXTS = 2

/** A new file, and the file of the project that it probably was. */
export interface LikelyMove {
  readonly path: string
  readonly moved_from: string
}

/** New files that share nearly all keys and source strings with exactly one file missing from the push. */
export async function findLikelyMoves(
  plans: readonly FilePlan[],
  { project, branch, read, computed }: PushDestination,
): Promise<readonly LikelyMove[]> {
  const fresh = plans.filter(({ file, items }) => file === undefined && items.length >= MIN_TEXTS)
  if (fresh.length === 0) return []
  const pushed = new Set(plans.map(({ path }) => path))
  const holders = new Map<string, string[]>()
  const pace = computed.pace()
  for (const { file, branchFile } of await listBranchFiles(project, branch, read)) {
    if (pushed.has(file.path)) continue
    for (const item of branchFile.items) {
      addTo(holders, compoundKey(file.format, item.key, item.src), file.path)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  if (holders.size === 0) return []
  const moves: LikelyMove[] = []
  for (const { path, format, items } of fresh) {
    const counts = new Map<string, number>()
    for (const item of items) {
      if (pace.shouldYield) await pace.yieldNow()
      for (const other of holders.get(compoundKey(format, item.key, item.src)) ?? []) {
        if (pace.shouldYield) await pace.yieldNow()
        counts.set(other, (counts.get(other) ?? 0) + 1)
      }
    }
    const alike = [...counts]
      .filter(([, count]) => count * 100 >= items.length * MIN_SIMILARITY_PERCENT)
      .map(([other]) => other)
    const [from] = alike
    if (from !== undefined && alike.length === 1) moves.push({ path, moved_from: from })
  }
  return moves
}
