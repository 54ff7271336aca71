import { dirname, join } from 'node:path'
import { findUpgrade } from '../../../records/migrations/upgrade.ts'
import type { DumpBatch } from '../../../store.ts'
import { damagedFileError, unknownShapeError } from '../../errors.ts'
import type { DiskOptions } from '../options.ts'
import type { Manifest } from '../snapshot/manifest.ts'
import { fillLowdb } from './fill.ts'
import { readRawRecords } from './raw-records.ts'

/**
 * Migrates the records of a folder to the current shape version, atomically. Keeps a copy of the folder as `store-shape-<version>` next to it.
 * @throws AppError `bad_config` when the folder has a later version or is damaged, or a migrated record is not valid.
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
