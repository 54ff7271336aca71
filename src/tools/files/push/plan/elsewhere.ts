import type { Entry } from '../../../translations/records.ts'
import type { ListReader } from './branch-lists.ts'

interface Sought {
  /** ID of the file in which the branch lists it. */
  readonly file: string
  readonly entry: Entry
}

/**
 * Finds which of the strings of a branch other branches list, too: entry ID → the source there, the entry's own if any branch has that. Reads the lists of the
 * files of these strings.
 */
export async function findElsewhere(
  strings: readonly Sought[],
  { branch, read, pace }: Omit<ListReader, 'project'>,
): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  const wanted = new Map(strings.map(({ entry }) => [entry.id, entry]))
  const files = new Set<string>()
  for (const { file, entry } of strings) {
    for (const id of [file, entry.file_id, ...Object.values(entry.places ?? {})]) files.add(id)
    if (pace.shouldYield) await pace.yieldNow()
  }
  for (const file of files) {
    for (const list of await read.branch_files.list('file', file)) {
      if (list.branch === branch) continue
      for (const { entry_id, src } of list.items) {
        if (pace.shouldYield) await pace.yieldNow()
        const entry = wanted.get(entry_id)
        if (entry !== undefined && (!sources.has(entry_id) || entry.src === src)) sources.set(entry_id, src)
      }
    }
  }
  return sources
}
