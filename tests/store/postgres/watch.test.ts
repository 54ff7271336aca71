import { Client } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import type { Change, Store } from '../../../src/store/store.ts'
import { PATIENT } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { event, user } from '../contract/samples.ts'
import { type Fleet, fleets, nth } from './fleet.ts'

/** What a store is told, as one text for each transaction. */
function heard(store: Store): string[] {
  const told: string[] = []
  const say = ({ kind, id }: Change): string => `${kind} ${id}`
  store.watch(changes => told.push(changes.map(say).join(', ')))
  return told
}

const write = (store: Store, id: string): Promise<void> =>
  store.transaction(
    async tx => {
      await tx.users.insert(user(id))
      await tx.audit.append(event(`event-of-${id}`))
    },
    { lock: id },
  )

const told = (id: string): string => `insert ${id}, append event-of-${id}`

/** Ends the connections that listen to a database. */
async function endListeners({ database }: Fleet): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rowCount } = await client.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'dragoman listener'",
  )
  await client.end()
  expect(rowCount).toBe(3)
}

/** As if many rows had been written, and removed because they were old. */
async function skipNumbers({ database }: Fleet): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query("select setval('dragoman.changes_seq_seq', 5000000)")
  await client.end()
}

describeWith('postgres', 'watching from several processes', () => {
  let held: Promise<void> | undefined
  const open = fleets()
  // Hooks run in the opposite order: the stores are closed by a clock that goes.
  afterEach(() => void vi.useRealTimers())
  /** Holds back the first commit, which has its number then. */
  const beforeCommit = async (): Promise<void> => {
    const mine = held
    held = undefined
    await mine
  }
  const soon = { timeout: 60_000, interval: 10 }

  it.each([
    ['with notifications', async () => undefined, 100],
    ['without the connections that listen', endListeners, 1_000],
  ] as const)('tells each process of each transaction once, within a second, %s', async (_name, disturb, ms) => {
    // The clock of the stores stands still but for these milliseconds. Without a notification they look twice a second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fleet = await open({ connections: 5 })
    const lists = fleet.stores.map(heard)
    await disturb(fleet)
    const ids = Array.from({ length: 60 }, (_, n) => `u${n}`)
    await Promise.all(ids.map((id, n) => write(nth(fleet, n), id)))
    vi.advanceTimersByTime(ms)
    await expect.poll(() => lists.map(({ length }) => length), soon).toEqual([60, 60, 60])
    for (const list of lists) expect(list.toSorted()).toEqual(ids.map(told).toSorted())
  })

  it('tells the changes of one process in the order of its transactions', async () => {
    const { stores } = await open()
    const list = heard(stores[1])
    for (let n = 0; n < 20; n++) await write(stores[0], `u${n}`)
    await expect.poll(() => list, soon).toEqual(Array.from({ length: 20 }, (_, n) => told(`u${n}`)))
  })

  it('tells a transaction that took an early number and is committed late', async () => {
    const fleet = await open({ beforeCommit })
    const { stores, database } = fleet
    await stores[0].transaction(tx => tx.users.insert(user('ada')))
    await skipNumbers(fleet)
    const list = heard(stores[1])
    let commit: () => void = () => undefined
    held = new Promise(resolve => (commit = resolve))
    const late = write(stores[0], 'late')
    await expect.poll(() => held === undefined, soon).toBe(true)
    // They change no totals, whose rows the late one holds.
    for (const name of ['1', '2', '3']) await stores[2].transaction(tx => tx.users.put(user('ada', { name })))
    await expect.poll(() => list.slice(-3), soon).toEqual(['put ada', 'put ada', 'put ada'])
    // A process that begins meanwhile hears of it, too.
    const newcomer = await openStore({ url: database.url, dataDir: '', limits: PATIENT })
    try {
      const other = heard(newcomer)
      commit()
      await late
      await expect.poll(() => other, soon).toEqual([told('late')])
      await expect.poll(() => list.at(-1), soon).toBe(told('late'))
    } finally {
      await newcomer.close()
    }
    expect(list.filter(one => one !== 'insert ada')).toHaveLength(4)
  })

  it('tells nothing of transactions that failed', async () => {
    let isFull = false
    const { stores } = await open({
      beforeCommit: async () => {
        if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
      },
    })
    const lists = stores.map(heard)
    const thrown = stores[0].transaction(async tx => {
      await tx.users.insert(user('thrown'))
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    isFull = true
    await expect(write(stores[0], 'full')).rejects.toMatchObject({ code: 'store_unavailable' })
    isFull = false
    await write(stores[0], 'good')
    await expect.poll(() => lists, soon).toEqual([[told('good')], [told('good')], [told('good')]])
  })

  it('tells the last change of a process that closes', async () => {
    const { stores, database } = await open()
    const list = heard(stores[1])
    const leaving = await openStore({ url: database.url, dataDir: '', limits: PATIENT })
    await write(leaving, 'last')
    await leaving.close()
    await expect.poll(() => list, soon).toEqual([told('last')])
  })
})
