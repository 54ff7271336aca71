import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { Reader } from '../../../../store/store.ts'
import type { NewString } from './strings.ts'

/** Finds the entries that other branches list with the same file, key and source as new strings: IDs by string. Reads the lists of the files of these strings. */
export async function findOnOtherBranches(
  added: readonly NewString[],
  branch: string,
  read: Reader,
  pace: Pacer,
): Promise<ReadonlyMap<NewString, ReadonlySet<string>>> {
  const wanted = new Map<string, Map<string, NewString>>()
  for (const one of added) {
    if (pace.shouldYield) await pace.yieldNow()
    const strings = wanted.get(one.file) ?? new Map<string, NewString>()
    wanted.set(one.file, strings.set(`${one.src}${one.key}`, one))
  }
  const found = new Map<NewString, Set<string>>()
  for (const [file, strings] of wanted) {
    for (const list of await read.branch_files.list('file', file)) {
      if (list.branch === branch) continue
      for (const { key, src, entry_id } of list.items) {
        if (pace.shouldYield) await pace.yieldNow()
        const one = strings.get(`${src}${key}`)
        if (one !== undefined) found.set(one, (found.get(one) ?? new Set()).add(entry_id))
      }
    }
  }
  return found
}
