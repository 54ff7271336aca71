import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { countBy } from '../../../../l10n/groups.ts'
import { toPlace } from '../../../../l10n/matching/match-strings.ts'
import { hadSource, nextLine } from '../../../../l10n/translation/line.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import { omitUndefined } from '../../../schemas/omit-undefined.ts'
import type { Entry } from '../../../translations/records.ts'
import type { ListReader } from './branch-lists.ts'
import { CopyFinder } from './copy-finder.ts'
import type { PushMatching } from './match-push.ts'
import type { NewString, OldString, PlannedString, StringKind } from './strings.ts'
import { findOwners } from './strings.ts'

/** What a string that the branch did not list was before: another entry of the project, or a copy of one. */
export type Past = Pick<PlannedString, 'kind' | 'before' | 'entry' | 'line' | 'copyOf' | 'twins'>

/** How long after a branch dropped a string another push can bring it back elsewhere. */
const KEPT_MS = 30 * 24 * 3_600_000

/** What is known of a push when it looks for the past of its strings. */
interface PushState extends PushMatching {
  /** Strings that have another source than before, at the same place. */
  readonly changed: readonly NewString[]
  /** All entries of its files. */
  readonly known: readonly Entry[]
  readonly now: Date
}

export interface FoundPast {
  /** What the new strings were. */
  readonly past: ReadonlyMap<SourceItem, Past>
  /** Strings with another source than before, and the entry whose texts for this source they take. */
  readonly replaced: ReadonlyMap<SourceItem, Entry>
}

/**
 * Finds what the new strings of a push were before. In this order: a string that the branch dropped in the last 30 days, with the same source and key; one that
 * another file of the branch still has with the same key and source, whose texts it gets as a copy; a dropped string with the same source, where only one fits;
 * the entry that has its place in the project. A string that comes back gets the texts that it lacks from one that another file still has. So does one that took
 * the place of another, also from the one that another branch has there.
 */
export async function findPast(state: PushState, from: ListReader): Promise<FoundPast> {
  const { project, branch, read, pace } = from
  const past = new Map<SourceItem, Past>()
  const replaced = new Map<SourceItem, Entry>()
  const { added, changed } = state
  const sought = [...added, ...changed]
  const finder = await CopyFinder.open(sought, state, from)
  const { used } = finder
  const hasDropped = (await read.entries.count('dropped', compoundKey(project.id, branch))) > 0
  const since = new Date(state.now.getTime() - KEPT_MS).toISOString()
  const owners = await findOwners(state.known, pace)
  const gone = new Map(state.gone.map(one => [one.entry.id, one]))
  const counts = countBy(added, ({ src }) => src)
  const isFree = ({ id, places, listed }: Entry): boolean =>
    !used.has(id) && places?.[branch] === undefined && !(listed && branch === project.main_branch)
  const mayTakePlace = (owner: Entry): boolean => !used.has(owner.id) && (isFree(owner) || gone.has(owner.id))
  const look = async (one: NewString) => ({
    dropped: hasDropped ? await read.entries.list('dropped', compoundKey(project.id, branch, one.src)) : [],
    alike: await finder.listAlike(one),
  })
  const isNew = new Set(added)
  for await (const [one, { dropped, alike }] of readAhead(sought, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    const { src, item } = one
    const copyOf = await finder.find(one, alike)
    const there = finder.findThere(one, alike)
    if (!isNew.has(one)) {
      const back = pickDropped(one, { dropped: dropped.filter(isFree), branch, since, isOnly: false })
      const original = back ?? copyOf?.entry ?? there
      if (original !== undefined) replaced.set(item, original)
      continue
    }
    const owner = owners.get(toPlace(one))
    const own = owner && mayTakePlace(owner) ? owner : undefined
    const isOnly = counts.get(src) === 1 && copyOf === undefined
    const entry = pickDropped(one, { dropped: dropped.filter(isFree), own, branch, since, isOnly }) ?? own
    if (entry !== undefined) used.add(entry.id)
    const before = entry && (gone.get(entry.id) ?? (await findDropped(entry, src, from)))
    if (entry !== undefined && before !== undefined) {
      const twins = copyOf === undefined || entry === own ? [] : [copyOf.entry]
      past.set(item, { kind: describeMove(before, one), before, entry, line: nextLine(before.line, src), twins })
      continue
    }
    past.set(item, {
      kind: entry === undefined ? 'added' : 'revived',
      ...omitUndefined({ entry, copyOf }),
      line: copyOf?.src === src ? { ...copyOf.line, src } : { src },
      twins: there === undefined ? [] : [there],
    })
  }
  return { past, replaced }
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
  readonly own?: Entry | undefined
  readonly branch: string
  /** ISO 8601. */
  readonly since: string
  /** Whether only one new string has the source, and no other string of the branch has its key, too. */
  readonly isOnly: boolean
}

/** The string of an entry when the branch dropped it; undefined if it never had the source. */
async function findDropped(entry: Entry, source: string, { branch, read }: ListReader): Promise<OldString | undefined> {
  const had = entry.dropped?.findLast(one => one.branch === branch)
  if (had === undefined || !hadSource(had, source)) return undefined
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
