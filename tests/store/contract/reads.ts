import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { Reader, Store } from '../../../src/store/store.ts'
import { isNightly } from '../../runs.ts'
import { everyTable } from '../archive-samples.ts'
import { type Open, opener } from './harness.ts'
import { AT, at, event, hash, ids, stagedFile, token, user } from './samples.ts'

/** Some pages of them, and more than an engine has in one piece. */
const MANY = isNightly ? 3000 : 1500

/** Reads after one transaction that gave these tokens in this order. */
async function withTokens(store: Store, tokens: readonly ReturnType<typeof token>[]): Promise<Reader> {
  await store.transaction(async tx => {
    for (const one of tokens) await tx.tokens.insert(one)
  })
  return store.read
}

async function pages(read: Reader, limit: number): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = []
  let after: string | undefined
  do {
    const page = await read.tokens.page('active', 'ada', { limit, after })
    found.push(ids(page.items))
    after = page.next
  } while (after !== undefined)
  return found
}

export function readsContract(engine: Open): void {
  const open = opener(engine)

  describe('look-ups', () => {
    it('find nothing in a new store', async () => {
      const { store } = await open()
      expect(await store.read.users.get('ada')).toBeUndefined()
      expect(await store.read.users.by('handle', 'ada')).toBeUndefined()
      expect(await store.read.tokens.list('active', 'ada')).toEqual([])
      expect(await store.read.tokens.page('active', 'ada', { limit: 10 })).toEqual({ items: [] })
      expect(await store.read.tokens.count('active', 'ada')).toBe(0)
    })

    it('find a record by its id and by each unique key, also a compound one', async () => {
      const { store } = await open()
      const member = { id: 'm', account_id: 'acme', user_id: 'ada', role: 'admin', created_at: AT } as const
      await store.transaction(async tx => {
        await tx.users.insert(user('ada'))
        await tx.memberships.insert(member)
      })
      expect(await store.read.users.get('ada')).toEqual(user('ada'))
      expect(await store.read.users.by('handle', 'handle-of-ada')).toEqual(user('ada'))
      expect(await store.read.users.by('handle', 'handle-of-adam')).toBeUndefined()
      expect(await store.read.memberships.by('pair', compoundKey('acme', 'ada'))).toEqual(member)
      expect(await store.read.memberships.by('pair', compoundKey('ada', 'acme'))).toBeUndefined()
    })

    it('find many records at once, in the order of the IDs, up to 1,000', async () => {
      const { store } = await open()
      const read = await withTokens(store, [token('a'), token('b')])
      const found = await read.tokens.getEach(['b', 'lost', 'a', 'b'])
      expect(found.map(one => one?.id)).toEqual(['b', undefined, 'a', 'b'])
      expect(await read.tokens.getEach([])).toEqual([])
      await store.transaction(async tx => {
        await tx.tokens.remove('a')
        expect(await tx.tokens.getEach(['a'])).toEqual([undefined])
        expect((await read.tokens.getEach(['a'])).map(one => one?.id)).toEqual(['a'])
      })
      expect(await read.tokens.countEach('active', ['ada', 'nobody', 'ada'])).toEqual([1, 0, 1])
      await expect(
        read.tokens.countEach(
          'active',
          Array.from({ length: 1001 }, () => 'ada'),
        ),
      ).rejects.toThrow('limit 1001')
      await expect(read.tokens.getEach(Array.from({ length: 1001 }, () => 'a'))).rejects.toThrow('limit 1001')
    })

    it('follow a unique key that changes, and free the old value', async () => {
      const { store } = await open()
      await store.transaction(tx => tx.users.insert(user('ada', { handle: 'old' })))
      await store.transaction(tx => tx.users.put(user('ada', { handle: 'new' })))
      await store.transaction(tx => tx.users.insert(user('bob', { handle: 'old' })))
      expect((await store.read.users.by('handle', 'new'))?.id).toBe('ada')
      expect((await store.read.users.by('handle', 'old'))?.id).toBe('bob')
    })

    it('accept any text as a key, also names of object properties', async () => {
      const { store } = await open()
      const odd = ['__proto__', 'constructor', 'toString', 'łódź', '😀', 'a\u0000b', '']
      await store.transaction(async tx => {
        for (const [place, handle] of odd.entries()) await tx.users.insert(user(`u${place}`, { handle }))
      })
      for (const [place, handle] of odd.entries()) {
        expect((await store.read.users.by('handle', handle))?.id).toBe(`u${place}`)
      }
      expect(await store.read.users.get('__proto__')).toBeUndefined()
    })

    it('return frozen copies, never the object that was passed in', async () => {
      const { store } = await open()
      const mine = token('t', { scopes: ['a'] })
      await store.transaction(tx => tx.tokens.insert(mine))
      mine.scopes.push('b')
      const found = await store.read.tokens.get('t')
      expect(found?.scopes).toEqual(['a'])
      expect(Object.isFrozen(found)).toBe(true)
      expect(Object.isFrozen(found?.scopes)).toBe(true)
      expect(Object.isFrozen(found?.created_by)).toBe(true)
    })
  })

  describe('listings', () => {
    it('are in the order of the collection, and by id where that is equal', async () => {
      const { store } = await open()
      const read = await withTokens(store, [
        token('c', { created_at: at(1) }),
        token('b', { created_at: at(2) }),
        token('d', { created_at: at(1) }),
        token('a', { created_at: at(3) }),
      ])
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['c', 'd', 'b', 'a'])
    })

    it('compare by code unit, not by language', async () => {
      const { store } = await open()
      const read = await withTokens(
        store,
        ['b', 'ä', 'B', 'a', 'Z', '_'].map(id => token(id)),
      )
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['B', 'Z', '_', 'a', 'b', 'ä'])
    })

    it('move a record whose order changes', async () => {
      const { store } = await open()
      const read = await withTokens(store, [token('a', { created_at: at(1) }), token('b', { created_at: at(2) })])
      await store.transaction(tx => tx.tokens.put(token('a', { created_at: at(3) })))
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['b', 'a'])
    })

    it('have only the records of the key, and follow every change', async () => {
      const { store } = await open()
      const read = await withTokens(store, [
        token('a'),
        token('b', { user_id: 'bob', parent_id: 'a' }),
        token('c', { revoked_at: AT, parent_id: 'a' }),
      ])
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['a'])
      expect(ids(await read.tokens.list('active', 'bob'))).toEqual(['b'])
      expect(ids(await read.tokens.list('parent', 'a'))).toEqual(['b', 'c'])
      await store.transaction(async tx => {
        await tx.tokens.put(token('a', { revoked_at: AT }))
        await tx.tokens.put(token('c', { parent_id: 'a' }))
        await tx.tokens.remove('b')
      })
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['c'])
      expect(ids(await read.tokens.list('active', 'bob'))).toEqual([])
      expect(ids(await read.tokens.list('parent', 'a'))).toEqual(['c'])
      expect(await read.tokens.count('active', 'ada')).toBe(1)
      expect(await read.tokens.count('active', 'bob')).toBe(0)
    })
  })

  describe('pages', () => {
    it('cover a listing without gap or repetition, whatever their size', async () => {
      const { store } = await open()
      const made = Array.from({ length: 7 }, (_, n) => token(`t${n}`, { created_at: at(n >> 1) }))
      const read = await withTokens(store, made.toReversed())
      for (const limit of [1, 2, 3, 6, 7, 8, 1000]) {
        const found = await pages(read, limit)
        expect(found.flat()).toEqual(ids(made))
        expect(found).toHaveLength(Math.ceil(7 / limit))
      }
    })

    it('continue at the right position when records are added and removed in between', async () => {
      const { store } = await open()
      const read = await withTokens(
        store,
        ['b', 'd', 'f', 'h'].map(id => token(id)),
      )
      const first = await read.tokens.page('active', 'ada', { limit: 2 })
      expect(ids(first.items)).toEqual(['b', 'd'])
      await store.transaction(async tx => {
        await tx.tokens.remove('d')
        await tx.tokens.remove('f')
        await tx.tokens.insert(token('a'))
        await tx.tokens.insert(token('e'))
      })
      const second = await read.tokens.page('active', 'ada', { limit: 10, after: first.next })
      expect(ids(second.items)).toEqual(['e', 'h'])
      expect(second).not.toHaveProperty('next')
    })

    it('continue after the store was reopened', async () => {
      const { store, reopen } = await open()
      const read = await withTokens(
        store,
        ['a', 'b', 'c'].map(id => token(id)),
      )
      const { next } = await read.tokens.page('active', 'ada', { limit: 1 })
      const again = await reopen()
      expect(ids((await again.read.tokens.page('active', 'ada', { limit: 5, after: next })).items)).toEqual(['b', 'c'])
    })

    it('reject a damaged cursor as invalid input, and an invalid limit as a bug', async () => {
      const { store } = await open()
      for (const after of ['', 'x', '%', 'bnVsbA', Buffer.from('["a"]').toString('base64url')]) {
        await expect(store.read.tokens.page('active', 'ada', { limit: 1, after })).rejects.toMatchObject({
          code: 'invalid_input',
        })
      }
      for (const limit of [0, -1, 1.5, 1001, Number.NaN]) {
        await expect(store.read.tokens.page('active', 'ada', { limit })).rejects.toThrow('limit')
      }
    })

    it('read many records in order', async () => {
      const { store } = await open()
      const made = Array.from({ length: MANY }, (_, n) => token(`t${String((n * 1009) % MANY).padStart(4, '0')}`))
      const read = await withTokens(store, made)
      const expected = ids(made).toSorted()
      expect((await pages(read, 700)).flat()).toEqual(expected)
      expect(await read.tokens.count('active', 'ada')).toBe(MANY)
      await store.transaction(async tx => {
        for (const [n, id] of expected.entries()) if (n % 3 !== 0) await tx.tokens.remove(id)
      })
      expect((await pages(read, 333)).flat()).toEqual(expected.filter((_, n) => n % 3 === 0))
    })
  })

  describe('sums', () => {
    const size = (reader: Reader, project = 'app') => reader.staged_files.sum('project', project, 'bytes')

    it('add up the weights under a key, and follow every change', async () => {
      const { store } = await open()
      expect(await size(store.read)).toBe(0)
      await store.transaction(async tx => {
        await tx.staged_files.insert(stagedFile('a', 3))
        await tx.staged_files.insert(stagedFile('b', 40))
        await tx.staged_files.insert(stagedFile('c', 500, { project_id: 'other' }))
      })
      expect([await size(store.read), await size(store.read, 'other')]).toEqual([43, 500])
      expect(await store.read.staged_files.sum('all', '', 'bytes')).toBe(543)
      await store.transaction(async tx => {
        await tx.staged_files.put(stagedFile('a', 6000))
        await tx.staged_files.put(stagedFile('b', 40, { project_id: 'other' }))
        await tx.staged_files.remove('c')
      })
      expect([await size(store.read), await size(store.read, 'other')]).toEqual([6000, 40])
    })

    it('include a transaction’s own writes, and for readers only durable ones', async () => {
      const { store, stallFlushes } = await open()
      await store.transaction(tx => tx.staged_files.insert(stagedFile('a', 1)))
      const release = stallFlushes()
      const seen: number[] = []
      const waiting = store.transaction(async tx => {
        await tx.staged_files.insert(stagedFile('b', 20))
        seen.push(await size(tx))
        await tx.staged_files.put(stagedFile('a', 300))
        seen.push(await size(tx))
        await tx.staged_files.remove('b')
        seen.push(await size(tx), await size(store.read))
      })
      await expect.poll(() => seen).toEqual([21, 320, 300, 1])
      release()
      await waiting
      await store.transaction(async tx => {
        await tx.staged_files.insert(stagedFile('c', 4000))
        seen.push(await size(tx), await size(store.read))
      })
      expect(seen.slice(4)).toEqual([4300, 300])
      expect(await size(store.read)).toBe(4300)
    })

    it('forget the writes of a failed transaction', async () => {
      const { store, failFlushes, reopen } = await open()
      await store.transaction(tx => tx.staged_files.insert(stagedFile('a', 1)))
      const change = store.transaction(async tx => {
        await tx.staged_files.put(stagedFile('a', 50))
        await tx.staged_files.insert(stagedFile('b', 600))
        expect(await size(tx)).toBe(650)
        throw new Error('no')
      })
      await expect(change).rejects.toThrow('no')
      expect(await size(store.read)).toBe(1)
      failFlushes(true)
      const refused = store.transaction(tx => tx.staged_files.put(stagedFile('a', 7000)))
      await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
      failFlushes(false)
      expect(await size(store.read)).toBe(1)
      expect(await store.transaction(tx => size(tx))).toBe(1)
      await store.transaction(tx => tx.staged_files.remove('a'))
      await store.transaction(tx => tx.staged_files.insert(stagedFile('d', 8)))
      expect(await size(await reopen().then(({ read }) => read))).toBe(8)
    })
  })

  describe('an index with several keys per record', () => {
    it('lists and counts the record under each, follows its changes, and exists after the store was reopened', async () => {
      const { store, reopen } = await open()
      const [found] = everyTable('text').translations
      if (found === undefined) throw new Error('there is no translation')
      const withFindings = (...checks: readonly string[]) => ({
        ...found,
        texts: found.texts.map(text => ({
          ...text,
          findings: checks.map(id => ({ id, level: 'warning' as const, message: id })),
        })),
      })
      const counts = async (read: Reader) =>
        Promise.all(
          ['any', 'warning', 'urls', 'numbers', 'error'].map(name =>
            read.translations.count('finding', compoundKey('p1', 'de', name)),
          ),
        )
      await store.transaction(tx => tx.translations.insert(withFindings('urls', 'numbers')))
      expect(await counts(store.read)).toEqual([1, 1, 1, 1, 0])
      expect(ids(await store.read.translations.list('finding', compoundKey('p1', 'de', 'urls')))).toEqual(['tr1'])
      await store.transaction(tx => tx.translations.put(withFindings('urls')))
      expect(await counts(store.read)).toEqual([1, 1, 1, 0, 0])
      const other = { ...withFindings('urls'), id: 'tr2', entry_id: 'e2' }
      await store.transaction(tx => tx.translations.insert(other))
      expect(await counts(store.read)).toEqual([2, 2, 2, 0, 0])
      const undone = store.transaction(async tx => {
        await tx.translations.put(withFindings())
        expect(await counts(tx)).toEqual([1, 1, 1, 0, 0])
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect(await counts(store.read)).toEqual([2, 2, 2, 0, 0])
      const again = await reopen()
      expect(await counts(again.read)).toEqual([2, 2, 2, 0, 0])
      await again.transaction(tx => tx.translations.remove('tr1'))
      expect(await counts(again.read)).toEqual([1, 1, 1, 0, 0])
    })
  })

  describe('a written record', () => {
    it('exists after the store was reopened, with every index', async () => {
      const { store, reopen } = await open()
      await withTokens(store, [token('a', { created_at: at(2) }), token('b', { created_at: at(1) }), token('c')])
      await store.transaction(async tx => {
        await tx.tokens.remove('c')
        await tx.users.insert(user('ada', { name: 'Ada\u2028 "\\ 😀 \u0000\ud800' }))
        await tx.audit.append(event('e'))
      })
      const again = await reopen()
      const { read } = again
      expect(ids(await read.tokens.list('active', 'ada'))).toEqual(['b', 'a'])
      expect((await read.tokens.by('hash', hash('a')))?.id).toBe('a')
      expect(await read.tokens.by('hash', hash('c'))).toBeUndefined()
      expect((await read.users.get('ada'))?.name).toBe('Ada\u2028 "\\ 😀 \u0000\ud800')
      expect(Object.isFrozen(await read.users.get('ada'))).toBe(true)
      expect(Object.isFrozen((await read.audit.get('e'))?.credential)).toBe(true)
      expect((await again.status()).counts).toMatchObject({ users: 1, tokens: 2, audit: 1 })
    })
  })
}
