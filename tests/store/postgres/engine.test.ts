import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { Transaction } from '../../../src/store/store.ts'
import { describeWith } from '../../require.ts'
import { event, ids, token, user } from '../contract/samples.ts'
import { memoryUnit } from '../memory-samples.ts'
import { fleets } from './fleet.ts'

const UNAVAILABLE = { code: 'store_unavailable', retryAfter: expect.any(Number) }
const PAIR = ['account-of-ada', 'en', 'de'].join('\0')

describeWith('postgres', 'a transaction on PostgreSQL', () => {
  const open = fleets()

  it('sends nothing more when its function goes on after it failed', async () => {
    const { store } = await open({ connections: 4 })
    let loose: Promise<unknown> = Promise.resolve()
    const failed = store.transaction(async tx => {
      await tx.memory_units.get('m')
      await tx.memory_units.insert(memoryUnit('m'))
      // Sends several statements, one after the other.
      loose = tx.memory_units.list('pair', PAIR).catch((error: unknown) => error)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await store.transaction(tx => tx.users.insert(user('ada')))
    await loose
    expect(await store.read.memory_units.findText('source', [PAIR], 'Save')).toEqual([])
    expect((await store.status()).counts).toMatchObject({ users: 1, memory_units: 0 })
  })

  it('sees its writes in listings that it starts beside each other', async () => {
    const { store } = await open()
    const found = await store.transaction(async tx => {
      // More than one statement takes.
      for (let n = 0; n < 1_100; n++) await tx.tokens.insert(token(`t${n}`))
      return Promise.all([1, 2, 3].map(() => tx.tokens.list('active', 'ada')))
    })
    expect(found.map(({ length }) => length)).toEqual([1_100, 1_100, 1_100])
  })

  it('writes nothing when its function hides an error, here of a statement that took too long', async () => {
    const { store, database } = await open({ limits: { statementMs: 300 } })
    await store.transaction(tx => tx.users.insert(user('ada')))
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query("begin; select from dragoman.users where id = 'ada' for update")
    const hidden = store.transaction(async tx => {
      await tx.audit.append(event('e'))
      await tx.users.put(user('ada', { name: 'changed' }))
      await tx.users.list('all', '').catch(() => undefined)
    })
    await expect(hidden).rejects.toMatchObject({ ...UNAVAILABLE, message: expect.stringMatching(/took too long/) })
    await client.query('commit')
    await client.end()
    expect((await store.status()).counts).toMatchObject({ users: 1, audit: 0 })
    await store.transaction(tx => tx.users.put(user('ada', { name: 'changed' })))
  })

  it.each([
    [
      'records that it writes',
      async (tx: Transaction, id: string) => {
        const found = await tx.users.get(id)
        if (found !== undefined) await tx.users.put({ ...found, name: `${found.name}x` })
        await tx.users.list('all', '')
      },
      undefined,
    ],
    [
      'what its check counts',
      async () => undefined,
      async (tx: Transaction, id: string) => {
        await tx.tokens.count('active', id)
      },
    ],
  ] as const)('runs again when it and another one wait for each other: %s', async (_, step, check) => {
    const {
      stores: [one, other],
    } = await open()
    await one.transaction(async tx => {
      await tx.users.insert(user('ada', { name: '' }))
      await tx.users.insert(user('bob', { name: '' }))
    })
    const arrived: string[] = []
    const both = async (
      tx: Transaction,
      order: readonly string[],
      go: (tx: Transaction, id: string) => Promise<void>,
    ) => {
      await go(tx, order[0] ?? '')
      arrived.push(order[0] ?? '')
      await expect.poll(() => arrived.length).toBeGreaterThan(1)
      await go(tx, order[1] ?? '')
    }
    const run = (store: typeof one, lock: string, order: readonly string[]) =>
      store.transaction(
        tx => (check === undefined ? both(tx, order, step) : tx.users.get('ada').then(() => undefined)),
        {
          lock,
          check: check && (tx => both(tx, order, check)),
        },
      )
    await Promise.all([run(one, 'a', ['ada', 'bob']), run(other, 'b', ['bob', 'ada'])])
    if (check === undefined) {
      const names = (await one.read.users.list('all', '')).map(({ name }) => name)
      expect(names).toEqual(['xx', 'xx'])
    }
  })

  it('keeps a log in order: the end of a trim is the first record that stays', async () => {
    const { store } = await open()
    const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`
    for (const [n, day] of [1, 2, 5, 1, 6].entries())
      await store.transaction(tx => tx.audit.append(event(`e${n}`, { at: at(day) })))
    expect(await store.trim('audit', at(4))).toBe(2)
    expect(ids((await store.read.audit.page('user', 'ada', { limit: 9 })).items)).toEqual(['e4', 'e3', 'e2'])
  })

  it('refuses a cursor that somebody changed', async () => {
    const { store } = await open()
    await store.transaction(tx => tx.audit.append(event('e')))
    const after = Buffer.from('["","first"]').toString('base64url')
    await expect(store.read.audit.page('user', 'ada', { limit: 1, after })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('keeps records with very long keys, and with characters that PostgreSQL refuses', async () => {
    const { store } = await open()
    const keys = ['x'.repeat(3_000), `${'x'.repeat(3_000)}y`, 'a\0b', '\u0001', 'a\u{10FFFF}']
    await store.transaction(async tx => {
      for (const [n, key] of keys.entries())
        await tx.memory_units.insert(memoryUnit(`m${n}`, { identity: key, source: key, import_id: 'import' }))
    })
    for (const [n, key] of keys.entries())
      expect((await store.read.memory_units.by('identity', `account-of-ada\0${key}`))?.id).toBe(`m${n}`)
  })
})

describeWith('postgres', 'a dump of PostgreSQL', () => {
  const open = fleets()

  it('is one state while others write', async () => {
    const {
      stores: [store, other],
    } = await open()
    for (let n = 0; n < 3; n++)
      await store.transaction(async tx => {
        for (let at = 0; at < 700; at++) await tx.audit.append(event(`e${n}-${at}`))
        await tx.users.insert(user(`u${n}`))
      })
    const dump = await store.dump()
    const found: Record<string, number> = {}
    let n = 0
    for await (const { table, records } of dump.batches()) {
      found[table] = (found[table] ?? 0) + records.length
      await other.transaction(async tx => {
        await tx.users.insert(user(`later${n++}`))
        await tx.audit.append(event(`later${n}`))
      })
    }
    dump.close()
    expect(found).toEqual({ users: 3, audit: 2_100 })
    expect(dump.counts).toMatchObject({ users: 3, audit: 2_100 })
  })

  it('does not keep its store from closing, and cannot be read on', async () => {
    const { store } = await open()
    await store.transaction(tx => tx.users.insert(user('ada')))
    const dump = await store.dump()
    await store.close()
    await expect(dump.batches()[Symbol.asyncIterator]().next()).rejects.toMatchObject(UNAVAILABLE)
    dump.close()
  })
})
