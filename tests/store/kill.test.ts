import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { withFolder } from '../harness/folder.ts'
import { isNightly, runs } from '../runs.ts'
import { type Place, runChild } from './kill/child.ts'
import { inspect } from './kill/inspect.ts'
import {
  afterAcknowledgements,
  Books,
  describeTally,
  FEWEST_ROUNDS,
  live,
  mostUnspoken,
  newTally,
} from './kill/life.ts'
import { type Ground, type Kept, type Logged, onStore, perform } from './kill/perform.ts'
import { planOf } from './kill/plan.ts'
import { killService } from './kill/service-rounds.ts'

const ROUNDS = isNightly ? 20 : FEWEST_ROUNDS
const LIVES = Math.min(runs(1), 10)
const SERVICE_ROUNDS = Math.min(runs(1), 25)
const seed = (): number => Number(process.env['DRAGOMAN_KILL_SEED'] ?? randomInt(2 ** 31))

describe('a process that is killed while it writes', () => {
  it(
    'loses no acknowledged write, and leaves no partial one',
    async () => {
      const tally = newTally()
      for (let life = 0; life < LIVES; life++) {
        const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-kill-'))
        const one = { seed: seed(), rounds: ROUNDS, dataDir, journalBytes: 32 * 1024, bulkSize: 2000, trims: true }
        await live({ ...one, tally })
        const how = `DRAGOMAN_KILL_SEED=${one.seed}; ${dataDir} was kept`
        expect(tally, how).toMatchObject({ lost: 0, half: 0, faults: [] })
        await rm(dataDir, { recursive: true })
      }
      process.stdout.write(`kill -9: ${describeTally(tally)}\n`)
      expect(tally.rounds).toBe(LIVES * ROUNDS)
      expect(tally.unspoken).toBeLessThanOrEqual(mostUnspoken(tally))
      expect(tally.whileSnapshot).toBeGreaterThan(0)
      expect(tally.withoutAcknowledgement).toBeLessThanOrEqual(LIVES)
      expect(tally.acknowledged).toBeGreaterThan(tally.rounds * 10)
      expect(tally.trimmed).toBeGreaterThan(0)
    },
    LIVES * 400_000,
  )
})

describe('a service that is killed during calls', () => {
  it(
    'keeps every acknowledged effect, and no partial one',
    () =>
      withFolder(async dataDir => {
        const chosen = seed()
        const tally = await killService(dataDir, chosen, SERVICE_ROUNDS)
        expect(tally.faults, `DRAGOMAN_KILL_SEED=${chosen}`).toEqual([])
        expect(tally.answered).toBeGreaterThan(SERVICE_ROUNDS * 5)
        process.stdout.write(`kill -9 of the service: ${tally.rounds} rounds, ${tally.answered} answered, 0 lost\n`)
      }),
    SERVICE_ROUNDS * 60_000,
  )
})

describe('the checker of these rounds', () => {
  it('detects the loss when the end of the journal is cut off', async () => {
    await withFolder(async dataDir => {
      const place: Place = { dataDir, journalBytes: 2 ** 30, bulkSize: 20, trims: false }
      const tally = newTally()
      const books = new Books(tally)
      books.enter(await runChild(place, { round: 1, killAfter: afterAcknowledgements(20, 0) }))
      expect(tally).toMatchObject({ lost: 0, faults: [] })
      const folder = join(dataDir, 'store')
      const journal = join(folder, (await readdir(folder)).find(name => name.startsWith('journal.')) ?? '')
      const lines = (await readFile(journal, 'latin1')).split('\n')
      await truncate(journal, lines.slice(0, lines.length / 2).join('\n').length + 1)
      books.enter(await runChild(place, { round: 'read', killAfter: () => undefined }))
      expect(tally.lost).toBeGreaterThan(0)
      expect(tally.lost).toBeLessThan(tally.acknowledged)
      expect(tally).toMatchObject({
        half: 0,
        faults: expect.arrayContaining([expect.stringMatching(/acknowledged and/)]),
      })
    })
  })

  const sound = Array.from({ length: 60 }, (_, n) => n).filter(n => planOf(n).throwsAt === undefined)

  it('finds no fault in a store where every transaction is complete', async () => {
    expect(await faultsAfter(ground => ground)).toEqual([])
  })

  it.each(['users', 'tokens', 'translations', 'audit', 'revisions', 'voice_versions'] as const)(
    'detects a transaction without its %s',
    async table => {
      const faults = await faultsAfter((ground, n) => (n === sound.at(-1) ? without(ground, table) : ground))
      expect(faults).not.toEqual([])
    },
  )

  it('detects the writes of a failed transaction', async () => {
    const threw = Array.from({ length: 999 }, (_, n) => n).find(n => (planOf(n).throwsAt ?? 0) > 0.8) ?? 0
    const faults = await faultsAfter(ground => ground, threw)
    expect(faults).toContain(`${threw} threw and is there`)
  })

  it('detects trimmed records that return, and records lost without a trim', () => {
    const said = { acknowledged: [], trimmed: 0, trimsBelow: 0, faults: [], openMs: undefined }
    const tally = newTally()
    const books = new Books(tally)
    const enter = (trimmed: readonly number[]) =>
      books.enter({ ...said, found: { applied: [8, 16, 24], trimmed, faults: [], faultCount: 0 } })
    books.enter({ ...said, trimmed: 2, trimsBelow: 20 })
    enter([8, 16])
    expect(tally.faults).toEqual([])
    enter([8])
    enter([8, 16, 24])
    expect(tally.faults).toEqual([
      '2 records were trimmed, and only 1 are gone',
      '24 was trimmed and nobody asked for that',
    ])
  })

  async function faultsAfter(change: (ground: Ground, n: number) => Ground, more?: number): Promise<readonly string[]> {
    return withFolder(async dataDir => {
      const store = await openStore({ url: 'lowdb:', dataDir })
      const numbers = more === undefined ? sound : [...sound, more]
      for (const n of numbers) {
        await store.transaction(tx => perform(change(onStore(tx), n), n, 20).catch(() => undefined))
      }
      const { faults } = await inspect(store, 20)
      await store.close()
      return faults
    })
  }
})

const without = (ground: Ground, table: Kept | Logged): Ground => ({
  ...ground,
  set: (to, record) => (to === table ? Promise.resolve() : ground.set(to, record)),
  remove: (from, id) => (from === table ? Promise.resolve() : ground.remove(from, id)),
  append: (to, record) => (to === table ? Promise.resolve() : ground.append(to, record)),
})
