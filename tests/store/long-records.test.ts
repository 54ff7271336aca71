import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isLongRecord, validateInSteps, validateRecord } from '../../src/store/engine/record.ts'

const Item = z.object({ key: z.string(), push: z.number().int().optional() })
const Schema = z.object({ id: z.string(), items: z.array(Item), few: z.array(z.string()).max(1_500) })

const makeItems = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, push: at }))

/** The result, and the steps that it took. */
function run(record: { id: string }): { readonly result: unknown; readonly steps: number } {
  const steps = validateInSteps('lists', Schema, record)
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

  it('is refused with the place of each invalid item', () => {
    const record = { id: 'a', items: [...makeItems(2_400), { key: 1 }, ...makeItems(3)], few: [] }
    expect(() => run(record)).toThrow('Record "a" is not valid in lists: items.2400.key:')
  })

  it('is refused by a rule about the whole list', () => {
    const record = { id: 'a', items: [], few: Array.from({ length: 1_501 }, () => 'x') }
    expect(() => run(record)).toThrow('few:')
  })
})
