import { describe, expect, it } from 'vitest'
import { createIdGenerator } from '../../src/store/ids.ts'

const newId = (now: Date): string => createIdGenerator(() => now)()

describe('an id', () => {
  it('has 20 characters of lower-case Crockford base32: the time, then random ones', () => {
    expect(newId(new Date(0)).slice(0, 9)).toBe('000000000')
    expect(newId(new Date(33)).slice(0, 9)).toBe('000000011')
    for (let n = 0; n < 100; n++) expect(newId(new Date(1.8e12))).toMatch(/^1mcc5rm00[0-9a-hjkmnp-tv-z]{11}$/)
  })

  it('sorts by its millisecond', () => {
    const times = [1, 31, 32, 1023, 1024, 1.7e12, 1.8e12, 3e12, 32 ** 9 - 1]
    const made = times.map(time => newId(new Date(time)))
    expect(made.toSorted()).toEqual(made)
  })

  it('is unique within the same millisecond', () => {
    const again = createIdGenerator(() => new Date(1.8e12))
    expect(new Set(Array.from({ length: 2000 }, again)).size).toBe(2000)
  })
})
