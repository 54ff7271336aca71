import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { EntryRecord, TranslationRecord } from '../../../src/store/records/localization.ts'
import type { Reader, Transaction } from '../../../src/store/store.ts'
import { runs } from '../../runs.ts'
import { type Open, opener } from './harness.ts'
import { AT, hash, ids } from './samples.ts'

const nameOf = (n: number): string => `e${String(n).padStart(5, '0')}`

const entry = (n: number, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  id: nameOf(n),
  project_id: 'p',
  file_id: n % 3 === 0 ? 'f1' : 'f2',
  short: nameOf(n),
  key: nameOf(n),
  src: hash('source'),
  source: 'source',
  references: [],
  syntax: 'plain',
  do_not_translate: false,
  tags: [],
  words: 2,
  order: nameOf(n),
  listed: true,
  unused_since: null,
  ...rest,
})

const unit = (n: number, locale: string): TranslationRecord => ({
  id: `${nameOf(n)}.${locale}`,
  project_id: 'p',
  file_id: n % 3 === 0 ? 'f1' : 'f2',
  entry_id: nameOf(n),
  locale,
  state: 'translated',
  stale: null,
  shown: 0,
  locked: false,
  rev: 1,
  texts: [{ src: hash('source'), value: 'x', state: 'translated', rev: 1, origin: ORIGIN, findings: [], at: AT }],
  suggestions: [],
  order: nameOf(n),
  listed: true,
  open: true,
  work: false,
  words: 2,
})

const ORIGIN = { kind: 'agent', user_id: 'ada', credential: 'stdio' } as const

/** Every gap that a reader finds, in pages of this size. */
async function gaps(read: Reader, gap: 'open' | 'open_file', of: string, locale: string, limit = 100) {
  const found: string[] = []
  let behind: string | undefined
  for (;;) {
    const page = await read.entries.gaps(gap, of, locale, { limit, behind })
    found.push(...ids(page))
    if (page.length < limit) return found
    behind = page.at(-1)?.order
  }
}

export function gapsContract(engine: Open, share: number): void {
  const open = opener(engine)

  describe('gap listings', () => {
    it('have the records of an index without a match in another collection', async () => {
      const { store } = await open()
      await store.transaction(async tx => {
        for (let n = 0; n < 6; n++) await tx.entries.insert(entry(n))
        await tx.entries.insert(entry(6, { do_not_translate: true }))
        await tx.entries.insert(entry(7, { listed: false }))
        await tx.translations.insert(unit(1, 'de'))
        await tx.translations.insert(unit(4, 'de'))
        await tx.translations.insert(unit(0, 'fr'))
      })
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([0, 2, 3, 5].map(nameOf))
      expect(await gaps(store.read, 'open', 'p', 'fr')).toEqual([1, 2, 3, 4, 5].map(nameOf))
      expect(await gaps(store.read, 'open_file', 'f1', 'de')).toEqual([0, 3].map(nameOf))
      expect(ids(await store.read.entries.gaps('open', 'p', 'de', { limit: 2, behind: nameOf(0) }))).toEqual(
        [2, 3].map(nameOf),
      )
      expect(await gaps(store.read, 'open', 'q', 'de')).toEqual([])
    })

    it('can start after a sort key like any index', async () => {
      const { store } = await open()
      await store.transaction(async tx => {
        for (let n = 0; n < 6; n++) await tx.entries.insert(entry(n))
      })
      const behind = async (at: string | undefined) =>
        ids(await store.read.entries.behind('open', 'p', { limit: 2, behind: at }))
      expect(await behind(undefined)).toEqual([0, 1].map(nameOf))
      expect(await behind(nameOf(1))).toEqual([2, 3].map(nameOf))
      expect(await behind(nameOf(5))).toEqual([])
    })

    it('are correct after inserts, deletes and rollbacks among thousands', async () => {
      const { store, reopen } = await open()
      const COUNT = 3000
      const insert = (all: readonly number[]) =>
        store.transaction(async tx => {
          for (const n of all) await tx.translations.insert(unit(n, 'de'))
        })
      await store.transaction(async tx => {
        for (let n = 0; n < COUNT; n++) await tx.entries.insert(entry(n * 2))
      })
      const numbers = Array.from({ length: COUNT }, (_, n) => n * 2)
      await insert(numbers.filter(n => n !== 4000))
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([nameOf(4000)])
      await insert([4000])
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([])
      // A new entry in the middle of what was full.
      await store.transaction(tx => tx.entries.insert(entry(1101)))
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([nameOf(1101)])
      await store.transaction(tx => tx.translations.remove(unit(5000, 'de').id))
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([1101, 5000].map(nameOf))
      const undone = store.transaction(async tx => {
        await tx.translations.insert(unit(5000, 'de'))
        await tx.translations.remove(unit(100, 'de').id)
        expect(await gaps(tx, 'open', 'p', 'de')).toEqual([100, 1101].map(nameOf))
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect(await gaps(store.read, 'open', 'p', 'de')).toEqual([1101, 5000].map(nameOf))
      expect(await gaps(store.read, 'open', 'p', 'fr', 1000)).toHaveLength(COUNT + 1)
      expect(await gaps((await reopen()).read, 'open', 'p', 'de')).toEqual([1101, 5000].map(nameOf))
    })

    it('are consistent for each reader, whatever runs beside it', async () => {
      const one = fc.record({
        do: fc.constantFrom('fill', 'empty', 'list', 'unlist'),
        n: fc.nat(12),
        locale: fc.constantFrom('de', 'fr'),
      })
      const work = fc.record({
        lock: fc.constantFrom('a', 'b'),
        steps: fc.array(one, { maxLength: 6 }),
        throws: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(work, { maxLength: 8 }), async works => {
          const { store, isSteady, cleanup } = await open()
          const check = async (read: Reader) => (isSteady ? agree(read) : undefined)
          await Promise.allSettled(
            works.map(({ lock, steps, throws }) =>
              store.transaction(
                async tx => {
                  for (const step of steps) {
                    await take(tx, step)
                    await check(tx)
                    await check(store.read)
                  }
                  if (throws) throw new Error('no')
                },
                { lock },
              ),
            ),
          )
          await agree(store.read)
          await cleanup()
        }),
        { numRuns: Math.ceil(runs(40) * share) },
      )
    })
  })
}

interface Step {
  readonly do: string
  readonly n: number
  readonly locale: string
}

async function take(tx: Transaction, { do: what, n, locale }: Step): Promise<void> {
  const there = await tx.entries.get(nameOf(n))
  const filled = await tx.translations.by('unit', compoundKey(nameOf(n), locale))
  if (what === 'fill' && filled === undefined) await tx.translations.insert(unit(n, locale))
  if (what === 'empty' && filled !== undefined) await tx.translations.remove(filled.id)
  if (what === 'list' || what === 'unlist') {
    const listed = what === 'list'
    if (there === undefined) await tx.entries.insert(entry(n, { listed }))
    else await tx.entries.put({ ...there, listed })
  }
}

/** The gaps are those that each entry has by itself. All is asked for in one turn, in which nothing completes. */
async function agree(read: Reader): Promise<void> {
  const numbers = Array.from({ length: 13 }, (_, n) => n)
  for (const locale of ['de', 'fr']) {
    const [found, entries, filled] = await Promise.all([
      read.entries.gaps('open', 'p', locale, { limit: 100 }),
      read.entries.list('open', 'p'),
      Promise.all(numbers.map(n => read.translations.by('unit', compoundKey(nameOf(n), locale)))),
    ])
    const taken = new Set(filled.map(one => one?.entry_id))
    expect(ids(found)).toEqual(ids(entries).filter(id => !taken.has(id)))
  }
}
