import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../files/folder.ts'
import { checksumDump, type KnownHashes } from '../move/checksum.ts'
import { markFolder, readFolderMarks } from '../move/folder-marks.ts'
import type { RecordChange, StoreImport } from '../move/store-import.ts'
import type { Store, Transaction } from '../store.ts'
import { fillLowdb } from './disk/bulk/fill.ts'
import type { DiskOptions } from './disk/options.ts'
import { openLowdb } from './engine.ts'

type Writer =
  | { insert(record: unknown): Promise<void>; remove(id: string): Promise<void> }
  | { append(record: unknown): Promise<void>; get(id: string): Promise<unknown> }

/** Lets records arrive beside the store of a data folder that this process holds. Its folder is replaced at the end. */
export function arriveInFolder(options: DiskOptions): StoreImport {
  const { folder } = options
  const dataDir = dirname(folder)
  const incoming = join(dataDir, 'store-incoming')
  const place = { ...options, folder: incoming }
  const known: KnownHashes = new WeakMap()
  let store: Store | undefined
  const getStore = (): Store => {
    if (store === undefined) throw new Error('No records have arrived yet.')
    return store
  }
  return {
    copy: async batches => {
      await rm(incoming, { recursive: true, force: true })
      await markFolder(dataDir, { arrival: undefined })
      await fillLowdb(place, batches)
      store = await openLowdb(place)
    },
    apply: async changes => {
      try {
        await getStore().transaction(tx => applyChanges(tx, changes))
        return true
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'already_exists') return false
        throw error
      }
    },
    checksums: async () => checksumDump(await getStore().dump(), known),
    commit: async id => {
      await getStore().close()
      store = undefined
      await markFolder(dataDir, { arrival: id })
    },
    confirm: async id => {
      if ((await readFolderMarks(dataDir)).arrival !== id) return
      const former = join(dataDir, 'store-replaced')
      await rm(former, { recursive: true, force: true })
      // After a kill between two of these steps, the folder that is missing says which ones are done.
      await moveFolder(folder, former, incoming)
      await moveFolder(incoming, folder, incoming)
      await syncFolder(dataDir)
      await markFolder(dataDir, { arrival: undefined, departure: undefined })
      await rm(former, { recursive: true, force: true })
    },
    abandon: async () => {
      await store?.close().catch(() => undefined)
      await rm(incoming, { recursive: true, force: true })
      await markFolder(dataDir, { arrival: undefined })
    },
  }
}

/** Renames a folder that exists, as long as the records wait in `incoming`. */
async function moveFolder(from: string, to: string, incoming: string): Promise<void> {
  const isWaiting = await rename(incoming, incoming).then(
    () => true,
    () => false,
  )
  if (!isWaiting) return
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function applyChanges(tx: Transaction, changes: readonly RecordChange[]): Promise<void> {
  const tables = tx as unknown as Readonly<Record<string, Writer>>
  for (const { table, id } of changes) {
    const writer = tables[table]
    if (writer !== undefined && 'remove' in writer) await writer.remove(id)
  }
  for (const { table, id, record } of changes) {
    const writer = tables[table]
    if (record === undefined || writer === undefined) continue
    if ('insert' in writer) await writer.insert(record)
    else if ((await writer.get(id)) === undefined) await writer.append(record)
  }
}
