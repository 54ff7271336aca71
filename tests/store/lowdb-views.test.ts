import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Row } from '../../src/store/lowdb/memory/row.ts'
import { SortedRows } from '../../src/store/lowdb/memory/sorted-rows.ts'
import { LATEST, type Pin, Tables, type Write } from '../../src/store/lowdb/memory/tables.ts'
import { runs } from '../runs.ts'
import { event, token } from './contract/samples.ts'

type Records = ReadonlyMap<string, ReturnType<typeof token>>

const OWNERS = ['ada', 'bob'] as const
const HASHES = ['a', 'b', 'c', 'd', 'e', 'f'].map(letter => letter.repeat(64))
const IDS = ['t1', 't2', 't3', 't4', 't5', 't6']

/** Collections of tokens as a list of whole states: what each write number left. */
class Model {
  readonly tables = new Tables()
  readonly collection = this.tables.collections.get('tokens') ?? expect.unreachable()
  /** Writes that are not durable yet, oldest first, each with the state that it left. */
  pending: { write: Write; records: Records }[] = []
  /** Writes that are durable and not settled. */
  unsettled: Write[] = []
  durable: Records = new Map()
  readonly pins: { pin: Pin; records: Records }[] = []

  get latest(): Records {
    return this.pending.at(-1)?.records ?? this.durable
  }

  set(id: string, owner: string, hash: string): void {
    const taken = [...this.latest.values()].some(other => other.id !== id && other.hash === hash)
    const record = token(id, { user_id: owner, hash, created_at: `2026-01-01T00:00:0${id.at(-1)}.000Z` })
    const before = this.collection.row(id, LATEST)
    const after = this.collection.makeRow(record, taken ? 0 : this.tables.nextNumber())
    const keys = {
      before: before === undefined ? [] : this.collection.keysOf(before),
      after: this.collection.keysOf(after),
    }
    if (taken) {
      expect(() => this.collection.assertUnique(after, keys.after, LATEST)).toThrow(/is taken in tokens/)
      return
    }
    this.collection.assertUnique(after, keys.after, LATEST)
    const kind = before === undefined ? 'insert' : 'put'
    this.#apply(
      { number: after.from, table: 'tokens', kind, before, after, keys, text: '' },
      new Map([...this.latest, [id, record]]),
    )
  }

  remove(id: string): void {
    const before = this.collection.row(id, LATEST)
    expect(before?.id).toBe(this.latest.get(id)?.id)
    if (before === undefined) return
    const keys = { before: this.collection.keysOf(before), after: [] }
    const records = new Map([...this.latest].filter(([other]) => other !== id))
    this.#apply(
      { number: this.tables.nextNumber(), table: 'tokens', kind: 'remove', before, after: undefined, keys, text: '' },
      records,
    )
  }

  undo(): void {
    const last = this.pending.pop()
    if (last !== undefined) this.tables.undo(last.write)
  }

  publish(): void {
    const first = this.pending.shift()
    if (first === undefined) return
    this.tables.publish([first.write])
    this.durable = first.records
    this.unsettled.push(first.write)
  }

  settle(): void {
    const first = this.unsettled.shift()
    if (first !== undefined) this.tables.settle(first)
  }

  pin(): void {
    this.pins.push({ pin: this.tables.pin(), records: this.durable })
  }

  release(n: number): void {
    const [gone] = this.pins.splice(n % (this.pins.length || 1), 1)
    gone?.pin.release()
  }

  #apply(write: Write, records: Records): void {
    this.tables.apply(write)
    this.pending.push({ write, records })
  }

  /** Compares every look-up that a view has; a pin is read by id alone. */
  check(): void {
    expect(this.tables.counts()['tokens']).toBe(this.durable.size)
    for (const [view, records] of [
      [LATEST, this.latest],
      [this.tables.durable, this.durable],
    ] as const) {
      this.#checkIds(view, records)
      for (const hash of HASHES) {
        const found = [...records.values()].find(record => record.hash === hash)
        expect(this.collection.by('hash', hash, view)).toEqual(found)
      }
      for (const owner of OWNERS) this.#checkListing(view, owner, records)
    }
    for (const { pin, records } of this.pins) this.#checkIds(pin.at, records)
  }

  #checkIds(view: number, records: Records): void {
    for (const id of IDS) expect(this.collection.get(id, view)).toEqual(records.get(id))
    const seen = Array.from(this.collection.rows(view), row => row.id)
    expect(seen.toSorted()).toEqual([...records.keys()].toSorted())
  }

  #checkListing(view: number, owner: string, records: Records): void {
    const all = [...records.values()]
      .filter(record => record.user_id === owner)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(this.collection.list('active', owner, view)).toEqual(all)
    expect(this.collection.count('active', owner, view)).toBe(all.length)
    const pages: unknown[] = []
    let after: string | undefined
    do {
      const { items, next } = this.collection.page('active', owner, { limit: 2, after }, view)
      pages.push(...items)
      after = next
    } while (after !== undefined)
    expect(pages).toEqual(all)
  }
}

type Step = (model: Model) => void

const id = fc.constantFrom(...IDS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(id, fc.constantFrom(...OWNERS), fc.constantFrom(...HASHES)).map(
      (args): Step =>
        model =>
          model.set(...args),
    ),
  },
  {
    weight: 2,
    arbitrary: id.map(
      (one): Step =>
        model =>
          model.remove(one),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(model => model.undo()) },
  { weight: 3, arbitrary: fc.constant<Step>(model => model.publish()) },
  { weight: 3, arbitrary: fc.constant<Step>(model => model.settle()) },
  { weight: 1, arbitrary: fc.constant<Step>(model => model.pin()) },
  {
    weight: 1,
    arbitrary: fc.nat(9).map(
      (n): Step =>
        model =>
          model.release(n),
    ),
  },
)

describe('the views of the tables', () => {
  it('see what a list of whole states says, at each step of any history', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), steps => {
        const model = new Model()
        for (const one of steps) {
          one(model)
          model.check()
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('keep nothing of an old version once everything is settled and no pin is held', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), steps => {
        const model = new Model()
        for (const one of steps) one(model)
        while (model.pending.length > 0) model.publish()
        while (model.unsettled.length > 0) model.settle()
        while (model.pins.length > 0) model.release(0)
        model.check()
        for (const one of IDS) expect(model.collection.has(one)).toBe(model.durable.has(one))
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('rows in order', () => {
  const place = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(400))

  it('are sliced and counted as a sorted list is, also over many chunks', () => {
    const change = fc.record({ place, keep: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 40 }),
        fc.nat(700),
        place,
        fc.integer({ min: 1, max: 1500 }),
        (changes, size, [sort, n], limit) => {
          const rows = new SortedRows([])
          const all = new Map<string, Row>()
          const add = (key: string, number: number) => {
            const row = new Row(event(`${key}${String(number).padStart(4, '0')}`), key, 0)
            if (all.has(row.id)) return
            all.set(row.id, row)
            rows.insert(row)
          }
          for (let extra = 0; extra < size * 2; extra++) add('b', (extra * 7919) % 5000)
          for (const {
            place: [key, number],
            keep,
          } of changes) {
            add(key, number)
            const row = all.get(`${key}${String(number).padStart(4, '0')}`)
            if (keep || row === undefined) continue
            rows.remove(row)
            rows.remove(row)
            all.delete(row.id)
          }
          const sorted = [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
          const from = `${sort}${String(n).padStart(4, '0')}`
          expect(rows.slice(LATEST, Number.POSITIVE_INFINITY).map(row => row.id)).toEqual(sorted.map(row => row.id))
          const behind = sorted.filter(row => row.id > from).slice(0, limit)
          expect(rows.slice(LATEST, limit, { sort, id: from }).map(row => row.id)).toEqual(behind.map(row => row.id))
          expect(rows.count(LATEST)).toBe(sorted.length)
          expect(rows.isEmpty).toBe(sorted.length === 0)
        },
      ),
      { numRuns: runs(30) },
    )
  })
})
