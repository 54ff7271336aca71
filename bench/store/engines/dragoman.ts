import { openStore } from '../../../src/store/open.ts'
import type { Transaction } from '../../../src/store/store.ts'
import type { Job } from '../job.ts'
import { ManifestWatch } from '../manifest-watch.ts'
import { firstRevision, type GeneratedRecord, submission } from '../records.ts'
import { slowFiles } from '../slow-files.ts'
import type { Engine } from './engine.ts'

const FILL_BATCH = 1000

/** The store of the service, as the service opens it. */
export async function openDragoman({ folder, syncDelay, journalBytes, revisions }: Job): Promise<Engine> {
  const options = {
    url: 'lowdb:',
    dataDir: folder,
    ...(syncDelay > 0 && { files: slowFiles(syncDelay) }),
    ...(journalBytes !== undefined && { journalBytes }),
    report: (trouble: { message: string; error?: unknown }) => console.error(trouble.message, trouble.error),
  }
  const store = await openStore(options)
  const manifest = new ManifestWatch(folder)
  let revision = 0

  const add = async (tx: Transaction, records: GeneratedRecord): Promise<void> => {
    if (records.collection === 'entries') return tx.entries.insert(records.record)
    await tx.translations.insert(records.record)
    if (revisions) await tx.revisions.append(firstRevision(records.record, revision++))
  }

  return {
    async fill(records) {
      for (const batch of batches(records)) {
        await store.transaction(async tx => {
          for (const one of batch) await add(tx, one)
        })
      }
    },

    submit: (id, n) =>
      store.transaction(async tx => {
        const before = await tx.translations.get(id)
        if (before === undefined) throw new Error(`the translation ${id} is missing`)
        const after = submission(before, n)
        await tx.translations.put(after.translation)
        await tx.revisions.append(after.revision)
      }),

    snapshots: () => manifest.changes,

    close: () => {
      manifest.stop()
      return store.close()
    },
  }
}

function* batches(records: Iterable<GeneratedRecord>): Iterable<readonly GeneratedRecord[]> {
  let batch: GeneratedRecord[] = []
  for (const one of records) {
    batch.push(one)
    if (batch.length === FILL_BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
