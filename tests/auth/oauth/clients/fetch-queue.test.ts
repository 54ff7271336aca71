import { describe, expect, it } from 'vitest'
import { createFetchQueue, MAX_CONCURRENT } from '../../../../src/auth/oauth/clients/rate-limit-fetch.ts'

/** A queue whose tasks run until the test ends them. */
function open() {
  const take = createFetchQueue()
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const begin = (who: string, name: string): Promise<string> =>
    take(who, () => {
      started.push(name)
      return new Promise((resolve, reject) => {
        ends.set(name, error => (error === undefined ? resolve(name) : reject(error)))
      })
    })
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error)
    await new Promise(setImmediate)
  }
  return { begin, end, started }
}

describe('the fetch queue', () => {
  it('runs four items at once, and starts the next when one ends or fails', async () => {
    const { begin, end, started } = open()
    const all = ['0', '1', '2', '3', '4', '5'].map(name => begin(name, name))
    await new Promise(setImmediate)
    expect(started).toEqual(['0', '1', '2', '3'])
    expect(started).toHaveLength(MAX_CONCURRENT)
    const failed = expect(all[1]).rejects.toThrow('broken')
    await end('1', new Error('broken'))
    await failed
    expect(started).toEqual(['0', '1', '2', '3', '4'])
    await end('0')
    expect(await all[0]).toBe('0')
    expect(started).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  it('lets owners take turns, however many items one of them has waiting', async () => {
    const { begin, end, started } = open()
    for (let n = 0; n < 10; n += 1) void begin('many', `many ${n}`)
    void begin('one', 'one')
    await new Promise(setImmediate)
    expect(started).toEqual(['many 0', 'many 1', 'many 2', 'many 3'])
    await end('many 0')
    expect(started.at(-1)).toBe('many 4')
    await end('many 4')
    expect(started.at(-1)).toBe('one')
    await end('one')
    expect(started.at(-1)).toBe('many 5')
  })
})
