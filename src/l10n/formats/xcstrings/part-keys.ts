/** The sign between the key of a string and a part of it: Xcode's own, in its exported localizations. */
export const PART_SIGN = '|==|'

/** Lists the keys of the strings that entries can belong to: `count` of `count|==|device.mac`. */
export function listStringKeys(...lists: readonly (Iterable<string> | undefined)[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const list of lists) {
    for (const key of list ?? []) {
      keys.add(key)
      for (let at = key.indexOf(PART_SIGN); at !== -1; at = key.indexOf(PART_SIGN, at + 1)) keys.add(key.slice(0, at))
    }
  }
  return keys
}
