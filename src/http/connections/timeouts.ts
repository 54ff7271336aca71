import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from '../requests/body.ts'
import { destroyStalledReaders } from './stalled-readers.ts'

/** How long clients are waited for, in milliseconds. */
export interface Timeouts {
  /** Without a byte of a body that was begun, or without `MIN_BYTES` of a long one. */
  readonly bodyMs: number
  /** Without a byte in either direction, once the client has sent its last one and waits for the answer. */
  readonly halfOpenMs: number
  /** Until a client that takes too little of an answer is cut off. */
  readonly answerMs: number
  /** Without a request on a connection that was used before. */
  readonly idleMs: number
}

/**
 * `idleMs` is longer than clients and reverse proxies keep a connection, usually 60 s, and than clients wait between two requests: the side that sends
 * requests should be the first to close, or a request meets a connection that has just ended.
 */
export const DEFAULT_TIMEOUTS: Timeouts = { bodyMs: 30_000, halfOpenMs: 60_000, answerMs: 30_000, idleMs: 65_000 }

/** For a request line and headers; Node.js looks for slow requests every 30 s. */
const HEADERS_MS = 60_000
/** For a whole request, however steadily its body comes: 16 MiB, the largest file, take so long at 9 KiB/s. */
const REQUEST_MS = 30 * 60_000

/**
 * What a long body brings in each `bodyMs`, so that nobody keeps its memory taken with a byte now and then. In 30 s that is 1 KiB/s: a ninth of what a
 * file of 16 MiB needs to be there within `REQUEST_MS`. A shorter body takes less memory than its connection does.
 */
const MIN_BYTES = 30 * 1024

/**
 * Answers clients that half-close their connection after a request, for a limited time, and limits how long a request, reading its answer, and the time
 * until the next one may take.
 */
export function setConnectionTimeouts(server: Server, { halfOpenMs, answerMs, idleMs }: Timeouts): void {
  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: idleMs }
  // Node.js has the first as a property alone.
  Object.assign(server, { httpAllowHalfOpen: true, ...timeouts })
  // Node.js destroys a socket at its timeout.
  server.on('connection', (socket: Socket) => socket.once('end', () => socket.setTimeout(halfOpenMs)))
  destroyStalledReaders(server, answerMs)
}

/**
 * Emits `timeout` on a request whose body makes too little progress, for whoever reads it to answer; where nobody does any more, because it is answered, ends the
 * connection.
 */
export function enforceBodyTimeout(request: IncomingMessage, response: ServerResponse, { bodyMs }: Timeouts): void {
  if (request.complete || !hasBody(request)) return
  const { socket, headers } = request
  const announced = Number(headers['content-length'] ?? 0)
  const begunWith = socket.bytesRead
  let bytesRead = begunWith
  let progressAt = performance.now()
  const look = setInterval(
    () => {
      if (request.complete) return clearInterval(look)
      const now = performance.now()
      const isLong = Math.max(announced, socket.bytesRead - begunWith) > MIN_BYTES
      if (socket.bytesRead - bytesRead >= (isLong ? MIN_BYTES : 1)) {
        bytesRead = socket.bytesRead
        progressAt = now
      } else if (now - progressAt >= bodyMs) {
        clearInterval(look)
        if (response.headersSent) socket.destroy()
        else request.emit('timeout', socket)
      }
    },
    Math.max(1, bodyMs / 30),
  )
  request.once('close', () => clearInterval(look))
}
