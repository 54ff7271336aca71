import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import type { Exchange } from './exchange.ts'
import type { AnswerWatch } from './watched-response.ts'

/** Smaller answers fit into the buffers of a connection. */
const SMALL = 64 * 1024
/** Of one user, beside the first answer that waits: 64 MB of files are more as JSON. */
const MOST_FOR_ONE = 64 * 1024 * 1024
/** Nobody has more waiting than they leave, so one answer is half of this at most. */
const MOST_FOR_ALL = 256 * 1024 * 1024

/**
 * Makes the budget of a process: the memory that answers may take until clients have read them. `ownerOf` tells whose answer it is, and is asked when the answer is
 * there; `refuse` answers in its place where there is no room. A stream that has begun is cut.
 */
export function createAnswerBudget(
  ownerOf: (request: IncomingMessage) => string,
  refuse: (exchange: Exchange, error: AppError) => void,
): AnswerWatch {
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
    if (bytes > MOST_FOR_ALL / 2) return tooLarge(bytes)
    if (before > 0 && own > MOST_FOR_ONE) return tooMuchOfOne(before)
    return own > MOST_FOR_ALL - all - bytes ? tooMuchOfAll(all) : undefined
  }

  /** Takes bytes; gives what gives them back, which the end of the connection does too, or why there is no room. */
  const take = ({ request, response }: Exchange, bytes: number): (() => void) | AppError => {
    const owner = ownerOf(request)
    const fault = faultOf(owner, bytes)
    if (fault !== undefined) return fault
    count(owner, bytes)
    const open = openOn(request.socket, ofSocket)
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
      if (bytes <= SMALL || request.method === 'HEAD' || isShared(response) || request.socket.destroyed) return true
      const taken = take(exchange, bytes)
      if (!(taken instanceof AppError)) return true
      for (const name of OF_CONTENT) response.removeHeader(name)
      refuse(exchange, taken)
      return false
    },
    take: (exchange, bytes) => {
      const { request, response } = exchange
      if (bytes <= SMALL || request.socket.destroyed) return undefined
      const taken = take(exchange, bytes)
      if (!(taken instanceof AppError)) return taken
      exchange.log.info({ code: taken.code }, 'a stream was cut, because there was no room for what it waits for')
      response.destroy()
      return false
    },
  }
}

/** What is to be given back when a connection ends; Node.js tells its end to no answer that waits behind another one. */
function openOn(socket: Socket, ofSocket: WeakMap<Socket, Set<() => void>>): Set<() => void> {
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
const OF_CONTENT = ['etag', 'content-disposition']

/** What caches may keep for everybody is the same bytes for everybody. */
const isShared = (response: ServerResponse): boolean => /^public\b/.test(String(response.getHeader('cache-control')))

const tooLarge = (bytes: number): AppError =>
  new AppError('too_large', `The answer has ${bytes} bytes; an answer may have ${MOST_FOR_ALL / 2}.`, {
    fix: 'Ask for less at a time: a smaller limit, or fewer files or locales.',
  })

const READ_FIRST = 'Read the answers that were asked for, or close their connections. What the call wrote is written.'

const tooMuchOfOne = (waiting: number): AppError =>
  new AppError(
    'unavailable',
    `${waiting} bytes of answers wait for your clients to read them, and ${MOST_FOR_ONE} may.`,
    {
      fix: READ_FIRST,
      retryAfter: 5,
    },
  )

const tooMuchOfAll = (all: number): AppError =>
  new AppError('unavailable', `Answers of ${all} bytes wait here for clients to read them; ${MOST_FOR_ALL} may.`, {
    fix: `Repeat the call in a few seconds. ${READ_FIRST}`,
    retryAfter: 5,
  })
