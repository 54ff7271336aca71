export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [...items])
  else group.push(...items)
}

/** What of a map `getOrAdd` needs; weak maps have it, too. */
interface Known<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** Returns the value of a key. It is created when it is first needed. */
export function getOrAdd<Key, Value>(known: Known<Key, Value>, key: Key, create: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = create()
  known.set(key, value)
  return value
}

/** Groups items by a key. Groups are in the order of their first items. */
export function groupBy<Key, Item>(items: Iterable<Item>, toKey: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Counts items by a key, in the order of their first items. */
export function countBy<Key, Item>(items: Iterable<Item>, toKey: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) {
    const key = toKey(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Returns the most frequent item, of several the first; undefined without items. */
export function findMostFrequent<Item>(items: Iterable<Item>): Item | undefined {
  const [most] = [...countBy(items, item => item)].toSorted(([, a], [, b]) => b - a)
  return most?.[0]
}

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
