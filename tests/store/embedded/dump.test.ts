import { describe, expect, it } from 'vitest'
import type { Dump, Store } from '../../../src/store/store.ts'
import { event, ids, user } from '../contract/samples.ts'
import { FaultyFiles } from '../faulty-files.ts'
import { contentOf, remove, SNAPSHOTS, write } from './folder.ts'
import { found, MemoryFiles, memoryOpener } from './memory.ts'

/** The records of a dump, with an action between its batches. */
async function readAll(dump: Dump, between: () => Promise<unknown> = () => Promise.resolve()) {
  const tables: Record<string, { id: string }[]> = {}
  for await (const { table, records } of dump.batches()) {
    expect(records.length).toBeLessThanOrEqual(1000)
    tables[table] = [...(tables[table] ?? []), ...records]
    await between()
  }
  return tables
}

const sizes = (tables: Record<string, readonly unknown[]>) =>
  Object.fromEntries(Object.entries(tables).map(([table, { length }]) => [table, length]))
const present = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** So many users that are called by a round, and an event of each round before. */
async function fill(store: Store, count: number, round: number): Promise<void> {
  await store.transaction(async tx => {
    for (let n = 0; n < count; n++) {
      const record = user(`u${n}`, { name: `round ${round}` })
      if ((await tx.users.get(record.id)) === undefined) await tx.users.insert(record)
      else await tx.users.put(record)
    }
    for (let n = 0; n < 700; n++) await tx.audit.append(event(`e${round}-${String(n).padStart(4, '0')}`))
  })
}

/** The name of ada as a transaction sees it, without waiting until it is durable. */
async function seenInside(store: Store): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    store.transaction(async tx => resolve((await tx.users.get('ada'))?.name)).catch(reject)
  })
}

describe('a dump', () => {
  it('is one consistent state in order while writers and snapshots continue', async () => {
    const open = await memoryOpener()
    const memory = new MemoryFiles()
    const store = await open(memory, { journalBytes: SNAPSHOTS })
    for (let round = 1; round <= 3; round++) await fill(store, 2500, round)
    const generation = () => JSON.parse(memory.content.get('manifest.json')?.toString() ?? '').generation as number
    const began = generation()
    const dump = await store.dump()
    let round = 3
    const tables = await readAll(dump, async () => {
      if (round === 8) return
      await fill(store, 2400, ++round)
      await remove(store, `u${2400 + round}`)
    })
    expect(sizes(tables)).toEqual(present(dump.counts))
    expect(dump.counts).toMatchObject({ users: 2500, audit: 2100 })
    expect(new Set(tables['users']?.map(record => (record as { name?: string }).name))).toEqual(new Set(['round 3']))
    expect(ids(tables['audit'] ?? [])).toEqual(ids(tables['audit'] ?? []).toSorted())
    await expect.poll(generation, { interval: 2 }).toBeGreaterThan(began)
    dump.close()
    expect((await store.read.users.get('u0'))?.name).toBe('round 8')
    const after = await contentOf(store)
    await store.close()
    expect(await found(open, memory.content)).toEqual(after)
  })

  it('has only durable records, and no later ones', async () => {
    const open = await memoryOpener()
    const files = new FaultyFiles(0, new MemoryFiles())
    const store = await open(files)
    await write(store, 'ada')
    const resume = files.stall()
    const later = write(store, 'ada', 'later')
    await expect.poll(() => seenInside(store)).toBe('later')
    const dump = await store.dump()
    resume()
    await later
    await write(store, 'bob')
    expect(await readAll(dump)).toEqual({ users: [user('ada')], audit: [event('ada-ada', { target: 'ada' })] })
    dump.close()
  })

  it('is independent of another open dump, and closes alone', async () => {
    const open = await memoryOpener()
    const store = await open(new MemoryFiles())
    await write(store, 'ada', 'one')
    const first = await store.dump()
    await write(store, 'ada', 'two')
    const second = await store.dump()
    await remove(store, 'ada')
    first.close()
    expect(await readAll(second)).toMatchObject({ users: [{ id: 'ada', name: 'two' }], audit: { length: 2 } })
    second.close()
    expect(await readAll(await store.dump())).toMatchObject({ audit: { length: 3 } })
  })
})
