import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Row } from '../../../src/store/embedded/memory/row.ts'
import { SortedRows } from '../../../src/store/embedded/memory/sorted-rows.ts'
import {
  assertUnchanged,
  createTransactionView,
  Stamp,
  type TransactionView,
  type View,
  WriteConflictError,
} from '../../../src/store/embedded/memory/stamp.ts'
import { type Pin, type PinnedView, Tables } from '../../../src/store/embedded/memory/tables.ts'
import { NO_KEYS, type Write } from '../../../src/store/embedded/memory/write.ts'
import { runs } from '../../runs.ts'
import { event, token } from '../contract/samples.ts'

type Records = ReadonlyMap<string, ReturnType<typeof token>>

const OWNERS = ['ada', 'bob'] as const
const HASHES = ['a', 'b', 'c', 'd', 'e', 'f'].map(letter => letter.repeat(64))
const IDS = ['t1', 't2', 't3', 't4', 't5', 't6']

/** A transaction that runs, or completed and is not durable yet. */
interface Running {
  readonly stamp: Stamp
  readonly view: TransactionView
  readonly hold: PinnedView
  /** The ids and hashes that others wrote and completed since it began. */
  readonly later: Set<string>
  readonly writes: Write[]
  /** What it left under each id that it wrote. */
  readonly changes: Map<string, ReturnType<typeof token> | undefined>
  /** The hashes that any of its versions has or had. */
  readonly hashes: Set<string>
}

/** Collections of tokens as plain states: what completed, what is durable, and what each transaction that runs changed. */
class Model {
  readonly tables = new Tables()
  readonly collection = this.tables.collections.get('tokens') ?? expect.unreachable()
  readonly running: Running[] = []
  /** Transactions that completed and are not durable, oldest first, each with the state that it left. */
  completed: { unit: Running; records: Records }[] = []
  /** Writes that are durable and not settled. */
  unsettled: Write[] = []
  durable: Records = new Map()
  readonly pins: { pin: Pin; records: Records }[] = []

  get latest(): Records {
    return this.completed.at(-1)?.records ?? this.durable
  }

  begin(): void {
    const stamp = new Stamp()
    const hold = this.tables.hold()
    const view = createTransactionView(stamp, hold.at)
    this.running.push({ stamp, view, hold, later: new Set(), writes: [], changes: new Map(), hashes: new Set() })
  }

  set(n: number, id: string, owner: string, hash: string): void {
    const unit = this.running[n % (this.running.length || 1)]
    if (unit === undefined) return
    const { view } = unit
    const seen = this.seenBy(unit)
    const record = token(id, { user_id: owner, hash, created_at: `2026-01-01T00:00:0${id.at(-1)}.000Z` })
    const before = this.collection.row(id, view)
    const after = this.collection.makeRow(record, unit.stamp)
    const keys = {
      before: before === undefined ? NO_KEYS : this.collection.getKeys(before),
      after: this.collection.getKeys(after),
    }
    const others = this.running.filter(other => other !== unit)
    const check = (): void => {
      if (before === undefined) this.collection.assertFree(after, view)
      this.collection.assertUnique(after, keys.after, view)
    }
    const isMet = others.some(other => other.changes.has(id)) || (before !== undefined && unit.later.has(id))
    const holder = [...seen.values()].find(other => other.id !== id && other.hash === hash)
    const isHolderMet =
      holder !== undefined && (unit.later.has(holder.id) || others.some(other => other.changes.has(holder.id)))
    if (isMet) {
      if (before === undefined) expect(check).toThrow(WriteConflictError)
      else expect(() => assertUnchanged(before, view)).toThrow(WriteConflictError)
    } else if (isHolderMet) {
      expect(check).toThrow(WriteConflictError)
    } else if (holder !== undefined) {
      expect(check).toThrow(/is taken in tokens/)
    } else if (others.some(other => other.hashes.has(hash))) {
      expect(check).toThrow(WriteConflictError)
    } else {
      check()
      if (before !== undefined) assertUnchanged(before, view)
      const kind = before === undefined ? 'insert' : 'put'
      this.#apply(unit, { table: 'tokens', id, kind, before, after, keys, text: '' }, record)
    }
  }

  remove(n: number, id: string): void {
    const unit = this.running[n % (this.running.length || 1)]
    if (unit === undefined) return
    const before = this.collection.row(id, unit.view)
    expect(before?.id).toBe(this.seenBy(unit).get(id)?.id)
    if (before === undefined) return
    const isMet = unit.later.has(id) || this.running.some(other => other !== unit && other.changes.has(id))
    if (isMet) expect(() => assertUnchanged(before, unit.view)).toThrow(WriteConflictError)
    else assertUnchanged(before, unit.view)
    if (isMet) return
    const keys = { before: this.collection.getKeys(before), after: NO_KEYS }
    this.#apply(unit, { table: 'tokens', id, kind: 'remove', before, after: undefined, keys, text: '' }, undefined)
  }

  complete(n: number): void {
    const [unit] = this.running.splice(n % (this.running.length || 1), 1)
    if (unit === undefined) return
    const records = this.seenBy(unit)
    this.tables.complete(unit)
    unit.hold.release()
    for (const other of this.running) for (const id of unit.changes.keys()) other.later.add(id)
    this.completed.push({ unit, records })
  }

  undo(n: number): void {
    const [unit] = this.running.splice(n % (this.running.length || 1), 1)
    if (unit === undefined) return
    this.tables.undo(unit)
    unit.hold.release()
  }

  /** The disk refuses: nothing stays but what is durable. */
  fail(): void {
    for (const unit of this.running.splice(0).toReversed()) {
      this.tables.undo(unit)
      unit.hold.release()
    }
    for (const { unit } of this.completed.splice(0).toReversed()) this.tables.undo(unit)
  }

  publish(): void {
    const first = this.completed.shift()
    if (first === undefined) return
    this.tables.publish(first.unit)
    this.durable = first.records
    this.unsettled.push(...first.unit.writes)
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

  seenBy(unit: Running): Records {
    const records = new Map(this.latest)
    for (const [id, record] of unit.changes) {
      if (record === undefined) records.delete(id)
      else records.set(id, record)
    }
    return records
  }

  #apply(unit: Running, write: Write, left: ReturnType<typeof token> | undefined): void {
    this.tables.apply(write, unit.stamp)
    unit.writes.push(write)
    unit.changes.set(write.id, left)
    // What it made again where another removed it is its own.
    unit.later.delete(write.id)
    if (left !== undefined) unit.hashes.add(left.hash)
  }

  /** Compares every look-up that a view has; a pin is read by id alone. */
  check(): void {
    expect(this.tables.counts()['tokens']).toBe(this.durable.size)
    for (const [view, records] of [
      ...this.running.map(unit => [unit.view, this.seenBy(unit)] as const),
      [createTransactionView(new Stamp(), 0), this.latest],
      [this.tables.durable, this.durable],
    ] as const) {
      this.#checkIds(view, records)
      for (const hash of HASHES) {
        const found = [...records.values()].find(record => record.hash === hash)
        expect(this.collection.by('hash', hash, view)).toEqual(found)
      }
      for (const owner of OWNERS) this.#checkListing(view, owner, records)
    }
    for (const { pin, records } of this.pins) this.#checkIds(pin.view, records)
  }

  #checkIds(view: View, records: Records): void {
    for (const id of IDS) expect(this.collection.get(id, view)).toEqual(records.get(id))
    const seen = Array.from(this.collection.rows(view), row => row.id)
    expect(seen.toSorted()).toEqual([...records.keys()].toSorted())
  }

  #checkListing(view: View, owner: string, records: Records): void {
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
const which = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(which, id, fc.constantFrom(...OWNERS), fc.constantFrom(...HASHES)).map(
      (args): Step =>
        model =>
          model.set(...args),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(which, id).map(
      (args): Step =>
        model =>
          model.remove(...args),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Step>(model => model.begin()) },
  {
    weight: 3,
    arbitrary: which.map(
      (n): Step =>
        model =>
          model.complete(n),
    ),
  },
  {
    weight: 1,
    arbitrary: which.map(
      (n): Step =>
        model =>
          model.undo(n),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(model => model.fail()) },
  { weight: 3, arbitrary: fc.constant<Step>(model => model.publish()) },
  { weight: 6, arbitrary: fc.constant<Step>(model => model.settle()) },
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
  it('match a list of whole states at each step of any history', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }), steps => {
        const model = new Model()
        for (const one of steps) {
          one(model)
          model.check()
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('keep no old version once everything is settled and no pin is held', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }), steps => {
        const model = new Model()
        for (const one of steps) one(model)
        while (model.running.length > 0) model.complete(0)
        while (model.completed.length > 0) model.publish()
        while (model.unsettled.length > 0) model.settle()
        while (model.pins.length > 0) model.release(0)
        model.check()
        for (const one of IDS) expect(model.collection.has(one)).toBe(model.durable.has(one))
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('ordered rows', () => {
  const DURABLE: View = { at: 0 }
  const place = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(400))

  it('are sliced and counted like a sorted list, also over many chunks', () => {
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
            const row = new Row(event(`${key}${String(number).padStart(4, '0')}`), key)
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
          expect(rows.slice(DURABLE, Number.POSITIVE_INFINITY).map(row => row.id)).toEqual(sorted.map(row => row.id))
          const behind = sorted.filter(row => row.id > from).slice(0, limit)
          expect(rows.slice(DURABLE, limit, { sort, id: from }).map(row => row.id)).toEqual(behind.map(row => row.id))
          expect(rows.count(DURABLE)).toBe(sorted.length)
          expect(rows.isEmpty).toBe(sorted.length === 0)
        },
      ),
      { numRuns: runs(30) },
    )
  })
})
