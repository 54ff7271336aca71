import { PassThrough } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Io } from '../io.ts'

/**
 * A stdio transport that still answers pending requests when stdin ends. The SDK's transport drops them, so a request piped in from a shell would get no
 * response.
 */
export class DrainingStdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  /** Resolves when stdin has ended and all requests are answered, or when stdout fails. */
  readonly ended: Promise<void>
  readonly #inner: StdioServerTransport
  readonly #pending = new Set<string | number>()
  #inputEnded = false
  #end: () => void = () => undefined

  constructor({ stdin, stdout }: Io) {
    const input = new PassThrough()
    this.#inner = new StdioServerTransport(input, stdout)
    this.ended = new Promise(resolve => (this.#end = resolve))
    stdin.pipe(input, { end: false })
    input.once('close', this.#end)
    stdout.once('error', this.#end)
    stdin.once('end', () => {
      this.#inputEnded = true
      // Buffered input is read before the next turn of the event loop.
      setImmediate(() => this.#endWhenAnswered())
    })
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onclose: () => this.onclose?.(),
      onerror: (error: Error) => this.onerror?.(error),
      onmessage: (message: JSONRPCMessage) => this.#receive(message),
    })
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message)
    if ('result' in message || 'error' in message) this.#forget(message.id)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  #receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#pending.add(message.id)
    const cancelled = isJSONRPCNotification(message) && message.method === 'notifications/cancelled'
    if (cancelled) this.#forget(message.params?.['requestId'])
    this.onmessage?.(message)
  }

  #forget(id: unknown): void {
    this.#pending.delete(id as string | number)
    this.#endWhenAnswered()
  }

  #endWhenAnswered(): void {
    if (this.#inputEnded && this.#pending.size === 0) this.#end()
  }
}
