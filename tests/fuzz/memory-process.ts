import * as fc from 'fast-check'
import { sweep } from '../../src/tools/retention/sweep.ts'
import { startDragoman } from '../harness.ts'
import { allowedClient } from './known.ts'
import { send } from './send.ts'
import { SURFACES } from './surfaces.ts'

/**
 * Sends a first and then a larger number of random requests to a service in this process, and prints what of the heap is in use after each, as JSON.
 * Run with --expose-gc. The clock goes on, so that what ends by time does, and
 * the sweep runs every hour as it would.
 */
const [first, all] = process.argv.slice(2).map(Number) as [number, number]
const REQUESTS_AN_HOUR = 25
const HOUR_MS = 3_600_000

let time = Date.parse('2027-03-01T12:00:00.000Z')
const dragoman = await startDragoman({ now: () => new Date(time) })
const known = await allowedClient(dragoman)
const arbitraries = Object.values(SURFACES).map(surface => surface(known))

const used: number[] = []
let sent = 0
for (const goal of [first, all]) {
  while (sent < goal) {
    for (const request of fc.sample(fc.oneof(...arbitraries), { numRuns: REQUESTS_AN_HOUR, seed: sent })) {
      await send(dragoman.url, request)
      time += HOUR_MS / REQUESTS_AN_HOUR
    }
    await sweep(dragoman.services)
    sent += REQUESTS_AN_HOUR
  }
  used.push(settledHeap())
}
await dragoman.stop()
process.stdout.write(JSON.stringify(used))

function settledHeap(): number {
  if (globalThis.gc === undefined) throw new Error('run this with --expose-gc')
  for (let n = 0; n < 3; n += 1) globalThis.gc()
  return process.memoryUsage().heapUsed
}
