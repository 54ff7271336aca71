import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { countBy } from '../../../../l10n/groups.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import { sourceKey } from '../../../../store/records/text-keys.ts'
import type { Reader } from '../../../../store/store.ts'
import type { Entry, Translation } from '../../../translations/records.ts'
import { findSource } from '../../../translations/sources.ts'
import { BranchLists, type ListReader } from './branch-lists.ts'
import type { StringMatch } from './match-push.ts'
import type { OldString, Takeover } from './strings.ts'

export interface FoundTakeovers {
  readonly takeovers: readonly Takeover[]
  /** Dropped strings whose copy has work of its own since: it stays what it is, and their texts are not lost. */
  readonly copied: ReadonlySet<OldString>
}

/**
 * Finds the strings that a push drops and that the branch has elsewhere, because the other file was pushed first: as a copy, or, where only one fits, as a later
 * string with the same source. Where nothing was written for that one since, the string takes its place, with its history, comments and reviews.
 */
export async function findTakeovers(
  dropped: readonly OldString[],
  matched: ReadonlyMap<SourceItem, StringMatch>,
  from: ListReader,
): Promise<FoundTakeovers> {
  if (dropped.length === 0) return NOTHING
  const { project, branch, read, pace } = from
  const items = new Map<string, SourceItem>()
  for (const [item, { before }] of matched) {
    if (pace.shouldYield) await pace.yieldNow()
    items.set(before.entry.id, item)
  }
  const counts = countBy(dropped, ({ src }) => src)
  const lists = new BranchLists(from)
  const findListed = async (entry: Entry, { src }: OldString): Promise<Omit<Takeover, 'before'> | undefined> => {
    const item = items.get(entry.id)
    const copy = item === undefined ? await lists.find(entry) : matched.get(item)?.before
    if (copy === undefined || (item ?? copy).src !== src) return undefined
    return { copy, ...(item !== undefined && { item }) }
  }
  const listEqual = async ({ entry, src }: OldString): Promise<readonly Entry[]> => {
    // An entry that the main branch does not list has no place among equal sources.
    if (branch !== project.main_branch) return lists.listEqual(src)
    const source = await findSource(entry, src, read)
    return source === undefined ? [] : read.entries.list('source', sourceKey({ project_id: entry.project_id, source }))
  }
  const takeovers: Takeover[] = []
  const copied = new Set<OldString>()
  const look = ({ entry }: OldString) => read.entries.list('copy_of', entry.id)
  for await (const [before, copies] of readAhead(dropped, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    const known = await findFirst(copies, entry => findListed(entry, before))
    const takeover =
      known ?? (counts.get(before.src) === 1 ? await findLater(before, { findListed, listEqual }, read) : undefined)
    if (takeover === undefined) continue
    if (known !== undefined && (await hasOwnWork(takeover.copy.entry, read))) copied.add(before)
    else takeovers.push({ before, ...takeover })
  }
  return { takeovers, copied }
}

const NOTHING: FoundTakeovers = { takeovers: [], copied: new Set() }

/** Finds the only string that the branch lists since a later push, with the same source, and without work of its own. */
async function findLater(
  before: OldString,
  { findListed, listEqual }: Finders,
  read: Reader,
): Promise<Omit<Takeover, 'before'> | undefined> {
  const { entry } = before
  if ((await read.translations.list('entry', entry.id)).length === 0) return undefined
  const fits: Omit<Takeover, 'before'>[] = []
  for (const other of await listEqual(before)) {
    if (other.id === entry.id) continue
    const listed = await findListed(other, before)
    if (listed === undefined || !listed.copy.isListed || !isLater(listed.copy, before)) continue
    fits.push(listed)
    if (fits.length > 1) return undefined
  }
  const [fit] = fits
  return fit && !(await hasOwnWork(fit.copy.entry, read)) ? fit : undefined
}

/** Whether the branch listed a string after another one, which it may still have from the main branch. */
const isLater = (one: OldString, before: OldString): boolean =>
  before.isListed ? (one.push ?? 0) > (before.push ?? 0) : !one.entry.listed

interface Finders {
  readonly findListed: (entry: Entry, before: OldString) => Promise<Omit<Takeover, 'before'> | undefined>
  /** Lists entries of the branch with the source of a string. */
  readonly listEqual: (before: OldString) => Promise<readonly Entry[]>
}

async function findFirst<T, R>(all: readonly T[], find: (one: T) => Promise<R | undefined>): Promise<R | undefined> {
  for (const one of all) {
    const found = await find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns whether a string has work of its own: anything that was written since it began as a copy; for one that is no copy, anything at all. */
async function hasOwnWork(entry: Entry, read: Reader): Promise<boolean> {
  const { id, copy_of: of, copied_at: since = '', added_note: note } = entry
  if (note !== undefined && note.at > since) return true
  if ((await read.comments.list('entry', id)).some(({ at }) => at > since)) return true
  const originals = of === undefined ? [] : await read.translations.list('entry', of)
  return (await read.translations.list('entry', id)).some(translation => {
    const original = originals.find(({ locale }) => locale === translation.locale)
    return isChanged(translation, since) || (translation.locked && original?.locked !== true)
  })
}

function isChanged({ rev, texts, suggestions, request, other_requests = [], settled_at }: Translation, since: string) {
  const ignores = texts.flatMap(text => text.ignores ?? [])
  const requests = request === undefined ? other_requests : [request, ...other_requests]
  const times = [...texts, ...ignores, ...suggestions, ...requests].map(({ at }) => at)
  // Each copied text is one revision.
  return rev > texts.length || times.some(at => at > since) || (settled_at !== undefined && settled_at > since)
}
