import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { Entry } from '../translations/records.ts'

/** A written translation: an entry and the source string that it translates. */
export interface WrittenUnit {
  readonly entry: Entry
  readonly src: string
}

/** Branches and translations that one call compares. */
const MAX_BRANCHES = 10
const MAX_UNITS = 200

/** Says where branches come into it; for the answers of calls on a branch. */
const SHARED_BY_SOURCE = 'Branches share translations by source string.'

/** Names the other branches on which written translations count, because they have the same source strings; undefined for none. */
export async function describeReach(
  project: Frozen<ProjectRecord>,
  branch: string,
  written: readonly WrittenUnit[],
  { read, computed }: ReadDeps,
): Promise<string | undefined> {
  const others = project.branches.map(({ name }) => name).filter(name => name !== branch)
  if (others.length === 0 || written.length === 0) return undefined
  const units = written.slice(0, MAX_UNITS)
  const pace = computed.pace()
  const reached: string[] = []
  for (const other of others.slice(-MAX_BRANCHES)) {
    const sources = new Map<string, ReadonlyMap<string, string>>()
    for (const { entry, src } of units) {
      if (pace.shouldYield) await pace.yieldNow()
      const listed =
        sources.get(entry.file_id) ?? (await listSources(project.id, other, entry.file_id, { read, computed }))
      sources.set(entry.file_id, listed)
      if (listed.get(entry.id) !== src) continue
      reached.push(other)
      break
    }
  }
  const [last, ...first] = reached.toReversed()
  if (last === undefined)
    return branch === project.main_branch ? undefined : `${SHARED_BY_SOURCE} No other branch has these.`
  const names = first.length === 0 ? last : `${first.toReversed().join(', ')} and ${last}`
  return `${SHARED_BY_SOURCE} These also count on ${names}.`
}

/** The source of each entry of a file on a branch. */
async function listSources(
  projectId: string,
  branch: string,
  fileId: string,
  { read, computed }: ReadDeps,
): Promise<ReadonlyMap<string, string>> {
  const held = await read.branch_files.by('place', compoundKey(projectId, branch, fileId))
  const sources = new Map<string, string>()
  const pace = computed.pace()
  for (const { entry_id, src } of held?.items ?? []) {
    sources.set(entry_id, src)
    if (pace.shouldYield) await pace.yieldNow()
  }
  return sources
}
