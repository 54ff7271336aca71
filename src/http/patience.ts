import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './body.ts'

/** How long clients are waited for, in milliseconds. */
export interface Patience {
  /** Without a byte of a body that was begun. */
  readonly bodyMs: number
  /** Without a byte in either direction, once the client has sent its last one and waits for the answer. */
  readonly halfOpenMs: number
}

export const PATIENCE: Patience = { bodyMs: 30_000, halfOpenMs: 60_000 }

/** For a request line and headers; Node.js looks for slow requests every 30 s. */
const HEADERS_MS = 60_000
/** For a whole request, however steadily its body comes: 16 MiB, the largest file, take so long at 9 KiB/s. */
const REQUEST_MS = 30 * 60_000

/** Answers clients that half-close their connection after a request, for a limited time, and limits how long a request may take. */
export function limitConnections(server: Server, { halfOpenMs }: Patience): void {
  // Node.js has this as a property alone.
  Object.assign(server, { httpAllowHalfOpen: true, headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS })
  // Node.js destroys a socket at its timeout.
  server.on('connection', (socket: Socket) => socket.once('end', () => socket.setTimeout(halfOpenMs)))
}

/**
 * Emits `timeout` on a request whose body makes no progress, for whoever reads it to answer; where nobody does any more, because it is answered, ends the
 * connection.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse, { bodyMs }: Patience): void {
  if (request.complete || !hasBody(request)) return
  const { socket } = request
  let bytesRead = socket.bytesRead
  let progressAt = performance.now()
  const look = setInterval(
    () => {
      if (request.complete) return clearInterval(look)
      const now = performance.now()
      if (socket.bytesRead > bytesRead) {
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
