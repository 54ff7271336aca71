import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { beginExchange } from '../../src/http/exchange.ts'
import { InterceptedResponse, type ResponseInterceptor } from '../../src/http/responses/interceptor.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'

const services = { newId: () => 'id', now: () => new Date(), log: { isLevelEnabled: () => false } }
const watch: ResponseInterceptor = { mayBegin: () => true, take: () => undefined }
const socket = new Socket()

/** Begins and ends requests; after each 500 of them the young part of the heap is collected, as it is under load. */
function serve(count: number): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  for (let n = 1; n <= count; n++) {
    const request = new IncomingMessage(socket)
    const response = new InterceptedResponse(request)
    response.interceptWith(watch, beginExchange(services as unknown as Services, request, response))
    response.emit('close')
    if (n % 500 === 0) collect({ type: 'minor' })
  }
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN

/** By how many bytes the old part of the heap grows while requests are served, in the middle one of several rounds: now and then something else fills or empties it. */
function growth(): number {
  const rounds = Array.from({ length: 9 }, () => {
    const before = oldBytes()
    serve(5_000)
    return oldBytes() - before
  })
  return rounds.toSorted((a, b) => a - b)[4] ?? Number.NaN
}

it('a finished request is not promoted to the old part of the heap', () => {
  serve(5_000)
  // 11 MB when something of each request stays, and a fifth of one else.
  expect(growth()).toBeLessThan(4 * 1024 * 1024)
})
