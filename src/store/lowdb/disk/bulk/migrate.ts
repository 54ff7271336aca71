import { dirname, join } from 'node:path'
import { findUpgrade } from '../../../records/migrations/upgrade.ts'
import type { DumpBatch } from '../../../store.ts'
import { damagedFileError, unknownShapeError } from '../../errors.ts'
import type { DiskOptions } from '../options.ts'
import type { Manifest } from '../snapshot/manifest.ts'
import { fillLowdb } from './fill.ts'
import { readRawRecords } from './raw-records.ts'

/**
 * Brings the records of a folder to the shape version of this program: keeps the folder as it is beside it, as `store-shape-<version>`, and
 * replaces its content at once.
 * @throws AppError `bad_config` when the folder is of a later version or damaged, or a record does not fit afterwards.
 */
export async function migrateFolder(options: DiskOptions, manifest: Manifest): Promise<Manifest> {
  const { folder, files, shape, migrations } = options
  const way = findUpgrade(manifest.shape, shape, migrations)
  if (way === undefined) throw unknownShapeError(folder, manifest.shape, shape)
  await files.keep(folder, join(dirname(folder), `store-shape-${manifest.shape}`))
  const { manifest: filled } = await fillLowdb(
    { ...options, trimmed: manifest.trimmed },
    upgradeBatches(readRawRecords({ folder, files }, manifest), way),
    (table, record, error) => {
      throw damagedFileError(
        folder,
        `migrating record ${JSON.stringify(record.id)} of ${table} failed. ${error.message}`,
      )
    },
  )
  return filled
}

async function* upgradeBatches(
  batches: AsyncIterable<DumpBatch>,
  way: (table: string, record: { readonly id: string }) => { readonly id: string } | undefined,
): AsyncIterable<DumpBatch> {
  for await (const { table, records } of batches) {
    yield { table, records: records.flatMap(record => way(table, record) ?? []) }
  }
}
