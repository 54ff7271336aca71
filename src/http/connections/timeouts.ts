import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from '../requests/body.ts'
import { destroyStalledReaders } from './stalled-readers.ts'

/** Timeouts, in milliseconds. */
export interface Timeouts {
  /** Without a byte of a request body, or without `MIN_BYTES` of a long one. */
  readonly bodyMs: number
  /** Without a byte in either direction, after the client has half-closed the connection. */
  readonly halfOpenMs: number
  /** Until a client that reads too little of a response is disconnected. */
  readonly answerMs: number
  /** Without a request on a connection that was used before. */
  readonly idleMs: number
}

/**
 * `idleMs` is longer than the usual 60 s of clients and reverse proxies: the side that sends requests should close first, or a request arrives on a
 * connection that was just closed.
 */
export const DEFAULT_TIMEOUTS: Timeouts = { bodyMs: 30_000, halfOpenMs: 60_000, answerMs: 30_000, idleMs: 65_000 }

/** For request line and headers. Node.js checks every 30 s. */
const HEADERS_MS = 60_000
/** For a whole request: 16 MiB, the largest file, take this long at 9 KiB/s. */
const REQUEST_MS = 30 * 60_000

/**
 * Minimum bytes of a long body per `bodyMs`, so that a slow sender can't hold memory. In 30 s that is 1 KiB/s, a ninth of the rate at which a file of 16 MiB
 * arrives within `REQUEST_MS`. A shorter body takes less memory than its connection.
 */
const MIN_BYTES = 30 * 1024

/**
 * Sets the timeouts of a server: for a request, for reading its response, and until the next request. Allows half-closed connections for a limited time.
 */
export function setConnectionTimeouts(server: Server, { halfOpenMs, answerMs, idleMs }: Timeouts): void {
  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: idleMs }
  // As an option, `httpAllowHalfOpen` has no effect: Node.js has it as a property only.
  Object.assign(server, { httpAllowHalfOpen: true, ...timeouts })
  // Node.js destroys a socket at its timeout.
  server.on('connection', (socket: Socket) => socket.once('end', () => socket.setTimeout(halfOpenMs)))
  destroyStalledReaders(server, answerMs)
}

/**
 * Emits `timeout` on a request whose body arrives too slowly, for its reader to handle. If the response was already sent, closes the connection.
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
