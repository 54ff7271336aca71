import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { toPlace } from '../../../../l10n/matching/match-strings.ts'
import { hadSource, nextLine } from '../../../../l10n/translation/line.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'
import type { Entry } from '../../../translations/records.ts'
import type { PushDestination } from '../file-plan.ts'
import { BranchLists } from './branch-lists.ts'
import type { StringMatch } from './match-push.ts'
import type { NewString, OldString, PlannedString, StringKind } from './strings.ts'

/** What a string that the branch did not list was before: another entry of the project, or a copy of one. */
export type Past = Pick<PlannedString, 'kind' | 'before' | 'entry' | 'line' | 'copyOf' | 'twins'>

/** How long after a branch dropped a string another push can bring it back elsewhere. */
const KEPT_MS = 30 * 24 * 3_600_000

/** What is known of a push when it looks for the past of its new strings. */
interface PushState {
  readonly to: PushDestination
  readonly matched: ReadonlyMap<SourceItem, StringMatch>
  /** Strings that the push no longer has. */
  readonly gone: readonly OldString[]
  /** All entries of its files. */
  readonly known: readonly Entry[]
  readonly now: Date
}

/**
 * Finds what the new strings of a push were before. In this order: a string that the branch dropped in the last 30 days, with the same source and key, or where
 * only one fits, the same source; the entry that has its place in the project; a string that another file of the branch still has with the same key and source,
 * whose texts it gets as a copy, and which one that comes back elsewhere has as a twin.
 */
export async function findPast(
  added: readonly NewString[],
  state: PushState,
  { read, computed }: ReadDeps,
): Promise<ReadonlyMap<SourceItem, Past>> {
  const found = new Map<SourceItem, Past>()
  const { project, branch } = state.to
  const hasListed = (await read.entries.count('open', project.id)) > 0
  const hasDropped = (await read.entries.count('dropped', compoundKey(project.id, branch))) > 0
  const since = new Date(state.now.getTime() - KEPT_MS).toISOString()
  const pace = computed.pace()
  const used = new Set<string>()
  const placed = new Map<string, SourceItem>()
  for (const [item, { before }] of state.matched) {
    if (pace.shouldYield) await pace.yieldNow()
    used.add(before.entry.id)
    placed.set(before.entry.id, item)
  }
  const owners = new Map<string, Entry>()
  for (const entry of state.known) {
    if (pace.shouldYield) await pace.yieldNow()
    if (!entry.displaced) owners.set(toPlace({ file: entry.file_id, key: entry.key, context: entry.context }), entry)
  }
  const gone = new Map(state.gone.map(one => [one.entry.id, one]))
  const counts = new Map<string, number>()
  for (const { src } of added) counts.set(src, (counts.get(src) ?? 0) + 1)
  const lists = new BranchLists(state.to, read)
  const listByKey = async (key: string): Promise<readonly Entry[]> => {
    const [main, others] = await Promise.all([
      read.entries.list('key', compoundKey(project.id, key)),
      branch === project.main_branch ? [] : read.entries.list('other_key', compoundKey(project.id, key)),
    ])
    return [...main, ...others]
  }
  const look = async ({ key, src }: NewString) => ({
    dropped: hasDropped ? await read.entries.list('dropped', compoundKey(project.id, branch, src)) : [],
    alike: hasListed ? await listByKey(key) : [],
  })
  for await (const [one, { dropped, alike }] of readAhead(added, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    const { src } = one
    const isFree = ({ id, places, listed }: Entry): boolean =>
      !used.has(id) && places?.[branch] === undefined && !(listed && branch === project.main_branch)
    const owner = owners.get(toPlace(one))
    const own = owner !== undefined && (isFree(owner) || gone.has(owner.id)) && !used.has(owner.id) ? owner : undefined
    const back = pickDropped(one, {
      dropped: dropped.filter(isFree),
      own,
      branch,
      since,
      isOnly: counts.get(src) === 1,
    })
    const entry = back ?? own
    if (entry !== undefined) used.add(entry.id)
    const line = entry && findLine(entry, branch, gone)
    const isSame = line !== undefined && (hadSource(line, src) || (entry !== undefined && gone.has(entry.id)))
    const before = entry && isSame ? (gone.get(entry.id) ?? (await toBefore(entry, branch, read))) : undefined
    const others = alike.filter(other => other !== entry)
    const copyOf = await findCopied(one, others, { state, placed, gone, lists })
    if (entry !== undefined && before !== undefined) {
      const twins = copyOf === undefined || entry === own ? [] : [copyOf.entry]
      found.set(one.item, { kind: describeMove(before, one), before, entry, line: nextLine(before.line, src), twins })
      continue
    }
    const begun = copyOf === undefined ? { src } : { ...copyOf.line, src }
    found.set(one.item, {
      kind: entry === undefined ? 'added' : 'revived',
      ...(entry !== undefined && { entry }),
      ...(copyOf !== undefined && { copyOf }),
      line: begun,
      twins: [],
    })
  }
  return found
}

/** Finds the string that comes back: with its key if several had the source. */
function pickDropped(
  { key, src, file }: NewString,
  { dropped, own, branch, since, isOnly }: DroppedStrings,
): Entry | undefined {
  const recent = dropped.filter(entry =>
    entry.dropped?.some(one => one.branch === branch && one.src === src && one.at >= since),
  )
  if (recent.length === 0) return undefined
  if (own !== undefined && recent.some(({ id }) => id === own.id)) return own
  const had = (entry: Entry) => entry.dropped?.findLast(one => one.branch === branch)
  const sameKey = recent.filter(entry => had(entry)?.key === key)
  const [first] = sameKey.filter(entry => had(entry)?.file_id === file).concat(sameKey)
  return first ?? (recent.length === 1 && isOnly ? recent[0] : undefined)
}

interface DroppedStrings {
  readonly dropped: readonly Entry[]
  /** The entry at the place of the new string. */
  readonly own: Entry | undefined
  readonly branch: string
  /** ISO 8601. */
  readonly since: string
  /** Whether only one new string has the source. */
  readonly isOnly: boolean
}

/** The line that an entry had when the branch last had it. */
const findLine = (entry: Entry, branch: string, gone: ReadonlyMap<string, OldString>) =>
  gone.get(entry.id)?.line ?? entry.dropped?.findLast(one => one.branch === branch)

async function toBefore(entry: Entry, branch: string, read: ReadDeps['read']): Promise<OldString | undefined> {
  const had = entry.dropped?.findLast(one => one.branch === branch)
  if (had === undefined) return undefined
  const { file_id: file, key, src } = had
  const path = (await read.files.get(file))?.path ?? ''
  const { context } = entry
  return { file, path, key, context, src, line: nextLine(had, src), push: undefined, entry, isListed: false }
}

function describeMove(before: OldString, { file, key, src }: NewString): StringKind {
  if (before.isListed && before.src !== src) return 'changed'
  if (before.file !== file) return 'moved'
  return before.key !== key || before.isListed ? 'renamed' : 'revived'
}

/** Finds a string of another file that the branch still has, with the same key and source. */
async function findCopied(
  { key, src, file }: NewString,
  alike: readonly Entry[],
  {
    state,
    placed,
    gone,
    lists,
  }: {
    readonly state: PushState
    readonly placed: ReadonlyMap<string, SourceItem>
    readonly gone: ReadonlyMap<string, OldString>
    readonly lists: BranchLists
  },
): Promise<OldString | undefined> {
  for (const entry of alike) {
    const item = placed.get(entry.id)
    const before = item && state.matched.get(item)?.before
    if (before !== undefined && item?.key === key && item.src === src && before.src === src && before.file !== file)
      return before
    if (item !== undefined || gone.has(entry.id)) continue
    const listed = await lists.find(entry)
    if (listed !== undefined && listed.key === key && listed.src === src && listed.file !== file) return listed
  }
  return undefined
}
