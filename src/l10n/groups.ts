/** Adds items to the group of a key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [...items])
  else group.push(...items)
}

/** Groups items by a key. Groups are in the order of their first items. */
export function groupBy<Key, Item>(items: Iterable<Item>, toKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) addTo(groups, toKey(item), item)
  return groups
}
