import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  freezeInSteps,
  isLongRecord,
  stringifyInSteps,
  validateInSteps,
  validateRecord,
} from '../../../src/store/engine/record.ts'

const Item = z.object({ key: z.string(), push: z.number().int().optional() })
const Schema = z.object({ id: z.string(), items: z.array(Item), few: z.array(z.string()).max(1_500) })

const makeItems = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, push: at }))

/** The result, and the steps that it took. */
const run = (record: { id: string }) => runSteps(validateInSteps('lists', Schema, record))

function runSteps<Result>(steps: Iterator<unknown, Result>): { readonly result: Result; readonly steps: number } {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next()
    if (done === true) return { result: value, steps: count }
  }
}

describe('a record with a long list', () => {
  it('is validated in steps, with the same result', () => {
    const record = { id: 'a', items: makeItems(3_500).map(item => ({ ...item, unknown: 1 })), few: ['one'] }
    expect(isLongRecord(record)).toBe(true)
    expect(isLongRecord({ ...record, items: makeItems(3) } as { id: string })).toBe(false)
    const { result, steps } = run(record)
    expect(result).toEqual(validateRecord('lists', Schema, record))
    expect(steps).toBeGreaterThanOrEqual(4)
  })

  it('is written as JSON in steps, with the same text', () => {
    const odd = { none: undefined, null: null, '"': ['\u2028', undefined, null, [], {}], at: 1.5, on: false }
    const record = {
      id: 'a',
      ...odd,
      empty: [],
      items: makeItems(2_500),
      numbers: Array.from({ length: 1_001 }, () => 7),
    }
    const { result, steps } = runSteps(stringifyInSteps(record))
    expect(result).toBe(JSON.stringify(record))
    expect(steps).toBeGreaterThanOrEqual(5)
  })

  it('is frozen in steps', () => {
    const record = { id: 'a', items: makeItems(2_500), few: ['one'] }
    expect(runSteps(freezeInSteps(record)).steps).toBeGreaterThanOrEqual(3)
    expect(record.items.every(Object.isFrozen)).toBe(true)
  })

  it('is refused with the place of each invalid item', () => {
    const record = { id: 'a', items: [...makeItems(2_400), { key: 1 }, ...makeItems(3)], few: [] }
    expect(() => run(record)).toThrow('Record "a" is not valid in lists: items.2400.key:')
  })

  it('is refused by a rule about the whole list', () => {
    const record = { id: 'a', items: [], few: Array.from({ length: 1_501 }, () => 'x') }
    expect(() => run(record)).toThrow('few:')
  })
})
