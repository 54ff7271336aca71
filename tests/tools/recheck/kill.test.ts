import { expect, it } from 'vitest'
import { withText } from '../../../src/l10n/translation/change.ts'
import { newTranslation } from '../../../src/l10n/translation/state.ts'
import { openStore } from '../../../src/store/open.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { start } from '../../harness/process.ts'
import { isNightly } from '../../runs.ts'
import { type Loop, openLoop } from '../loop.ts'

const COUNT = isNightly ? 20_000 : 2_000

/** Writes translations in German of all strings, each second one with a word that the glossary is to forbid. */
async function translateAll({ world: { services }, record, ada }: Loop): Promise<void> {
  const { store, now } = services
  const at = now().toISOString()
  const origin = { kind: 'agent' as const, user_id: ada.principal.user.id, credential: 'stdio' }
  const entries = await store.read.entries.list('listed', (await record()).id)
  for (let from = 0; from < entries.length; from += 1_000) {
    await store.transaction(async tx => {
      for (const [place, entry] of entries.slice(from, from + 1_000).entries()) {
        const value = place % 2 === 0 ? 'Eine gute Birne' : 'Ein guter Apfel'
        const text = { src: entry.src, value, state: 'translated' as const, origin, findings: [] }
        await tx.translations.insert(withText(newTranslation(entry, 'de'), entry, text, entry, at))
      }
    })
  }
}

it('checks every translation again, whenever its server is killed', async () => {
  const loop = await openLoop()
  const { services, dataDir } = loop.world
  await loop.push(Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`k${at}`, `String ${at}`])))
  await translateAll(loop)
  const upsert = [{ term: 'Birne', kind: 'forbidden' }]
  await loop.ada.call('save_glossary', { target: loop.project, upsert })
  const { id } = await loop.record()
  await services.store.close()

  for (let round = 0; round < (isNightly ? 40 : 1); round += 1) {
    const env = { DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_PORT: '0' }
    const server = start(['serve'], env)
    await server.seen(/"listening"/)
    server.child.kill('SIGKILL')
    await server.ended
  }

  const store = await openStore({ url: 'lowdb:', dataDir })
  const count = () => store.read.translations.count('finding', compoundKey(id, 'de', 'forbidden_term'))
  const waiting = await store.read.rechecks.list('owner', id)
  for (const { done, total = 0 } of waiting) expect(done).toBeLessThanOrEqual(total)
  expect(await count()).toBeLessThanOrEqual(COUNT / 2)
  await runRechecks({ ...services, store })
  expect(await count()).toBe(COUNT / 2)
  expect(await store.read.rechecks.page('all', '', { limit: 1 })).toMatchObject({ items: [] })
  await store.close()
  await loop.close()
})
