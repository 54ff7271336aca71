import type { Ground, Kept, Logged, Records } from './perform.ts'

/** The expected content of a store, as plain maps. */
export class Model implements Ground {
  readonly tables: { readonly [C in Kept]: Map<string, Records[C]> } = {
    users: new Map(),
    tokens: new Map(),
    translations: new Map(),
  }
  readonly logs: { readonly [L in Logged]: Records[L][] } = { audit: [], revisions: [], voice_versions: [] }

  async get<C extends Kept>(table: C, id: string): Promise<Records[C] | undefined> {
    return this.#table(table).get(id)
  }

  async withHandle(handle: string): Promise<Records['users'] | undefined> {
    return [...this.tables.users.values()].find(user => user.handle === handle)
  }

  async set<C extends Kept>(table: C, record: Records[C]): Promise<void> {
    this.#table(table).set(record.id, record)
  }

  async remove(table: Kept, id: string): Promise<void> {
    this.tables[table].delete(id)
  }

  async append<L extends Logged>(log: L, record: Records[L]): Promise<void> {
    const records: Records[L][] = this.logs[log]
    records.push(record)
  }

  #table<C extends Kept>(table: C): Map<string, Records[C]> {
    return this.tables[table]
  }
}
