import type { SourceLine } from '../../l10n/translation/translation.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BranchReader } from '../translations/branch-view.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { fileOn } from '../translations/records.ts'
import { findExportedText } from '../translations/text-history.ts'

/** A written translation, with its entry and the source string that it translates. */
export interface WrittenUnit {
  readonly entry: Entry
  readonly line: SourceLine
  readonly translation: Translation
}

/** Branches and translations that one call compares. */
const MAX_BRANCHES = 10
const MAX_UNITS = 200

/** Says where branches come into it; for the answers of calls on a branch. */
const SHARED_BY_SOURCE = 'Branches share translations by source string.'

/**
 * Names the other branches on which written translations count, because they have the same source strings; undefined for none. Without any, names the branches
 * whose pulls export one of the translations although the source string differs.
 */
export async function describeReach(from: BranchReader, written: readonly WrittenUnit[]): Promise<string | undefined> {
  const { project, branch } = from
  const others = project.branches.map(({ name }) => name).filter(name => name !== branch)
  if (others.length === 0 || written.length === 0) return undefined
  const reached: string[] = []
  const stale: string[] = []
  for (const other of others.slice(-MAX_BRANCHES)) {
    const reach = await findReach({ ...from, branch: other }, written.slice(0, MAX_UNITS))
    if (reach === 'counts') reached.push(other)
    if (reach === 'stale') stale.push(other)
  }
  if (reached.length > 0) return `${SHARED_BY_SOURCE} These also count on ${formatNames(reached)}.`
  if (branch === project.main_branch) return undefined
  if (stale.length === 0) return `${SHARED_BY_SOURCE} No other branch has these.`
  const exports = stale.length === 1 ? 'exports them as stale where it has' : 'export them as stale where they have'
  return `${SHARED_BY_SOURCE} No other branch has these source strings; ${formatNames(stale)} ${exports} no own translation.`
}

/** Whether a translation counts on a branch, or is at least exported there, for another source string. */
async function findReach(from: BranchReader, written: readonly WrittenUnit[]): Promise<'counts' | 'stale' | undefined> {
  const { project, branch, read, computed } = from
  const { settings } = project
  const pace = computed.pace()
  const files = new Map<string, ReadonlyMap<string, SourceLine>>()
  let isExported = false
  for (const { entry, line, translation } of written) {
    if (pace.shouldYield) await pace.yieldNow()
    const file = fileOn(entry, branch)
    const listed = files.get(file) ?? (await listLines(file, from))
    files.set(file, listed)
    const there = listed.get(entry.id)
    if (there?.src === line.src) return 'counts'
    if (there === undefined || isExported) continue
    const exported = await findExportedText(translation, there, settings.export, settings, read)
    isExported = exported?.src === line.src
  }
  return isExported ? 'stale' : undefined
}

function formatNames(names: readonly string[]): string {
  const first = names.slice(0, -1).join(', ')
  const last = names.slice(-1).join('')
  return first === '' ? last : `${first} and ${last}`
}

/** The line of each entry of a file on a branch. */
async function listLines(
  fileId: string,
  { project, branch, read, computed }: BranchReader,
): Promise<ReadonlyMap<string, SourceLine>> {
  const branchFile = await read.branch_files.by('place', compoundKey(project.id, branch, fileId))
  const lines = new Map<string, SourceLine>()
  const pace = computed.pace()
  for (const item of branchFile?.items ?? []) {
    lines.set(item.entry_id, item)
    if (pace.shouldYield) await pace.yieldNow()
  }
  return lines
}
