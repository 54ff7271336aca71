import { join } from 'node:path'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { EntryRecord, TranslationRecord } from '../../../src/store/records/localization.ts'
import type { Job } from '../job.ts'
import { firstRevision, type RevisionRecord, submission } from '../records.ts'
import type { Engine } from './engine.ts'

interface Data {
  readonly entries: Record<string, EntryRecord>
  readonly translations: Record<string, Frozen<TranslationRecord>>
  readonly revisions: RevisionRecord[]
}

/** lowdb as its documentation shows it: one JSON file, written whole at each write, without fsync; writes that wait are written together. */
export async function openPlainLowdb({ folder, revisions }: Job): Promise<Engine> {
  const db = new Low<Data>(new JSONFile(join(folder, 'db.json')), { entries: {}, translations: {}, revisions: [] })
  await db.read()

  return {
    async fill(made) {
      for (const one of made) {
        if (one.collection === 'entries') db.data.entries[one.record.id] = one.record
        else {
          db.data.translations[one.record.id] = one.record
          if (revisions) db.data.revisions.push(firstRevision(one.record, db.data.revisions.length))
        }
      }
      await db.write()
    },

    async submit(id, n) {
      const before = db.data.translations[id]
      if (before === undefined) throw new Error(`the translation ${id} is missing`)
      const after = submission(before, n)
      db.data.translations[id] = after.translation
      db.data.revisions.push(after.revision)
      await db.write()
    },

    snapshots: () => undefined,

    close: () => Promise.resolve(),
  }
}
