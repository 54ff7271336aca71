import { AppError } from '../../../errors.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { type BranchFile, findBranchFile, getBranchFile, listBranchFiles } from '../../projects/branches.ts'
import { findSharedTarget, listNonEmptyPaths, sharedFault, TargetClaims } from '../rules/shared-targets.ts'
import type { PushDestination } from './file-plan.ts'
import { findElsewhere } from './plan/elsewhere.ts'
import { readOldStrings } from './plan/old-strings.ts'
import type { OldString } from './plan/strings.ts'
import { dropStrings, type ListWriteContext } from './write/drop-entries.ts'

/** The files that a push removes from its branch. @throws AppError `invalid_input` for one that it also sends, `not_found` for an unknown one. */
export async function findRemovedFiles(
  paths: readonly string[],
  sent: readonly { readonly path: string; readonly moved_from?: string | undefined }[],
  { project, branch, read }: PushDestination,
): Promise<readonly BranchFile[]> {
  const both = paths.find(path => sent.some(file => file.path === path || file.moved_from === path))
  if (both !== undefined) {
    throw new AppError('invalid_input', `${both} is in both files and removed.`, { fix: 'Remove it from one of them.' })
  }
  return Promise.all([...new Set(paths)].map(path => getBranchFile(project, branch, path, read)))
}

/**
 * Finds files of the branch that list nothing and share a target path with a new file: they are removed to make room.
 * @throws AppError `invalid_input` if two files with keys would share a target path, on the branch or on the main branch.
 */
export async function findReplacedFiles(
  sent: readonly { readonly path: string; readonly moved_from?: string | undefined }[],
  removed: readonly BranchFile[],
  to: PushDestination,
  rules: PushDestination['project']['files'],
): Promise<readonly BranchFile[]> {
  const { project, branch, read, computed } = to
  const places = { target_locales: project.target_locales, files: rules }
  const pushed = sent.map(({ path }) => path)
  const isKnown = async (path: string): Promise<boolean> => (await findBranchFile(to, path)) !== undefined
  const isSettled = rules === project.files && (await Promise.all(pushed.map(isKnown))).every(Boolean)
  if (isSettled) return []
  const onBranch = await listBranchFiles(project, branch, read)
  const former = sent.flatMap(({ moved_from }) => moved_from ?? [])
  const going = new Set([...pushed, ...former, ...removed.map(({ file }) => file.path)])
  const remaining = (await listNonEmptyPaths(project, branch, read)).filter(path => !going.has(path))
  const pace = computed.pace()
  const claims = new TargetClaims(places, pace)
  const shared = (await claims.claim(pushed)) ?? (await claims.findAnyConflict(remaining))
  if (shared !== undefined) throw sharedFault(shared, formatConflictFix(shared.first, shared.second, pushed))
  if (rules !== project.files && branch !== project.main_branch) {
    const listed = await listNonEmptyPaths(project, project.main_branch, read)
    const onList = new Set(listed)
    const onMain = await findSharedTarget(
      pushed.filter(path => onList.has(path)),
      listed,
      places,
      pace,
    )
    if (onMain !== undefined) throw sharedFault(onMain, `Push ${onMain.first} with another target.`)
  }
  const empty = onBranch.filter(({ file, branchFile }) => branchFile.items.length === 0 && !going.has(file.path))
  const room: BranchFile[] = []
  for (const one of empty) {
    if ((await claims.findConflict(one.file.path)) !== undefined) room.push(one)
  }
  return room
}

/**
 * Removes files from a branch, which is deleted or has no strings in them. Entries keep their translations and become unused if no other branch lists them.
 * Returns the number of unused entries.
 */
export async function removeFiles(removed: readonly BranchFile[], writing: ListWriteContext): Promise<number> {
  const { branch, tx } = writing
  const pace = new Pacer()
  const strings: OldString[] = []
  for (const { file, branchFile } of removed) {
    const { id, path } = file
    strings.push(...(await readOldStrings({ id, path, base: branchFile, isListed: true }, tx, pace)).strings)
    await tx.branch_files.remove(branchFile.id)
  }
  const elsewhere = await findElsewhere(strings, { branch, read: tx, pace })
  return dropStrings(strings, elsewhere, writing, false)
}

function formatConflictFix(first: string, second: string, pushed: readonly string[]): string {
  const other = `Push ${first} with another target`
  return pushed.includes(second)
    ? `${other}.`
    : `${other}. If it replaces ${second}, push it with moved_from: ${second} to keep translations, or with removed: [${JSON.stringify(second)}].`
}
