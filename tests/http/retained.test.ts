import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { beginExchange } from '../../src/http/exchange.ts'
import { type AnswerWatch, WatchedResponse } from '../../src/http/watched-response.ts'
import type { Services } from '../../src/tools/call.ts'

const services = { newId: () => 'id', now: () => new Date(), log: { isLevelEnabled: () => false } }
const watch: AnswerWatch = { mayBegin: () => true, take: () => undefined }
const socket = new Socket()

/** Begins and ends requests; after each 500 of them the young part of the heap is collected, as it is under load. */
function serve(count: number): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  for (let n = 1; n <= count; n++) {
    const request = new IncomingMessage(socket)
    const response = new WatchedResponse(request)
    response.watchBy(watch, beginExchange(services as unknown as Services, request, response))
    response.emit('close')
    if (n % 500 === 0) collect({ type: 'minor' })
  }
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN

it('a request that is over is not moved to the old part of the heap, where it would stay for long', () => {
  serve(5_000)
  const before = oldBytes()
  serve(20_000)
  // 8 MB and more when something of each request stays.
  expect(oldBytes() - before).toBeLessThan(2 * 1024 * 1024)
})
