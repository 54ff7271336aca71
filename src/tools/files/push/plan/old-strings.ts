import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import type { BranchFileRecord } from '../../../../store/records/localization.ts'
import type { Reader } from '../../../../store/store.ts'
import type { Entry } from '../../../translations/records.ts'
import type { OldString } from './strings.ts'

/** IDs of one lookup. */
const MAX_IDS = 1_000

/** Reads entries by their IDs; those that are gone are left out. */
export async function readEntries(ids: readonly string[], read: Reader): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const entries = await read.entries.getEach(ids.slice(from, from + MAX_IDS))
    found.push(...entries.filter(entry => entry !== undefined))
  }
  return found
}

/** A file of a push, or one that it removes. */
interface KnownFile {
  readonly id: string
  readonly path: string
  /** What the push is compared with. */
  readonly base: Frozen<BranchFileRecord> | undefined
  /** Whether that is the list of the branch. */
  readonly isListed: boolean
  /** The branch that is pushed to. */
  readonly branch?: string
}

export interface KnownStrings {
  /** The strings of the base, in its order. */
  readonly strings: readonly OldString[]
  /** All entries of the file in the project. */
  readonly entries: readonly Entry[]
}

/** Reads the strings of a file as the branch has them before a push, with their entries. */
export async function readOldStrings(
  { id, path, base, isListed, branch }: KnownFile,
  read: Reader,
  pace: Pacer,
): Promise<KnownStrings> {
  const entries = await read.entries.list('file', id)
  const known = new Map<string, Entry>()
  for (const entry of entries) {
    known.set(entry.id, entry)
    if (pace.shouldYield) await pace.yieldNow()
  }
  // A branch can list the entry of another file.
  const foreign = (base?.items ?? []).flatMap(({ entry_id }) => (known.has(entry_id) ? [] : [entry_id]))
  for (const entry of await readEntries(foreign, read)) known.set(entry.id, entry)
  const strings: OldString[] = []
  for (const { key, entry_id, push, placed, ...line } of base?.items ?? []) {
    if (pace.shouldYield) await pace.yieldNow()
    const entry = known.get(entry_id)
    // A branch that begins from the main branch's list may have the string in another file already.
    const isElsewhere = branch !== undefined && (entry?.places?.[branch] ?? id) !== id
    if (entry === undefined || isElsewhere) continue
    const { context } = entry
    strings.push({ file: id, path, key, context, src: line.src, line, push, placed, entry, isListed })
  }
  return { strings, entries }
}
