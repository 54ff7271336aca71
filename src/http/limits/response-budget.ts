import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import type { ResponseInterceptor } from '../responses/interceptor.ts'

/** Smaller answers fit into the buffers of a connection. */
const SMALL_RESPONSE_BYTES = 64 * 1024
/** Of one user, beside the first answer that waits: 64 MB of files are more as JSON. */
const MAX_USER_BYTES = 64 * 1024 * 1024
/** Nobody has more waiting than they leave, so one answer is half of this at most. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

/**
 * Makes the budget of a process: the memory that answers may take until clients have read them. `getIdentityUser` tells whose answer it is, and is asked when the answer is
 * there; `refuse` answers in its place where there is no room. A stream that has begun is cut.
 */
export function createResponseBudget(
  ownerOf: (request: IncomingMessage) => string,
  refuse: (exchange: Exchange, error: AppError) => void,
): ResponseInterceptor {
  const waiting = new Map<string, number>()
  const ofSocket = new WeakMap<Socket, Set<() => void>>()
  let all = 0

  const count = (owner: string, bytes: number): void => {
    const own = (waiting.get(owner) ?? 0) + bytes
    all += bytes
    if (own === 0) waiting.delete(owner)
    else waiting.set(owner, own)
  }

  const faultOf = (owner: string, bytes: number): AppError | undefined => {
    const before = waiting.get(owner) ?? 0
    const own = before + bytes
    if (bytes > MAX_TOTAL_BYTES / 2) return tooLargeError(bytes)
    if (before > 0 && own > MAX_USER_BYTES) return userLimitError(before)
    return own > MAX_TOTAL_BYTES - all - bytes ? totalLimitError(all) : undefined
  }

  /** Takes bytes; gives what gives them back, which the end of the connection does too, or why there is no room. */
  const take = ({ request, response }: Exchange, bytes: number): (() => void) | AppError => {
    const owner = ownerOf(request)
    const fault = faultOf(owner, bytes)
    if (fault !== undefined) return fault
    count(owner, bytes)
    const open = getOpenReleases(request.socket, ofSocket)
    const giveBack = (): void => {
      if (open.delete(giveBack)) count(owner, -bytes)
    }
    open.add(giveBack)
    response.once('close', giveBack)
    return giveBack
  }

  return {
    mayBegin: (exchange, bytes) => {
      const { request, response } = exchange
      if (bytes <= SMALL_RESPONSE_BYTES || request.method === 'HEAD' || isPublic(response) || request.socket.destroyed)
        return true
      const taken = take(exchange, bytes)
      if (!(taken instanceof AppError)) return true
      for (const name of CONTENT_HEADERS) response.removeHeader(name)
      refuse(exchange, taken)
      return false
    },
    take: (exchange, bytes) => {
      const { request, response } = exchange
      if (bytes <= SMALL_RESPONSE_BYTES || request.socket.destroyed) return undefined
      const taken = take(exchange, bytes)
      if (!(taken instanceof AppError)) return taken
      exchange.log.info({ code: taken.code }, 'stream cut: too many bytes are waiting to be read')
      response.destroy()
      return false
    },
  }
}

/** What is to be given back when a connection ends; Node.js tells its end to no answer that waits behind another one. */
function getOpenReleases(socket: Socket, ofSocket: WeakMap<Socket, Set<() => void>>): Set<() => void> {
  const known = ofSocket.get(socket)
  if (known !== undefined) return known
  const open = new Set<() => void>()
  ofSocket.set(socket, open)
  socket.once('close', () => {
    for (const giveBack of open) giveBack()
  })
  return open
}

/** Headers of the refused answer that are not true of its refusal. */
const CONTENT_HEADERS = ['etag', 'content-disposition']

/** What caches may keep for everybody is the same bytes for everybody. */
const isPublic = (response: ServerResponse): boolean => /^public\b/.test(String(response.getHeader('cache-control')))

const tooLargeError = (bytes: number): AppError =>
  new AppError('too_large', `The response has ${bytes} bytes. The maximum is ${MAX_TOTAL_BYTES / 2}.`, {
    fix: 'Request less at a time: a smaller limit, or fewer files or locales.',
  })

const READ_FIRST_FIX = 'Read the open responses, or close their connections. Changes of this call are saved.'

const userLimitError = (waiting: number): AppError =>
  new AppError(
    'unavailable',
    `Your clients have not read ${waiting} bytes of responses. The maximum is ${MAX_USER_BYTES}.`,
    {
      fix: READ_FIRST_FIX,
      retryAfter: 5,
    },
  )

const totalLimitError = (all: number): AppError =>
  new AppError(
    'unavailable',
    `The server is busy: clients have not read ${all} bytes of responses. The maximum is ${MAX_TOTAL_BYTES}.`,
    {
      fix: `Repeat the call in a few seconds. ${READ_FIRST_FIX}`,
      retryAfter: 5,
    },
  )
