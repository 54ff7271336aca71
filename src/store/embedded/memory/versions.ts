import type { Row } from './row.ts'
import type { Stamp, View } from './stamp.ts'

/** Row versions by ID or unique key. Each view sees at most one row per key. */
export class Versions {
  /** A list only while a key has several versions, newest last. */
  readonly #rows = new Map<string, Row | readonly Row[]>()

  see(key: string, view: View): Row | undefined {
    return findSeen(this.#rows.get(key), view)
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  /** Finds a parallel transaction that writes this key and still runs. */
  findClaimant(key: string, { own }: View): Stamp | undefined {
    const versions = this.#rows.get(key)
    if (versions === undefined) return undefined
    const rows = isList(versions) ? versions : [versions]
    return rows.find(({ born }) => born.isRunning && born !== own)?.born
  }

  /** Yields the rows that a view sees. Rows may change meanwhile, as long as the view is kept. */
  *seen(view: View): Iterable<Row> {
    for (const versions of this.#rows.values()) {
      const row = findSeen(versions, view)
      if (row !== undefined) yield row
    }
  }

  add(key: string, row: Row): void {
    const there = this.#rows.get(key)
    if (there === undefined) this.#rows.set(key, row)
    else this.#rows.set(key, isList(there) ? [...there, row] : [there, row])
  }

  remove(key: string, row: Row): void {
    const there = this.#rows.get(key)
    if (there === row) {
      this.#rows.delete(key)
    } else if (isList(there)) {
      const rest = there.filter(other => other !== row)
      const [only] = rest
      if (only !== undefined) this.#rows.set(key, rest.length === 1 ? only : rest)
      else this.#rows.delete(key)
    }
  }
}

const isList = (versions: Row | readonly Row[] | undefined): versions is readonly Row[] => Array.isArray(versions)

function findSeen(versions: Row | readonly Row[] | undefined, view: View): Row | undefined {
  if (versions === undefined) return undefined
  if (!isList(versions)) return versions.isSeen(view) ? versions : undefined
  return versions.findLast(row => row.isSeen(view))
}
