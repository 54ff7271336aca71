import { AppError } from '../../../../errors.ts'
import { findUpgrade } from '../../../records/migrations/upgrade.ts'
import type { DumpBatch } from '../../../store.ts'
import { UnreadableShapeError } from '../../../unreadable-shape-error.ts'
import type { DiskOptions } from '../options.ts'
import type { Manifest } from '../snapshot/manifest.ts'
import { fillLowdb } from './fill.ts'
import { readRawStore } from './raw-records.ts'

/**
 * Migrates the records of a folder to the current shape version, atomically, after `beforeMigration` kept the old ones.
 * @throws AppError `bad_config` when the folder is damaged, or a migrated record is not valid; UnreadableShapeError for a later version.
 */
export async function migrateFolder(options: DiskOptions, manifest: Manifest): Promise<Manifest> {
  const { folder, files, shape, migrations } = options
  const { dragoman_version: version } = manifest
  const way = findUpgrade(manifest.shape, shape, migrations)
  if (way === undefined) throw new UnreadableShapeError({ folder, has: `shape ${manifest.shape}`, version })
  const old = await readRawStore({ folder, files }, manifest)
  await options.beforeMigration(old)
  const { manifest: filled } = await fillLowdb(
    { ...options, trimmed: manifest.trimmed },
    upgradeBatches(old.batches(), way),
    (table, record, error) => {
      const message = `The store ${folder} cannot be upgraded from shape ${manifest.shape} to ${shape}: migrating record ${JSON.stringify(record.id)} of ${table} failed. ${error.message}`
      throw new AppError('bad_config', message, {
        fix: `Nothing was changed. Start ${version === undefined ? 'the previous version of dragoman' : `dragoman ${version}`} again, and report this message.`,
        cause: error,
      })
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
