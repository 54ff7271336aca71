import { TrigramIndex } from '../../../l10n/memory/trigram-index.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Position } from '../../engine/cursor.ts'
import type { IndexKeys, StoredRecord } from '../../engine/definitions.ts'
import type { Texts } from '../../records/define.ts'
import type { Row } from './row.ts'
import type { View } from './stamp.ts'

/** Distinct texts of all index keys that are kept, beyond those of the newest search: 100,000 take about 50 MB. */
const MAX_TEXTS = 400_000
const PAGE_ROWS = 500
/** Changes that are kept until the next search, besides one for each ten texts of the index. */
const MAX_CHANGES = 1_000

export interface TextSource extends Pick<Texts<StoredRecord>, 'of'> {
  /** Lists rows under an index key. */
  readonly page: (key: string, after: Position | undefined, limit: number, view: View) => readonly Row[]
  /** Finds the row of a record, if it is under an index key. */
  readonly find: (id: string, key: string, view: View) => Row | undefined
}

/** The texts under one index key. */
interface Opened {
  readonly index: TrigramIndex
  /** Rows that durable writes replaced or added since the index read them. */
  changed: Row[]
  /** Resolves when the index has everything up to the newest search. */
  ready: Promise<void>
}

/**
 * Searches the texts of a collection. An index key costs nothing until its first search, which reads its records in steps. From then on, writes note what
 * changed, and the next search reads that. Sees durable records only.
 */
export class TextSearch {
  readonly #source: TextSource
  /** Least recently used first. */
  readonly #opened = new Map<string, Opened>()

  constructor(source: TextSource) {
    this.#source = source
  }

  get isEmpty(): boolean {
    return this.#opened.size === 0
  }

  /** Notes a row that a durable write replaced or added. */
  note(keys: IndexKeys, row: Row): void {
    for (const key of typeof keys === 'string' ? [keys] : (keys ?? [])) {
      const opened = this.#opened.get(key)
      if (opened === undefined) continue
      // The replaced rows take memory. Nobody searches, or soon it is quicker to read all anew.
      if (opened.changed.push(row) > MAX_CHANGES + opened.index.size / 10) this.#opened.delete(key)
    }
  }

  /** Opens the indexes of some keys, and reads what changed. `guard` throws when the store is closed. */
  async open(
    keys: readonly string[],
    durable: View,
    guard: () => void,
  ): Promise<readonly { readonly key: string; readonly index: TrigramIndex }[]> {
    const found: { readonly key: string; readonly index: TrigramIndex }[] = []
    const pace = new Pacer()
    for (const key of new Set(keys)) {
      const opened = this.#touch(key)
      if (opened.changed.length > 0 || opened.index.size === 0) {
        opened.ready = opened.ready.then(() => this.#read(key, opened, durable, pace, guard))
      }
      await opened.ready.catch((error: unknown) => {
        if (this.#opened.get(key) === opened) this.#opened.delete(key)
        throw error
      })
      found.push({ key, index: opened.index })
    }
    this.#evict(new Set(keys))
    return found
  }

  #touch(key: string): Opened {
    const known = this.#opened.get(key)
    this.#opened.delete(key)
    const opened =
      known === undefined || known.index.isWorn
        ? { index: new TrigramIndex(), changed: [], ready: Promise.resolve() }
        : known
    this.#opened.set(key, opened)
    return opened
  }

  /** Reads all rows into an empty index, else those that changed. */
  async #read(key: string, opened: Opened, durable: View, pace: Pacer, guard: () => void): Promise<void> {
    const { index } = opened
    if (index.size === 0) {
      for (let after: Row | undefined; ; ) {
        const rows = this.#source.page(key, after, PAGE_ROWS, durable)
        for (const row of rows) {
          this.#add(row, index)
          if (pace.shouldYield) await pace.yieldNow()
          guard()
        }
        after = rows.at(-1)
        if (rows.length < PAGE_ROWS) break
      }
    }
    while (opened.changed.length > 0) {
      const changed = opened.changed
      opened.changed = []
      for (const row of changed) {
        for (const text of this.#source.of(row.record)) index.remove(text, row.id)
        const now = this.#source.find(row.id, key, durable)
        if (now !== undefined) this.#add(now, index)
        if (pace.shouldYield) await pace.yieldNow()
        guard()
      }
    }
  }

  #add({ id, record }: Row, index: TrigramIndex): void {
    for (const text of this.#source.of(record)) index.add(text, id)
  }

  #evict(used: ReadonlySet<string>): void {
    let texts = 0
    for (const { index } of this.#opened.values()) texts += index.size
    for (const [key, { index }] of this.#opened) {
      if (texts <= MAX_TEXTS) return
      if (used.has(key)) continue
      this.#opened.delete(key)
      texts -= index.size
    }
  }
}
