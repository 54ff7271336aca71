import { dirname, join } from 'node:path'
import { AppError } from '../../../../errors.ts'
import { findUpgrade, MIGRATIONS, type Upgrade } from '../../../records/migrations/upgrade.ts'
import type { DumpBatch } from '../../../store.ts'
import { unknownShapeError } from '../../errors.ts'
import { type FillOptions, fillLowdb } from '../bulk/fill.ts'
import { RecordImporter } from '../bulk/importer.ts'
import { countRecords } from '../bulk/raw-records.ts'
import type { StoreLocation } from '../load.ts'
import type { Damage } from './file.ts'
import { salvage } from './folder.ts'

/** What was found in a store, and what became of it. */
export interface Recovery {
  readonly damages: readonly Damage[]
  /** Records that can be read but do not fit: their shape, or a key that another record has. */
  readonly unfit: readonly { readonly table: string; readonly id: string; readonly what: string }[]
  /** How many records each table has that can be kept. */
  readonly counts: Readonly<Record<string, number>>
  /** Where the damaged files are; absent when nothing was changed. */
  readonly kept?: string
}

export interface RecoverOptions extends FillOptions {
  /** What a record becomes on the way. */
  readonly change: (table: DumpBatch['table'], record: { readonly id: string }) => { readonly id: string }
}

/**
 * Makes a store of what can be read of a damaged one. The damaged files stay beside it, in a folder of the given name.
 * Nobody may have the store open.
 */
export async function recoverLowdb(options: RecoverOptions, keepAs: string): Promise<Recovery> {
  const { folder, files } = options
  const found = await readSalvaged(options)
  const kept = await files.keep(folder, join(dirname(folder), keepAs))
  const unfit: Recovery['unfit'][number][] = []
  const { counts } = await fillLowdb(options, toAsyncIterable(found.batches), (table, { id }, error) => {
    unfit.push({ table, id, what: error.message })
  })
  return { damages: found.damages, unfit, counts, kept }
}

/** Says what `recoverLowdb` would find, and changes nothing. */
export async function inspectLowdb(options: RecoverOptions): Promise<Recovery> {
  const { damages, batches } = await readSalvaged(options)
  const intake = new RecordImporter()
  const unfit: Recovery['unfit'][number][] = []
  for (const { table, records } of batches) {
    for (const record of records) {
      try {
        intake.add(table, record)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        unfit.push({ table, id: record.id, what: error.message })
      }
    }
  }
  return { damages, unfit, counts: intake.tables.counts() }
}

/** What can be read of the folder, in the shapes of this version. */
async function readSalvaged({ folder, files, shape, change }: RecoverOptions) {
  const found = await salvage(folder, files)
  const damages = found.damages.length > 0 ? found.damages : await findOpenFailures({ folder, files })
  const way = findUpgrade(found.shape ?? shape, shape, MIGRATIONS)
  if (way === undefined) throw unknownShapeError(folder, found.shape, shape)
  return { damages, batches: changeRecords(found.batches(), way, change) }
}

/** What keeps a store from opening of which every line can be read, such as a file that is missing without a loss. */
async function findOpenFailures(place: StoreLocation): Promise<readonly Damage[]> {
  try {
    await countRecords(place)
    return []
  } catch (error) {
    if (error instanceof AppError) return [{ file: 'store', what: error.message }]
    throw error
  }
}

function* changeRecords(
  batches: Iterable<DumpBatch>,
  way: Upgrade,
  change: RecoverOptions['change'],
): Iterable<DumpBatch> {
  for (const { table, records } of batches) {
    const upgraded = records.flatMap(record => way(table, record) ?? [])
    yield { table, records: upgraded.map(record => change(table, record)) }
  }
}

async function* toAsyncIterable(batches: Iterable<DumpBatch>): AsyncIterable<DumpBatch> {
  yield* batches
}
