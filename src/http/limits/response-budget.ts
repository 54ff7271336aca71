import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import type { ResponseInterceptor } from '../responses/interceptor.ts'

/** Smaller responses fit into the buffers of a connection. */
const SMALL_RESPONSE_BYTES = 64 * 1024
/** Per user, besides the first pending response, because 64 MB of files are more as JSON. */
const MAX_USER_BYTES = 64 * 1024 * 1024
/** One user can use at most as many bytes as stay free, so one response is at most half of this. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

/**
 * Creates the memory limit of responses that clients have not read yet. `getOwner` finds the user of a response when it is sent; `refuse` sends an error
 * instead if there is no room. A started stream is closed.
 */
export function createResponseBudget(
  getOwner: (request: IncomingMessage) => string,
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

  const findFault = (owner: string, bytes: number): AppError | undefined => {
    const before = waiting.get(owner) ?? 0
    const own = before + bytes
    if (bytes > MAX_TOTAL_BYTES / 2) return tooLargeError(bytes)
    if (before > 0 && own > MAX_USER_BYTES) return userLimitError(before)
    return own > MAX_TOTAL_BYTES - all - bytes ? totalLimitError(all) : undefined
  }

  /** Takes bytes and returns the function that releases them, as does the end of the connection; or the error if there is no room. */
  const take = ({ request, response }: Exchange, bytes: number): (() => void) | AppError => {
    const owner = getOwner(request)
    const fault = findFault(owner, bytes)
    if (fault !== undefined) return fault
    count(owner, bytes)
    const open = getOpenReleases(request.socket, ofSocket)
    const release = (): void => {
      if (open.delete(release)) count(owner, -bytes)
    }
    open.add(release)
    response.once('close', release)
    return release
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

/** The bytes to release when a connection ends. Node.js does not notify responses that wait behind another one. */
function getOpenReleases(socket: Socket, ofSocket: WeakMap<Socket, Set<() => void>>): Set<() => void> {
  const known = ofSocket.get(socket)
  if (known !== undefined) return known
  const open = new Set<() => void>()
  ofSocket.set(socket, open)
  socket.once('close', () => {
    for (const release of open) release()
  })
  return open
}

/** Headers of a response that do not apply to the error in its place. */
const CONTENT_HEADERS = ['etag', 'content-disposition']

/** Whether the response is public: then all clients share the same bytes. */
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
