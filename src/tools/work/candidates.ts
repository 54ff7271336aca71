import { needsWork } from '../../l10n/translation/staleness.ts'
import { isBehind, type Position, SHARES, type Share } from '../../l10n/work/candidates.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getBranchFile } from '../projects/branches.ts'
import { BranchView, listBranchEntries } from '../translations/branch-view.ts'
import { EntryFinder, toGivenName } from '../translations/find-entry.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { countMainLeft } from './main/count-left.ts'
import { findPlaces, listMain } from './main/list-main.ts'
import type { Candidate, Candidates, MissingName, NamedEntry, WorkQuery } from './query.ts'
import { getShare, isLeft, isSelected, MAX_SEARCHED } from './query.ts'

/** Finds the next strings of a packet, in the order of `SHARES`. */
export async function findWork(query: WorkQuery, reading: ReadDeps): Promise<Candidates> {
  const { project, branch, filter } = query
  const found = await findNamed(query, reading)
  const named = filter.names && found.entries
  const work = await (branch === project.main_branch
    ? findMainWork(query, named, reading)
    : findBranchWork(query, named, reading))
  return { ...work, missing: found.missing }
}

async function findNamed(
  { project, branch, files, filter: { names = [] } }: WorkQuery,
  { read }: ReadDeps,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly missing: readonly MissingName[] }> {
  const [file, ...others] = files ?? []
  // A key of several files is unique in one of them.
  const wanted = others.length > 0 ? names : names.map(name => ({ ...name, file }))
  const entries = new Map<string, NamedEntry>()
  const missing: MissingName[] = []
  const found = await new EntryFinder(project, branch, read).findAll(wanted)
  for (const [at, one] of found.entries()) {
    if ('code' in one) missing.push({ ...toGivenName(names[at]), ...one })
    else entries.set(one.entry.id, one)
  }
  return { entries: [...entries.values()], missing }
}

interface Placed {
  readonly candidate: Candidate
  readonly position: Position
}

/** Finds the work of a branch in its full list: branches are small and short-lived. */
async function findBranchWork(
  query: WorkQuery,
  named: readonly NamedEntry[] | undefined,
  reading: ReadDeps,
): Promise<Omit<Candidates, 'missing'>> {
  const { read } = reading
  const { project, branch, locales, files, leases, limit, from } = query
  for (const file of files ?? []) await getBranchFile(project, branch, file, read)
  const paths = files && new Set(files)
  const listed = (await listBranchEntries(project, branch, read)).filter(item => paths?.has(item.file) !== false)
  const wanted = named && new Set(named.map(({ entry }) => entry.id))
  const shares: Record<Share, Placed[]> = { revise: [], own: [], free: [], others: [] }
  const begin = { share: parseShare(from), at: Number(from?.['.at'] ?? -1) }
  let left = 0
  let unfiltered = 0
  const view = new BranchView(project, branch, reading)
  const pace = new Pacer()
  for (const [at, { entryId, key, file, line }] of listed.entries()) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = await view.getEntry(entryId, line)
    const translations = await Promise.all(locales.map(locale => view.getTranslation(entry, locale, line)))
    unfiltered += translations.filter(translation => needsWork(translation, entry, line)).length
    if (wanted?.has(entryId) === false) continue
    left += translations.filter(translation => isLeft(query, translation, entry, line)).length
    const selected = translations.filter(translation => isSelected(query, translation, entry, line))
    for (const share of SHARES) {
      if (!isBehind(share, at, begin)) continue
      const own = selected.filter(translation => getShare(translation, line, leases) === share)
      if (own.length === 0) continue
      const position = { ...leases.marks, '.share': share, '.at': String(at) }
      shares[share].push({ candidate: { entry, key, file, line, translations: own }, position })
    }
  }
  const all = SHARES.flatMap(share => shares[share])
  const items = all.slice(0, limit)
  return {
    items: items.map(({ candidate }) => candidate),
    countLeft: () => Promise.resolve({ left, unfiltered }),
    more: all.length > items.length,
    after: count => items[count - 1]?.position ?? {},
  }
}

const parseShare = (from: Position | undefined): Share => SHARES.find(share => share === from?.['.share']) ?? 'revise'

/** Finds the work of the main branch in indexes. Its cost grows with the result, the leases and the searched strings, not with the project. */
async function findMainWork(
  query: WorkQuery,
  named: readonly NamedEntry[] | undefined,
  reading: ReadDeps,
): Promise<Omit<Candidates, 'missing'>> {
  const { read, computed } = reading
  const { limit, from } = query
  const places = await findPlaces(query, read)
  const paths = new Map<string, string>()
  const items: Placed[] = []
  const pace = computed.pace()
  let searched = 0
  let matches = 0
  let end: Position = from ?? {}
  let more = false
  for await (const { entry, translations, position, covered } of listMain(query, { places, named }, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const isFull = items.length === limit
    if (translations.length > 0 && entry !== undefined && !isFull) {
      items.push({ candidate: await toMainCandidate(entry, translations, paths, read), position })
    } else if (translations.length > 0 || searched === MAX_SEARCHED) {
      more = true
      break
    } else searched += 1
    matches += translations.length + covered
    if (!isFull) end = position
  }
  const whole = from === undefined && !more ? matches : undefined
  return {
    items: items.map(({ candidate }) => candidate),
    countLeft: () => countMainLeft(query, { places, named, whole }, reading),
    more,
    after: count => (count === items.length ? end : (items[count - 1]?.position ?? {})),
  }
}

async function toMainCandidate(
  entry: Entry,
  translations: readonly Translation[],
  paths: Map<string, string>,
  read: Reader,
): Promise<Candidate> {
  const path = paths.get(entry.file_id) ?? (await read.files.get(entry.file_id))?.path
  if (path === undefined) throw new Error(`entry ${entry.id} has no file`)
  paths.set(entry.file_id, path)
  return { entry, key: entry.key, file: path, line: entry, translations }
}
