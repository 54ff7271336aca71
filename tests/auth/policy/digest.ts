import { createHash } from 'node:crypto'
import type { Store } from '../../../src/store/store.ts'

/** What is recorded when a credential is used, whatever the result: time, address, and scopes that an app was refused. */
const NOTED: Readonly<Record<string, readonly string[]>> = {
  tokens: ['last_used_at', 'address', 'user_agent'],
  grants: ['last_used_at', 'address', 'user_agent', 'wanted'],
}

/** Everything in the store, table by table, except what the use of a credential records. */
export async function digest(store: Store): Promise<Readonly<Record<string, string>>> {
  const tables = new Map<string, string[]>()
  const dump = await store.dump()
  for await (const { table, records } of dump.batches()) {
    const lines = tables.get(table) ?? []
    tables.set(table, lines)
    for (const record of records) {
      const kept = Object.entries(record).filter(([field]) => !NOTED[table]?.includes(field))
      lines.push(JSON.stringify(kept))
    }
  }
  dump.close()
  return Object.fromEntries(
    [...tables].map(([table, lines]) => {
      const sum = createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
      return [table, `${lines.length} records, ${sum.slice(0, 16)}`]
    }),
  )
}
