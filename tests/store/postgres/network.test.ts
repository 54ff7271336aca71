import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '../../../src/store/embedded/deferred.ts'
import { openPostgres } from '../../postgres/server.ts'
import { PATIENT } from '../../postgres/stores.ts'
import { startTcpProxy, type TcpProxy } from '../../postgres/tcp-proxy.ts'
import { describeWith } from '../../require.ts'
import { event, user } from '../contract/samples.ts'
import { fleets } from './fleet.ts'
import { attempt, inspect, upTo } from './workload.ts'

const UNAVAILABLE = { code: 'store_unavailable', retryAfter: expect.any(Number) }

describeWith('postgres', 'a network that fails', () => {
  let proxy: TcpProxy
  let port: number
  beforeAll(async () => {
    port = Number(new URL((await openPostgres()).url).port || 5432)
  })
  // Hooks run in the opposite order: the stores are closed before their proxy.
  afterEach(() => proxy.close())
  const open = fleets()
  beforeEach(async () => {
    proxy = await startTcpProxy(port)
  })
  afterEach(() => proxy.release())

  /** One store behind the proxy, and one beside it. */
  const setUp = async () => {
    const fleet = await open({ through: url => proxy.through(url) })
    const beside = fleet.stores[0]
    return { ...fleet, store: fleet.stores[1], beside }
  }
  const write = (store: Awaited<ReturnType<typeof setUp>>['store'], id: string) =>
    store.transaction(async tx => {
      await tx.users.insert(user(id))
      await tx.audit.append(event(`event-of-${id}`))
    })
  /**
   * Begins work that gets no answer, waits until `stuck` resolves, and lets the limits of this process expire until the work ends. Without a limit it never
   * would. The clock is that of the test, so that nothing expires before or after.
   */
  const expire = async <T>(begin: () => Promise<T>, stuck?: Promise<void>): Promise<T> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const work = begin()
      const ended = work.then(
        () => true,
        () => true,
      )
      await stuck
      while (!(await Promise.race([ended, sleep(1, false)]))) vi.advanceTimersByTime(1_000)
      return await work
    } finally {
      vi.useRealTimers()
    }
  }

  it('saves nothing when a commit does not arrive, and says so', async () => {
    const { store } = await setUp()
    const cut = proxy.cutAt('toServer', { pattern: 'commit\0' })
    await expect(write(store, 'ada')).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringMatching(/^Nothing was saved/),
    })
    await cut
    expect(await store.read.users.get('ada')).toBeUndefined()
    expect((await store.status()).counts).toMatchObject({ users: 0, audit: 0 })
    await write(store, 'ada')
  })

  it('finds a commit whose answer was lost, and tells its changes once', async () => {
    const { store, stores } = await setUp()
    const told: unknown[] = []
    for (const one of stores) one.watch(changes => told.push(changes))
    const cut = proxy.cutAt('toClient', { pattern: 'COMMIT\0' })
    await write(store, 'ada')
    await cut
    expect(await store.read.users.get('ada')).toEqual(user('ada'))
    await expect.poll(() => told.length).toBe(3)
    expect(await store.status()).toMatchObject({ writable: true, counts: { users: 1, audit: 1 } })
  })

  it('never claims more than it knows when a commit hangs', async () => {
    const { store } = await setUp()
    const held = proxy.holdAt('toServer', { pattern: 'commit\0' })
    // No time to wait: programs would repeat it.
    await expect(expire(() => write(store, 'ada'), held)).rejects.toMatchObject({
      code: 'store_unavailable',
      retryAfter: undefined,
      message: expect.stringMatching(/^It is not known whether this was saved/),
    })
    proxy.release()
    // It arrived late, or the connection had gone: all of it is there, or nothing.
    const there = (await store.read.users.get('ada')) !== undefined
    await expect
      .poll(async () => (await store.status()).counts)
      .toMatchObject(there ? { users: 1, audit: 1 } : expect.objectContaining({}))
    await write(store, 'bob')
  })

  it('ends a read that gets no answer, and never reads on that connection again', async () => {
    const { store } = await setUp()
    await write(store, 'ada')
    proxy.hold('toClient')
    await expect(expire(() => store.read.users.get('ada'))).rejects.toMatchObject(UNAVAILABLE)
    expect(await expire(() => store.status())).toMatchObject({ writable: false })
    proxy.release()
    expect(await store.read.users.get('bob')).toBeUndefined()
    expect(await store.read.users.get('ada')).toEqual(user('ada'))
  })

  it('ends a transaction that gets no answer, and writes nothing of it', async () => {
    const { store } = await setUp()
    await write(store, 'ada')
    const stuck = createDeferred()
    const failing = () =>
      store.transaction(async tx => {
        await tx.users.put(user('ada', { name: 'half' }))
        await tx.users.list('all', '')
        proxy.hold()
        stuck.resolve()
        await tx.users.get('bob')
      })
    await expect(expire(failing, stuck.promise)).rejects.toMatchObject(UNAVAILABLE)
    proxy.release()
    expect(await store.read.users.get('ada')).toEqual(user('ada'))
    await store.transaction(tx => tx.users.put(user('ada', { name: 'whole' })))
  })

  it.each(['toServer', 'toClient'] as const)(
    'goes on after one direction of all connections ended: %s',
    async direction => {
      const { store } = await setUp()
      await write(store, 'ada')
      proxy.halfClose(direction)
      await store.read.users.get('ada').catch(error => expect(error).toMatchObject(UNAVAILABLE))
      await expect
        .poll(
          () =>
            write(store, 'bob').then(
              () => true,
              () => false,
            ),
          { timeout: PATIENT.connectMs },
        )
        .toBe(true)
    },
  )

  it('answers 503 while nothing can connect, and works again without being opened again', async () => {
    const { store, reports } = await setUp()
    await write(store, 'ada')
    proxy.refuse()
    proxy.cut()
    await expect(write(store, 'bob')).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.read.users.get('ada')).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.shared.get('g', 'k')).rejects.toMatchObject(UNAVAILABLE)
    await expect(store.dump()).rejects.toMatchObject(UNAVAILABLE)
    expect(await store.status()).toMatchObject({ writable: false, reason: 'the database does not answer' })
    await sleep(1_500)
    await proxy.accept()
    expect(await store.status()).toMatchObject({ writable: true })
    await write(store, 'bob')
    // One report for each store and each connection, not for each attempt.
    expect(reports.filter(message => message.includes('changes of other processes')).length).toBeLessThanOrEqual(3)
  })

  it('is slow, not wrong, with a delay of 200 ms', async () => {
    const { store } = await setUp()
    proxy.delay('toClient', 200)
    await write(store, 'ada')
    expect(await store.read.users.get('ada')).toEqual(user('ada'))
    proxy.delay('toClient', 0)
  })

  it('writes each transaction or none of it when all connections are cut in the middle', async () => {
    const fleet = await setUp()
    const running = attempt(fleet, 60)
    for (let round = 0; round < 3; round++) {
      await sleep(60)
      proxy.cut()
    }
    const { acknowledged, failed } = await running
    for (const error of failed) expect(error).toMatchObject(UNAVAILABLE)
    expect(await inspect(fleet.stores[0], upTo(60), acknowledged)).toEqual([])
  })
})
