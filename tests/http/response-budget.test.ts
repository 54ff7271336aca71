import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../src/errors.ts'
import type { Exchange } from '../../src/http/exchange.ts'
import { createResponseBudget } from '../../src/http/limits/response-budget.ts'
import { InterceptedResponse, type ResponseInterceptor } from '../../src/http/responses/interceptor.ts'

const MIB = 1024 * 1024

/** What the system takes of an answer differs from machine to machine: these answers have a connection that takes nothing. */
describe('the budget of responses', () => {
  let budget: ResponseInterceptor
  let log: object[]
  let refused: Map<ServerResponse, AppError[]>
  const untaken = new WeakMap<ServerResponse, (() => void)[]>()
  beforeEach(() => {
    log = []
    refused = new Map()
    budget = createResponseBudget(
      ({ url = '' }) => url.slice(1),
      ({ response }, error) => refused.get(response)?.push(error),
    )
    vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function take(this: ServerResponse, _piece, then) {
      if (typeof then === 'function') untaken.get(this)?.push(then)
      return false
    })
  })
  afterEach(() => vi.restoreAllMocks())

  interface Asked {
    readonly method?: string
    readonly isPublic?: boolean
    readonly socket?: Socket
  }

  function ask(owner: string, { method = 'GET', isPublic = false, socket = new Socket() }: Asked = {}) {
    const request = Object.assign(new IncomingMessage(socket), { method, url: `/${owner}` })
    const response = new InterceptedResponse(request)
    const taken: (() => void)[] = []
    untaken.set(response, taken)
    if (isPublic) response.setHeader('cache-control', 'public, max-age=300')
    response.setHeader('etag', '"of the body"')
    const refusals: AppError[] = []
    refused.set(response, refusals)
    const exchange = { request, response, log: { info: (told: object) => log.push(told) } } as unknown as Exchange
    response.interceptWith(budget, exchange)
    return { response, refusals, taken, socket }
  }

  /** Answers with so many bytes, which nobody reads. */
  function answer(bytes: number, owner: string, asked?: Asked) {
    const one = ask(owner, asked)
    one.response.writeHead(200, { 'content-length': bytes })
    return one
  }
  const stream = (bytes: number, owner: string) => {
    const one = ask(owner)
    one.response.writeHead(200)
    one.response.write(Buffer.alloc(bytes))
    return one
  }
  const fits = (bytes: number, owner: string, asked?: Asked): boolean => {
    const { response, refusals } = answer(bytes, owner, asked)
    response.emit('close')
    return refusals.length === 0
  }

  it('is 64 MiB of one owner, and a closed connection releases its part', () => {
    const { socket } = answer(30 * MIB, 'ada')
    answer(30 * MIB, 'ada', { socket })
    const { refusals, response } = answer(5 * MIB, 'ada')
    expect(refusals).toMatchObject([
      {
        code: 'unavailable',
        retryAfter: 5,
        message: `Your clients have not read ${60 * MIB} bytes of responses. The maximum is ${64 * MIB}.`,
      },
    ])
    expect(response.hasHeader('etag')).toBe(false)
    expect(fits(4 * MIB, 'ada')).toBe(true)
    expect(fits(4 * MIB + 1, 'ada')).toBe(false)
    expect(fits(64 * MIB, 'bob')).toBe(true)
    socket.emit('close')
    expect(fits(64 * MIB, 'ada')).toBe(true)
  })

  it('does not count small, empty or shared answers', () => {
    answer(64 * MIB, 'ada')
    expect(fits(64 * 1024, 'ada')).toBe(true)
    expect(fits(64 * 1024 + 1, 'ada')).toBe(false)
    expect(fits(70 * MIB, 'ada', { method: 'HEAD' })).toBe(true)
    expect(fits(70 * MIB, 'ada', { isPublic: true })).toBe(true)
  })

  it('takes back bytes that were read', () => {
    for (let count = 0; count < 9; count++) expect(fits(60 * MIB, 'ada')).toBe(true)
  })

  it('has room for a first answer of up to half of all, and for nobody beyond that', () => {
    expect(answer(128 * MIB + 1, 'ada').refusals).toMatchObject([{ code: 'too_large' }])
    expect(answer(128 * MIB, 'ada').refusals).toEqual([])
    expect(fits(MIB, 'ada')).toBe(false)
    expect(fits(64 * MIB + 1, 'bob')).toBe(false)
    expect(fits(64 * MIB, 'bob')).toBe(true)
  })

  it('counts the chunks of a stream until they are read, and cuts one that has no room', () => {
    const one = stream(60 * MIB, 'ada')
    expect(stream(5 * MIB, 'ada').response.destroyed).toBe(true)
    expect(log).toEqual([expect.objectContaining({ code: 'unavailable' })])
    expect(stream(60_000, 'ada').response.destroyed).toBe(false)
    for (const take of one.taken) take()
    expect(stream(60 * MIB, 'ada').response.destroyed).toBe(false)
  })
})
