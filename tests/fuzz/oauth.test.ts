import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'
import { faultOf } from './judge.ts'
import { allowedClient } from './known.ts'
import { send } from './send.ts'
import { SURFACES, type Surface } from './surfaces.ts'

/** Of all surfaces together. */
const REQUESTS = isNightly ? 20_000 : 2000

const unhandled: unknown[] = []
const keep = (reason: unknown): void => void unhandled.push(reason)

const dragoman = allTests(() => startDragoman({ now: () => new Date('2027-03-01T12:00:00.000Z') }))
const known = allTests(() => allowedClient(dragoman))
beforeAll(() => {
  process.on('unhandledRejection', keep)
  return () => void process.off('unhandledRejection', keep)
})

describe('a random OAuth request', () => {
  const surfaces = Object.keys(SURFACES) as Surface[]
  it.each(surfaces)('gets the answer of the RFCs, without a 500 and without its own markup: %s', async surface => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(SURFACES[surface](known), async sent => {
        const answered = await send(dragoman.url, sent)
        statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
        const fault = faultOf(surface, sent, answered, known)
        if (fault !== undefined) throw new Error(`${fault}: ${answered.status} ${answered.text.slice(0, 500)}`)
      }),
      // So few requests may all be refused, unless they are the same each day.
      { numRuns: Math.ceil(REQUESTS / surfaces.length), ...(!isNightly && { seed: 1 }) },
    )
    expect(unhandled).toEqual([])
    // A fuzzer that is always refused at the door tries nothing.
    expect([200, 201, 302].some(status => statuses.has(status))).toBe(true)
  })
})
