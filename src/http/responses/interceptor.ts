import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'

/** Called before a response, or a part of one, is sent. */
export interface ResponseInterceptor {
  /** Whether a response of this many bytes may begin; false if another response was sent instead. */
  mayBegin(exchange: Exchange, bytes: number): boolean
  /**
   * Called for each chunk of a stream of unknown length. Returns a callback for when the system has taken the chunk; undefined without one, false if the
   * stream was cut.
   */
  take(exchange: Exchange, bytes: number): (() => void) | undefined | false
}

type WriteArguments = readonly unknown[]

/**
 * A response that an interceptor watches. A class, because wrapper functions on each response would keep it in memory
 * until the old generation is collected.
 */
export class InterceptedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  #watch: ResponseInterceptor | undefined
  #exchange: Exchange | undefined
  #hasLength = false
  #isReplaced = false

  interceptWith(watch: ResponseInterceptor, exchange: Exchange): void {
    this.#watch = watch
    this.#exchange = exchange
  }

  override writeHead(...given: [number, ...unknown[]]): this {
    const length = getContentLength(this, given)
    this.#hasLength = length > 0
    const mayBegin = this.#exchange === undefined || this.#watch?.mayBegin(this.#exchange, length) !== false
    if (mayBegin) return super.writeHead(...(given as [number]))
    // The sender is still writing the response that was replaced.
    this.#isReplaced = true
    return this
  }

  override write(...given: WriteArguments): boolean {
    if (this.#isReplaced) return false
    const [piece] = given
    const bytes = typeof piece === 'string' ? Buffer.byteLength(piece) : (piece as Uint8Array).length
    const exchange = this.#hasLength ? undefined : this.#exchange
    const taken = exchange && this.#watch?.take(exchange, bytes)
    if (taken === false) return false
    if (taken === undefined) return super.write(...(given as [string]))
    const last = given.at(-1)
    const then = (error: unknown): void => {
      taken()
      if (typeof last === 'function') last(error)
    }
    return super.write(piece, then)
  }

  override end(...given: WriteArguments): this {
    return this.#isReplaced ? this : super.end(...(given as []))
  }
}

/** Intercepts the responses of an Express application, by giving each its own prototype. */
export function interceptExpressResponses(app: { readonly response: object }): void {
  const { writeHead, write, end } = Object.getOwnPropertyDescriptors(InterceptedResponse.prototype)
  Object.defineProperties(app.response, { writeHead, write, end })
}

function getContentLength(response: ServerResponse, given: WriteArguments): number {
  const headers = (given.at(-1) ?? {}) as Readonly<Record<string, unknown>>
  const name = Object.keys(headers).find(one => one.length === 14 && one.toLowerCase() === 'content-length')
  return Number((name === undefined ? response.getHeader('content-length') : headers[name]) ?? 0)
}
