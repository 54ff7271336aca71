import { AppError } from '../../errors.ts'
import type { Disk, StoredTable } from './disk.ts'
import { badFile } from './faults.ts'
import { sealRecord } from './record.ts'
import type { Tables, Write } from './tables.ts'

/**
 * Fills both states from the disk.
 * @throws AppError `bad_config` that names the file and the record that does not fit; nothing is skipped.
 */
export async function load(disk: Disk, durable: Tables, latest: Tables): Promise<void> {
  for await (const stored of disk.load()) {
    for (const [at, record] of stored.records.entries()) {
      const write = readRecord(durable, stored, record, at + 1)
      durable.apply(write)
      latest.apply(write)
    }
  }
}

function readRecord(tables: Tables, { name, path }: StoredTable, record: unknown, line: number): Write {
  try {
    const log = tables.logs.get(name)
    const collection = tables.collections.get(name)
    const table = log ?? collection
    if (table === undefined) throw badFile(path, `there is no collection ${name}`)
    const after = table.makeRow(sealRecord(name, table.definition.schema, record))
    table.assertFree(after)
    collection?.assertUnique(after)
    return { table: name, kind: log === undefined ? 'insert' : 'append', before: undefined, after }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_config') throw error
    throw badFile(path, `record ${line} is wrong. ${error instanceof Error ? error.message : String(error)}`)
  }
}
