import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuditRecord, TokenRecord } from '../../../src/store/records/identity.ts'
import type { Reader, Store, Transaction } from '../../../src/store/store.ts'
import { runs } from '../../runs.ts'
import { type Harness, type Open, opener } from './harness.ts'
import { AT, at, event, hash, token } from './samples.ts'

const USERS = ['ada', 'bob']
const IDS = ['a', 'b', 'c', 'd', 'e']

type Step =
  | { readonly do: 'insert' | 'put'; readonly record: TokenRecord }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'append'; readonly record: AuditRecord }

interface Work {
  readonly steps: readonly Step[]
  readonly ending: 'returns' | 'throws'
}

/** Transactions that start at once, on a disk that may fail. */
interface Round {
  readonly works: readonly Work[]
  readonly disk: 'works' | 'refuses'
  /** Older records may be trimmed afterwards. */
  readonly before: string | undefined
}

/** The expected content of the store, as plain lists. */
interface Model {
  readonly tokens: readonly TokenRecord[]
  readonly audit: readonly AuditRecord[]
}

const tokenRecord: fc.Arbitrary<TokenRecord> = fc
  .record({
    id: fc.constantFrom(...IDS),
    hash: fc.constantFrom('1', '2', '3', '4').map(hash),
    user_id: fc.constantFrom(...USERS),
    revoked_at: fc.constantFrom(null, null, AT),
    created_at: fc.integer({ min: 0, max: 2 }).map(at),
    parent_id: fc.constantFrom(undefined, 'a', 'b'),
  })
  .map(({ id, parent_id, ...rest }) => token(id, { ...rest, ...(parent_id !== undefined && { parent_id }) }))

const auditRecord = fc
  .record({ id: fc.nat({ max: 30 }), user_id: fc.constantFrom(...USERS), second: fc.nat({ max: 4 }) })
  .map(({ id, user_id, second }) => event(`e${id}`, { user_id, at: at(second) }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('insert' as const), record: tokenRecord }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put' as const), record: tokenRecord }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), record: auditRecord }) },
)

const round: fc.Arbitrary<Round> = fc.record({
  works: fc.array(
    fc.record({
      steps: fc.array(step, { maxLength: 6 }),
      ending: fc.constantFrom('returns' as const, 'returns' as const, 'throws' as const),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  disk: fc.constantFrom('works' as const, 'works' as const, 'works' as const, 'refuses' as const),
  before: fc.constantFrom(undefined, undefined, ...[1, 3, 5].map(at)),
})

/** The model after a step, or the error code. */
function follow(model: Model, one: Step): Model | 'already_exists' | 'not_found' {
  const { tokens, audit } = model
  switch (one.do) {
    case 'remove':
      return { tokens: tokens.filter(({ id }) => id !== one.id), audit }
    case 'append':
      return audit.some(({ id }) => id === one.record.id) ? 'already_exists' : { tokens, audit: [...audit, one.record] }
    case 'insert':
    case 'put': {
      const there = tokens.some(({ id }) => id === one.record.id)
      if (one.do === 'put' && !there) return 'not_found'
      if (one.do === 'insert' && there) return 'already_exists'
      const others = tokens.filter(({ id }) => id !== one.record.id)
      if (others.some(other => other.hash === one.record.hash)) return 'already_exists'
      return { tokens: [...others, one.record], audit }
    }
  }
}

const inOrder = (records: readonly TokenRecord[]): readonly TokenRecord[] =>
  records.toSorted((a, b) => Number(`${a.created_at}${a.id}` > `${b.created_at}${b.id}`) * 2 - 1)

async function expectSame(read: Reader, { tokens, audit }: Model): Promise<void> {
  for (const id of IDS) expect(await read.tokens.get(id)).toEqual(tokens.find(one => one.id === id))
  for (const text of ['1', '2', '3', '4']) {
    expect(await read.tokens.by('hash', hash(text))).toEqual(tokens.find(one => one.hash === hash(text)))
  }
  for (const who of USERS) {
    const active = inOrder(tokens.filter(one => one.user_id === who && one.revoked_at === null))
    expect(await read.tokens.list('active', who)).toEqual(active)
    expect(await read.tokens.count('active', who)).toBe(active.length)
    expect(await allPages(options => read.tokens.page('active', who, options))).toEqual(active)
    const events = audit.filter(one => one.user_id === who).toReversed()
    expect(await allPages(options => read.audit.page('user', who, options))).toEqual(events)
  }
  for (const parent of ['a', 'b']) {
    expect(await read.tokens.list('parent', parent)).toEqual(inOrder(tokens.filter(one => one.parent_id === parent)))
  }
}

type PageOf<T> = (options: { limit: number; after?: string | undefined }) => Promise<{
  readonly items: readonly T[]
  readonly next?: string
}>

async function allPages<T>(page: PageOf<T>): Promise<readonly T[]> {
  const found: T[] = []
  let after: string | undefined
  do {
    const { items, next } = await page({ limit: 2, after })
    found.push(...items)
    after = next
  } while (after !== undefined)
  return found
}

class Thrown extends Error {}

/** Runs a task and compares its reads with the model; `latest` is the view of transactions, and receives its writes. */
function runWork(store: Store, { steps, ending }: Work, latest: { model: Model }): Promise<void> {
  return store.transaction(async tx => {
    let { model } = latest
    for (const one of steps) {
      const next = follow(model, one)
      if (typeof next === 'string') await expect(take(tx, one)).rejects.toMatchObject({ code: next })
      else await take(tx, one)
      if (typeof next !== 'string') model = next
      await expectSame(tx, model)
    }
    if (ending === 'throws') throw new Thrown()
    latest.model = model
  })
}

function take(tx: Transaction, one: Step): Promise<void> {
  if (one.do === 'remove') return tx.tokens.remove(one.id)
  return one.do === 'append' ? tx.audit.append(one.record) : tx.tokens[one.do](one.record)
}

/** All tasks at once on a working disk: returns the content afterwards. */
async function runWorks({ store, stallFlushes }: Harness, works: readonly Work[], before: Model): Promise<Model> {
  const latest = { model: before }
  const resume = stallFlushes()
  const results = Promise.allSettled(works.map(work => runWork(store, work, latest)))
  await expectSame(store.read, before)
  resume()
  for (const [place, one] of (await results).entries()) {
    if (works[place]?.ending === 'returns') expect(one).toMatchObject({ status: 'fulfilled' })
    else expect(one).toMatchObject({ reason: expect.any(Thrown) })
  }
  return latest.model
}

/** All tasks at once on a failing disk: none of them may leave a trace. */
async function loseWorks({ store, failFlushes }: Harness, works: readonly Work[]): Promise<void> {
  failFlushes(true)
  await Promise.allSettled(
    works.map(({ steps }) =>
      store.transaction(async tx => {
        for (const one of steps) await take(tx, one)
      }),
    ),
  )
  failFlushes(false)
}

/** An engine decides how much of the old end it trims; no record of this time or later is in it. */
async function trim(store: Store, before: string, { tokens, audit }: Model): Promise<Model> {
  const gone = await store.trim('audit', before)
  expect(audit.slice(0, gone).filter(record => record.at >= before)).toEqual([])
  expect((await store.status()).counts).toMatchObject({ audit: audit.length - gone })
  return { tokens, audit: audit.slice(gone) }
}

export function historiesContract(engine: Open, share: number): void {
  const open = opener(engine)

  describe('any history', () => {
    it('leaves the same state as a plain list of records', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(round, { maxLength: 6 }), async rounds => {
          const harness = await open()
          let model: Model = { tokens: [], audit: [] }
          for (const { works, disk, before } of rounds) {
            if (disk === 'works') model = await runWorks(harness, works, model)
            else await loseWorks(harness, works)
            if (before !== undefined) model = await trim(harness.store, before, model)
            await expectSame(harness.store.read, model)
            await harness.store.transaction(tx => expectSame(tx, model))
          }
          await expectSame((await harness.reopen()).read, model)
          await harness.cleanup()
        }),
        { numRuns: Math.ceil(runs(40) * share) },
      )
    })
  })
}
