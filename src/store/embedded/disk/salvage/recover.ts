import { dirname, join } from 'node:path'
import { AppError } from '../../../../errors.ts'
import { findUpgrade, MIGRATIONS, type Upgrade } from '../../../records/migrations/upgrade.ts'
import type { DumpBatch } from '../../../store.ts'
import { UnreadableShapeError } from '../../../unreadable-shape-error.ts'
import { type FillOptions, fillLowdb } from '../bulk/fill.ts'
import { type OnInvalidRecord, RecordImporter } from '../bulk/importer.ts'
import { countRecords } from '../bulk/raw-records.ts'
import type { StoreLocation } from '../durable-files.ts'
import type { Damage } from './file.ts'
import { salvage } from './folder.ts'

/** The result of a recovery, or of its dry run. */
export interface Recovery {
  readonly damages: readonly Damage[]
  /** Readable records that are not valid: wrong shape, or a key that another record has. */
  readonly unfit: readonly { readonly table: string; readonly id: string; readonly what: string }[]
  /** Number of recovered records per table. */
  readonly counts: Readonly<Record<string, number>>
  /** Folder of the damaged files; absent in a dry run. */
  readonly kept?: string
}

export interface RecoverOptions extends FillOptions {
  /** Changes each record, for example to revoke a token. */
  readonly change: (table: DumpBatch['table'], record: { readonly id: string }) => { readonly id: string }
}

/** Rebuilds a store from the readable records of a damaged one. Keeps the damaged files next to it, in the folder `keepAs`. The store must not be open. */
export async function recoverLowdb(options: RecoverOptions, keepAs: string): Promise<Recovery> {
  const { folder, files } = options
  const found = await readSalvaged(options)
  const kept = await files.keep(folder, join(dirname(folder), keepAs))
  const unfit: Recovery['unfit'][number][] = []
  const { counts } = await fillLowdb(options, toAsyncIterable(found.batches), noteIn(unfit))
  return { damages: found.damages, unfit, counts, kept }
}

/** Reports the effects of `recoverLowdb`, without changing anything. */
export async function inspectLowdb(options: RecoverOptions): Promise<Recovery> {
  const { damages, batches } = await readSalvaged(options)
  const unfit: Recovery['unfit'][number][] = []
  const importer = new RecordImporter(noteIn(unfit))
  for (const { table, records } of batches) for (const record of records) importer.add(table, record)
  return { damages, unfit, counts: importer.tables.counts() }
}

const noteIn =
  (unfit: Recovery['unfit'][number][]): OnInvalidRecord =>
  (table, { id }, error) =>
    void unfit.push({ table, id, what: error.message })

/** Reads the readable records, in the shapes of this version. */
async function readSalvaged({ folder, files, shape, change }: RecoverOptions) {
  const found = await salvage(folder, files)
  const damages = found.damages.length > 0 ? found.damages : await findOpenFailures({ folder, files })
  const way = findUpgrade(found.shape ?? shape, shape, MIGRATIONS)
  if (way === undefined) throw new UnreadableShapeError({ folder, has: `shape ${found.shape}`, version: found.version })
  return { damages, batches: changeRecords(found.batches(), way, change) }
}

/** Finds why a store with readable lines does not open, for example a missing file without records. */
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
