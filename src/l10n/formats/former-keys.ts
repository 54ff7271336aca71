/** Keys of the source, each with other keys under which a target file may still have its entry, oldest first. */
export type FormerKeys = readonly (readonly [key: string, former: readonly string[]])[]

/** Finds the entries that a target file still has under another key, by the current key. `known` has those of the file by key. */
export function findFormerEntries<Entry>(
  known: ReadonlyMap<string, Entry>,
  inSource: { has(key: string): boolean },
  former: FormerKeys = [],
): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  const taken = new Set<Entry>()
  for (const [key, names] of former) {
    if (known.has(key)) continue
    for (const name of names.toReversed()) {
      const old = inSource.has(name) ? undefined : known.get(name)
      if (old === undefined || taken.has(old)) continue
      found.set(key, old)
      taken.add(old)
      break
    }
  }
  return found
}
