import { addTo } from '../groups.ts'

/**
 * Groups what a target file lacks by the place in it that it follows: that of the closest entry before it in the source; undefined before all of them.
 * @param places those of the entries of the target file, by key
 * @param render returns the parts of an entry that the file lacks; none if it stays so. Called once for each key.
 */
export function groupMissing<Entry, Place, Part>(
  source: Iterable<readonly [key: string, entry: Entry]>,
  places: ReadonlyMap<string, Place>,
  render: (key: string, entry: Entry) => readonly Part[],
): ReadonlyMap<Place | undefined, readonly Part[]> {
  const groups = new Map<Place | undefined, Part[]>()
  const done = new Set<string>()
  let anchor: Place | undefined
  for (const [key, entry] of source) {
    if (places.has(key)) anchor = places.get(key)
    else if (!done.has(key)) {
      done.add(key)
      const parts = render(key, entry)
      if (parts.length > 0) addTo(groups, anchor, ...parts)
    }
  }
  return groups
}
