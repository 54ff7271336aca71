import type { StoredRecord } from '../engine/definitions.ts'
import type { Dump, DumpBatch } from '../store.ts'
import { freezeRecord } from './memory/record.ts'
import type { Tables } from './memory/tables.ts'

const BATCH = 1000

/** Opens a consistent copy of the durable state. */
export function dumpTables(tables: Tables): Dump {
  const pin = tables.pin()
  const logs = Array.from(tables.logs, ([name, log]) => [name, log.capture(pin.view)] as const)
  return {
    counts: tables.counts(),
    async *batches() {
      for (const [name, table] of tables.collections) {
        let records: StoredRecord[] = []
        for (const row of table.rows(pin.view)) {
          if (records.push(freezeRecord(row.record)) < BATCH) continue
          yield toBatch(name, records)
          records = []
        }
        if (records.length > 0) yield toBatch(name, records)
      }
      for (const [name, log] of logs) for await (const records of log.batches()) yield toBatch(name, records)
    },
    close: () => {
      pin.release()
      for (const [, log] of logs) log.release()
    },
  }
}

export const toBatch = (name: string, records: readonly StoredRecord[]): DumpBatch => ({
  table: name as DumpBatch['table'],
  records,
})
