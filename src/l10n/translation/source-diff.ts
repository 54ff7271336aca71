/** An item that a branch lists for a file before the push. */
export interface ListedItem {
  readonly key: string
  readonly entry_id: string
  readonly src: string
}

/** An entry of the file in the project, even if no branch lists it. */
export interface KnownEntry {
  readonly id: string
  readonly key: string
  readonly context?: string
  readonly src: string
  readonly unused: boolean
}

/** An entry in the pushed file; `src` is `sourceHash` of its value and context. */
export interface PushedItem {
  readonly key: string
  readonly context?: string
  readonly src: string
}

export interface SourceDiff<Item extends PushedItem> {
  readonly unchanged: readonly Match<Item>[]
  /** New to the project. */
  readonly added: readonly Item[]
  /** Listed before with a different source. */
  readonly changed: readonly Match<Item>[]
  /** The same source and context under another key; `from` is the old key. */
  readonly renamed: readonly (Match<Item> & { readonly from: string })[]
  /** In the project, but not listed by this branch before. */
  readonly revived: readonly Match<Item>[]
  /** Listed before, but missing from the file. */
  readonly dropped: readonly ListedItem[]
}

interface Match<Item> {
  readonly item: Item
  readonly entry_id: string
}

/**
 * Computes in steps how a push changes a branch's list, in file order. A rename needs exactly one removed and one new key with the same source and context;
 * otherwise translations could move to the wrong key. A removed key that another branch still lists stays with its entry. It is not a rename if `known`
 * already has an entry at the new key.
 */
export function* diffSource<Item extends PushedItem>(
  listed: readonly ListedItem[],
  known: readonly KnownEntry[],
  items: readonly Item[],
): Generator<void, SourceDiff<Item>> {
  const entries = new Map<string, KnownEntry>()
  const places = new Map<string, KnownEntry>()
  for (const entry of known) {
    entries.set(entry.id, entry)
    places.set(toPlaceKey(entry), entry)
    yield
  }
  const listedPlaces = new Map<string, ListedItem>()
  for (const item of listed) {
    listedPlaces.set(toPlaceKey({ key: item.key, ...getContext(entries.get(item.entry_id)) }), item)
    yield
  }
  const unchanged: Match<Item>[] = []
  const changed: Match<Item>[] = []
  const revived: Match<Item>[] = []
  const fresh: Item[] = []
  const kept = new Set<ListedItem>()
  for (const item of items) {
    yield
    const before = listedPlaces.get(toPlaceKey(item))
    const entry = places.get(toPlaceKey(item))
    if (before !== undefined) {
      kept.add(before)
      const list = before.src === item.src ? unchanged : changed
      list.push({ item, entry_id: before.entry_id })
    } else if (entry !== undefined) revived.push({ item, entry_id: entry.id })
    else fresh.push(item)
  }
  const vanished: ListedItem[] = []
  for (const item of listed) {
    yield
    if (!kept.has(item)) vanished.push(item)
  }
  const renamed = vanished.length === 0 ? [] : yield* matchRenames(fresh, vanished)
  const renamedItems = new Set(renamed.map(({ item }) => item))
  const renamedIds = new Set(renamed.map(({ entry_id }) => entry_id))
  return {
    unchanged,
    added: fresh.filter(item => !renamedItems.has(item)),
    changed,
    renamed,
    revived,
    dropped: vanished.filter(item => !renamedIds.has(item.entry_id)),
  }
}

/** Matches by `src`, which covers the context, too: equal hashes mean equal source and context. */
function* matchRenames<Item extends PushedItem>(fresh: readonly Item[], vanished: readonly ListedItem[]) {
  const goneBySource = yield* groupBySource(vanished)
  const freshBySource = yield* groupBySource(fresh)
  const renamed: (Match<Item> & { readonly from: string })[] = []
  for (const item of fresh) {
    yield
    const gone = goneBySource.get(item.src) ?? []
    const [first] = gone
    if (first === undefined || gone.length > 1 || freshBySource.get(item.src)?.length !== 1) continue
    renamed.push({ item, entry_id: first.entry_id, from: first.key })
  }
  return renamed
}

function* groupBySource<T extends { readonly src: string }>(items: readonly T[]): Generator<void, Map<string, T[]>> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    yield
    const group = groups.get(item.src)
    if (group === undefined) groups.set(item.src, [item])
    else group.push(item)
  }
  return groups
}

const toPlaceKey = ({ key, context }: { readonly key: string; readonly context?: string }): string =>
  `${key.length} ${key}${context ?? ''}`

const getContext = (entry: KnownEntry | undefined): { readonly context?: string } =>
  entry?.context === undefined ? {} : { context: entry.context }
