import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { closeWithLinger, isClosing } from './lingering-close.ts'

interface Connection {
  /** The number of requests whose response has not ended. */
  open: number
  newest?: { readonly response: ServerResponse; readonly keepsAlive: boolean }
  /** The time of the last request, by `performance.now()`, and the bytes received by then. */
  quietSince: number
  bytesRead: number
}

export interface DrainOptions {
  /** Time in milliseconds that an idle connection stays open, so that a busy client gets a response to its next request. */
  readonly quietMs: number
  /** After this time, in milliseconds, connections are closed even with open requests. */
  readonly longestMs: number
}

const POLL_MS = 20
/** Time in milliseconds that a stopping server accepts connections from the queue of the system. */
const ACCEPT_MS = 500

/** Tracks the connections of a server and closes them without losing a request. */
export class ConnectionTracker {
  readonly #server: Server
  readonly #all = new Map<Socket, Connection>()
  #isDraining = false
  #accepted = 0
  #queueEmptied: Promise<void> | undefined

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => this.#watch(socket))
  }

  /**
   * Serves a request. Ignores requests on a connection after a response with `Connection: close` (RFC 9112 9.6).
   */
  admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const serveIfAdmitted = (): void => {
      if (this.#isAdmitted(request, response)) serve()
    }
    if (this.#queueEmptied === undefined) serveIfAdmitted()
    else void this.#queueEmptied.then(serveIfAdmitted)
  }

  /**
   * Stops accepting connections, responds to open and late requests with `Connection: close`, and closes each connection. Resolves when none is left.
   */
  async drain({ quietMs, longestMs }: DrainOptions): Promise<void> {
    await this.#emptyQueue()
    const closed = new Promise<void>(resolve => {
      // `close` of an HTTP server would destroy idle connections on which a request has just arrived.
      Listener.prototype.close.call(this.#server, () => resolve())
    })
    this.#isDraining = true
    for (const { newest } of this.#all.values()) {
      if (newest?.response.headersSent === false) newest.response.shouldKeepAlive = false
    }
    const look = setInterval(() => this.#endQuiet(quietMs), POLL_MS)
    const cut = setTimeout(() => {
      for (const socket of this.#all.keys()) socket.destroy()
    }, longestMs)
    this.#endQuiet(quietMs)
    await closed
    clearInterval(look)
    clearTimeout(cut)
    // Ends the timer that checks for slow requests.
    this.#server.close()
  }

  /**
   * Accepts the connections in the queue of the system, which would be reset when it closes. Sends no responses meanwhile: clients that open a
   * connection per request would refill the queue as fast as it empties.
   */
  async #emptyQueue(): Promise<void> {
    let release: () => void = () => undefined
    this.#queueEmptied = new Promise(resolve => {
      release = resolve
    })
    const until = performance.now() + ACCEPT_MS
    // The end of this turn of the event loop; each later turn accepts connections.
    await turn()
    for (let before = -1; before < this.#accepted && performance.now() < until; ) {
      before = this.#accepted
      await turn()
    }
    this.#queueEmptied = undefined
    // After the current work: the queue is closed in this turn.
    void turn().then(release)
  }

  #isAdmitted(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#all.get(socket)
    if (connection === undefined || isClosing(socket)) return false
    const { newest } = connection
    if (newest !== undefined && hasCloseHeader(newest.response)) return false
    // Of pipelined requests, the response to the last one closes the connection.
    if (this.#isDraining && newest?.response.headersSent === false) newest.response.shouldKeepAlive = newest.keepsAlive
    connection.newest = { response, keepsAlive: response.shouldKeepAlive }
    if (this.#isDraining) response.shouldKeepAlive = false
    connection.open += 1
    response.once('close', () => {
      connection.open -= 1
      connection.quietSince = performance.now()
      connection.bytesRead = socket.bytesRead
    })
    return true
  }

  #watch(socket: Socket): void {
    this.#accepted += 1
    this.#all.set(socket, { open: 0, quietSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => this.#all.delete(socket))
    // Node.js calls this to close a connection after the last response.
    socket.destroySoon = () => closeWithLinger(socket)
  }

  #endQuiet(quietMs: number): void {
    const now = performance.now()
    for (const [socket, { open, quietSince, bytesRead }] of this.#all) {
      // Bytes received since are the start of a request.
      if (open === 0 && socket.bytesRead === bytesRead && now - quietSince >= quietMs) closeWithLinger(socket)
    }
  }
}

const hasCloseHeader = (response: ServerResponse): boolean =>
  response.headersSent && (!response.shouldKeepAlive || /\bclose\b/i.test(String(response.getHeader('connection'))))
