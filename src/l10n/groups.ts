/** Adds items to the group of a key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [...items])
  else group.push(...items)
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
