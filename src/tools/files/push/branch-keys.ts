import type { SourceItem } from '../../../l10n/files/read-files.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { BranchFileRecord, EntryRecord } from '../../../store/records/localization.ts'

type Listed = Frozen<BranchFileRecord>['items']
type Entry = Frozen<EntryRecord>
type Known = ReadonlyMap<string, Entry>

/**
 * A branch can list an entry under another key than the main branch. Once the pushed file has the main branch's key, the entry uses it, so that no entry
 * has two keys in one list. Runs in steps, like everything that reads a whole file.
 */
export function* adoptMainKeys(listed: Listed, known: Known, items: readonly SourceItem[]): Generator<void, Listed> {
  const pushed = yield* collectSet(items, toPlaceKey)
  const listedKeys = yield* collectSet(listed, item => item.key)
  const list: Listed[number][] = []
  for (const item of listed) {
    yield
    const entry = known.get(item.entry_id)
    const isElsewhere = entry !== undefined && entry.key !== item.key && !listedKeys.has(entry.key)
    list.push(isElsewhere && pushed.has(toPlaceKey(entry)) ? { ...item, key: entry.key } : item)
  }
  return list
}

interface KeyComparison {
  readonly branch: string
  readonly listed: Listed
  readonly known: Known
  readonly items: readonly SourceItem[]
  /** The lists of a file on all branches. */
  readonly lists: Lists
}

type Lists = readonly Pick<Frozen<BranchFileRecord>, 'branch' | 'items'>[]

/** Entries that other branches list → the source string on one of them, preferably the entry's own. Runs in steps. */
export function* findListedElsewhere(
  lists: Lists,
  branch: string,
  known: Known,
): Generator<void, ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  for (const { branch: other, items } of lists) {
    if (other === branch) continue
    for (const { entry_id, src } of items) {
      yield
      if (!sources.has(entry_id) || known.get(entry_id)?.src === src) sources.set(entry_id, src)
    }
  }
  return sources
}

/**
 * Entry ID → the key from another branch that the pushed file now has with the same source string: a merge brought the rename, so translations follow.
 * Only keys that no other entry has, and entries whose own key the file lacks.
 */
export function* findMergedKeys(compared: KeyComparison): Generator<void, ReadonlyMap<string, string>> {
  const { branch, listed, known, items, lists } = compared
  const placeIn = ({ key: name, entry_id }: Listed[number]) => compoundKey(name, known.get(entry_id)?.context ?? '')
  const knownPlaces = yield* collectSet(known.values(), toPlaceKey)
  const listedPlaces = yield* collectSet(listed, placeIn)
  const fresh = new Map<string, string>()
  for (const item of items) {
    yield
    const place = toPlaceKey(item)
    if (!knownPlaces.has(place) && !listedPlaces.has(place)) fresh.set(place, item.src)
  }
  const keys = new Map<string, string>()
  if (fresh.size === 0) return keys
  const pushed = yield* collectSet(items, toPlaceKey)
  const present = new Set<string>()
  for (const entry of known.values()) {
    yield
    if (pushed.has(toPlaceKey(entry))) present.add(entry.id)
  }
  for (const item of listed) {
    yield
    if (pushed.has(placeIn(item))) present.add(item.entry_id)
  }
  for (const other of lists) {
    if (other.branch === branch) continue
    for (const item of other.items) {
      yield
      const place = placeIn(item)
      if (fresh.get(place) !== item.src || !known.has(item.entry_id)) continue
      if (present.has(item.entry_id)) continue
      keys.set(item.entry_id, item.key)
      present.add(item.entry_id)
      fresh.delete(place)
    }
  }
  return keys
}

function* collectSet<T>(list: Iterable<T>, valueOf: (one: T) => string): Generator<void, ReadonlySet<string>> {
  const values = new Set<string>()
  for (const one of list) {
    yield
    values.add(valueOf(one))
  }
  return values
}

const toPlaceKey = (one: { readonly key: string; readonly context?: string | undefined }): string =>
  compoundKey(one.key, one.context ?? '')
