import { dirname, join } from 'node:path'
import { keepFiles } from '../../keep-files.ts'
import { MIGRATIONS, upgrade } from '../../records/migrations.ts'
import type { DumpBatch } from '../../store.ts'
import { unknownShape } from '../faults.ts'
import { type FillOptions, fillLowdb } from './fill.ts'
import { salvage } from './salvage.ts'
import type { Damage } from './salvage-file.ts'

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
  const { folder, files, shape, change } = options
  const found = await salvage(folder, files)
  const way = upgrade(found.shape ?? shape, shape, MIGRATIONS)
  if (way === undefined) throw unknownShape(folder, found.shape, shape)
  const kept = join(dirname(folder), keepAs)
  await keepFiles(folder, kept)
  const unfit: Recovery['unfit'][number][] = []
  const changed = changedBatches(found.batches(), (table, record) => {
    const upgraded = way(table, record)
    return upgraded && change(table, upgraded)
  })
  const { counts } = await fillLowdb(options, changed, (table, { id }, error) => {
    unfit.push({ table, id, what: error.message })
  })
  return { damages: found.damages, unfit, counts, kept }
}

/** Says what `recoverLowdb` would find, and changes nothing. */
export async function examineLowdb({ folder, files }: Pick<FillOptions, 'folder' | 'files'>): Promise<Recovery> {
  const found = await salvage(folder, files)
  const counts: Record<string, number> = {}
  for (const { table, records } of found.batches()) counts[table] = (counts[table] ?? 0) + records.length
  return { damages: found.damages, unfit: [], counts }
}

async function* changedBatches(
  batches: Iterable<DumpBatch>,
  change: (...given: Parameters<RecoverOptions['change']>) => { readonly id: string } | undefined,
): AsyncIterable<DumpBatch> {
  for (const { table, records } of batches) yield { table, records: records.flatMap(one => change(table, one) ?? []) }
}
