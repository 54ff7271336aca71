import { Pace } from '../../pace.ts'
import { key } from '../../store/records/collection.ts'
import type { BranchFileRecord, EntryRecord, FileRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { SourceItem } from '../../workers/jobs.ts'

type Listed = Frozen<BranchFileRecord>['items']
type Entry = Frozen<EntryRecord>

/**
 * A branch may list an entry under another key than the main branch. As soon as the pushed file has the main branch's key, the entry is there, so that
 * no entry ever stands under two keys of one list.
 */
export function listedAs(listed: Listed, known: readonly Entry[], items: readonly SourceItem[]): Listed {
  const entries = new Map(known.map(entry => [entry.id, entry]))
  const pushed = new Set(items.map(item => key(item.key, item.context ?? '')))
  const listedKeys = new Set(listed.map(item => item.key))
  return listed.map(item => {
    const entry = entries.get(item.entry_id)
    const isElsewhere = entry !== undefined && entry.key !== item.key && !listedKeys.has(entry.key)
    return isElsewhere && pushed.has(key(entry.key, entry.context ?? '')) ? { ...item, key: entry.key } : item
  })
}

interface Compared {
  readonly file: Frozen<FileRecord>
  readonly branch: string
  readonly listed: Listed
  readonly known: readonly Entry[]
  readonly items: readonly SourceItem[]
}

/**
 * Entry id → the key that another branch gave the entry and that the pushed file now has with the same source: the rename came with a merge, and so do
 * its translations. Only keys that nothing else has, and only entries whose own key the file lacks.
 */
export async function keysOfMerge(compared: Compared, read: Reader): Promise<ReadonlyMap<string, string>> {
  const { file, branch, listed, known, items } = compared
  const entries = new Map(known.map(entry => [entry.id, entry]))
  const placeIn = ({ key: name, entry_id }: Listed[number]) => key(name, entries.get(entry_id)?.context ?? '')
  const taken = new Set([...known.map(placeOf), ...listed.map(placeIn)])
  const fresh = new Map(items.filter(item => !taken.has(placeOf(item))).map(item => [placeOf(item), item.src]))
  const keys = new Map<string, string>()
  if (fresh.size === 0) return keys
  const pace = new Pace()
  const pushed = new Set(items.map(placeOf))
  const present = new Set([
    ...known.filter(entry => pushed.has(placeOf(entry))).map(({ id }) => id),
    ...listed.filter(item => pushed.has(placeIn(item))).map(item => item.entry_id),
  ])
  for (const other of await read.branch_files.list('file', file.id)) {
    if (other.branch === branch) continue
    for (const item of other.items) {
      const place = placeIn(item)
      if (fresh.get(place) !== item.src || !entries.has(item.entry_id)) continue
      if (present.has(item.entry_id)) continue
      keys.set(item.entry_id, item.key)
      present.add(item.entry_id)
      fresh.delete(place)
      if (pace.isDue) await pace.rest()
    }
  }
  return keys
}

const placeOf = (one: { readonly key: string; readonly context?: string | undefined }): string =>
  key(one.key, one.context ?? '')
