/** The store has a shape or format that this version cannot read. unreadable-store.ts has the error for users. */
export class UnreadableShapeError extends Error {
  override readonly name = 'UnreadableShapeError'
  readonly store: UnreadableStore

  constructor(store: UnreadableStore) {
    super(`${store.folder} has ${store.has}.`)
    this.store = store
  }
}

interface UnreadableStore {
  readonly folder: string
  /** What it has, such as `shape 9`. */
  readonly has: string
  /** The version of dragoman that wrote it, if known. */
  readonly version: string | undefined
}
