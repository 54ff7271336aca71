import { isJSONRPCNotification, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'
import { assertMessageSize } from '../../http/mcp/message-size.ts'
import { parseJson } from '../../http/mcp/parse-json.ts'
import {
  assertBatch,
  assertParams,
  assertSafeNames,
  findRevision,
  type InvalidMessage,
  parseMessage,
  type RpcRequest,
} from '../../http/mcp/request-shape.ts'
import { type RpcStage, toRpcError } from '../../http/mcp/rpc-error.ts'
import type { Io } from '../io.ts'
import { LineSplitter } from './lines.ts'

/** A batch of JSON-RPC 2.0: its answers are sent together, when the last one is there. */
class Batch {
  readonly #send: (answers: readonly object[]) => Promise<void>
  readonly #answers: object[] = []
  /** Requests without an answer, and the batch itself while it is read. */
  #open = 1

  constructor(send: (answers: readonly object[]) => Promise<void>) {
    this.#send = send
  }

  /** Counts a request. */
  begin(): void {
    this.#open += 1
  }

  /** Ends a request, which has no answer if it was cancelled, or the reading of the batch. */
  async end(answer?: object): Promise<void> {
    if (answer !== undefined) this.#answers.push(answer)
    this.#open -= 1
    // A batch of notifications is not answered.
    if (this.#open === 0 && this.#answers.length > 0) await this.#send(this.#answers)
  }
}

/** The longest message. Files of the repository are not part of it. */
const MAX_LINE_BYTES = 10 * 1024 * 1024

type Id = string | number

/** How a request is refused before the SDK gets it. */
type Refusal = Pick<InvalidMessage, 'error' | 'stage' | 'id'>

/**
 * A stdio transport that answers every request as /mcp does, and also when stdin ends. The SDK's transport drops messages that are not valid and requests
 * that are in progress then, so that a client would wait for ever.
 */
export class AnsweringStdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  /** Resolves when stdin has ended and all requests are answered, or when stdout fails. */
  readonly ended: Promise<void>
  readonly #io: Io
  readonly #newId: () => string
  readonly #lines: LineSplitter
  /** The requests in progress, each with its batch. */
  readonly #pending = new Map<Id, Batch | undefined>()
  /** The handshake, and the revision that it chose. */
  #handshake: Id | undefined
  #revision: string | undefined
  #inputEnded = false
  #end: () => void = () => undefined

  constructor(io: Io, newId: () => string) {
    this.#io = io
    this.#newId = newId
    this.ended = new Promise(resolve => (this.#end = resolve))
    const tooLong = (): void => this.#answer({ error: tooLongError(), stage: 'request', id: null })
    this.#lines = new LineSplitter({ line: bytes => this.#receiveLine(bytes), tooLong }, MAX_LINE_BYTES)
    io.stdout.once('error', this.#end)
    for (const event of ['end', 'close', 'error']) io.stdin.once(event, () => this.#endInput())
  }

  async start(): Promise<void> {
    this.#io.stdin.on('data', this.#receive)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const id = 'result' in message || 'error' in message ? message.id : undefined
    if (id === undefined) return this.#write(message)
    if (id === this.#handshake && 'result' in message) this.#revision = String(message.result['protocolVersion'])
    const batch = this.#pending.get(id)
    await (batch === undefined ? this.#write(message) : batch.end(message))
    this.#forget(id)
  }

  async close(): Promise<void> {
    this.#io.stdin.off('data', this.#receive)
    this.#io.stdin.pause()
    this.onclose?.()
  }

  readonly #receive = (chunk: Buffer | string): void => {
    this.#lines.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  }

  #endInput(): void {
    if (this.#inputEnded) return
    this.#inputEnded = true
    this.#lines.endLine()
    // The SDK gets the last messages before the next turn of the event loop.
    setImmediate(() => this.#endWhenAnswered())
  }

  #receiveLine(line: Buffer): void {
    const bytes = withoutByteOrderMark(line)
    if (bytes.every(byte => WHITE_SPACE.has(byte))) return
    let value: unknown
    try {
      value = parseJson(bytes, 'message')
    } catch (error) {
      return this.#answer({ error, stage: 'body', id: null })
    }
    if (Array.isArray(value)) this.#receiveBatch(value)
    else this.#receiveMessage(value)
  }

  #receiveMessage(value: unknown, batch?: Batch): void {
    const parsed = parseMessage(value)
    if (parsed.kind === 'silent') return this.#receiveSilent(parsed.message as JSONRPCMessage)
    batch?.begin()
    const refusal = parsed.kind === 'invalid' ? parsed : findRefusal(parsed.message)
    if (refusal !== undefined) return this.#answer(refusal, batch)
    const { id, method, params = {} } = parsed.message as RpcRequest
    if (method === 'initialize') {
      this.#handshake = id
      // The client may send its next message before the answer.
      this.#revision = String(params['protocolVersion'])
    }
    this.#pending.set(id, batch)
    this.onmessage?.(parsed.message as JSONRPCMessage)
  }

  #receiveSilent(message: JSONRPCMessage): void {
    // The server sends no requests, so a response belongs to none.
    if (!isJSONRPCNotification(message)) return
    this.onmessage?.(message)
    if (message.method !== 'notifications/cancelled') return
    // The SDK answers no cancelled request.
    const id = message.params?.['requestId'] as Id
    this.#settle(this.#pending.get(id)?.end())
    this.#forget(id)
  }

  /** Answers each request of a batch: together, or one by one with the error of a revision without batches. */
  #receiveBatch(values: readonly unknown[]): void {
    try {
      assertBatch(values, values.map(findRevision).find(one => one !== undefined) ?? this.#revision)
      assertMessageSize(values)
    } catch (error) {
      const ids = values
        .flatMap(value => parseMessage(value).message ?? [])
        .flatMap(message => ('id' in message ? [message.id as Id] : []))
      for (const id of ids.length === 0 ? [null] : ids) this.#answer({ error, stage: 'request', id })
      return
    }
    const batch = new Batch(answers => this.#write(answers))
    for (const value of values) this.#receiveMessage(value, batch)
    this.#settle(batch.end())
  }

  #answer(
    { error, stage, id }: { readonly error: unknown; readonly stage: RpcStage; readonly id: Id | null },
    batch?: Batch,
  ): void {
    const answer = toRpcError(error, stage, id, this.#newId())
    this.#settle(batch === undefined ? this.#write(answer) : batch.end(answer))
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#io.stdout.write(`${JSON.stringify(message)}\n`, error => (error == null ? resolve() : reject(error)))
    })
  }

  #settle(sent: Promise<void> | undefined): void {
    sent?.catch((error: Error) => this.onerror?.(error))
  }

  #forget(id: Id): void {
    this.#pending.delete(id)
    this.#endWhenAnswered()
  }

  #endWhenAnswered(): void {
    if (this.#inputEnded && this.#pending.size === 0) this.#end()
  }
}

/** The checks of a request that /mcp makes, too. */
function findRefusal(message: RpcRequest): Refusal | undefined {
  const { id } = message
  let stage: Refusal['stage'] = 'request'
  try {
    assertSafeNames(message)
    assertMessageSize(message)
    stage = 'call'
    assertParams(message, findRevision(message) === undefined)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return { error, stage, id }
    throw error
  }
}

/** The white space of JSON: an empty line is no message. */
const WHITE_SPACE: ReadonlySet<number> = new Set(Buffer.from(' \t\r'))
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

const withoutByteOrderMark = (line: Buffer): Buffer =>
  line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? line.subarray(BYTE_ORDER_MARK.length) : line

const tooLongError = (): AppError =>
  new AppError(
    'too_large',
    `The message is larger than ${MAX_LINE_BYTES / 1024 / 1024} MB (${MAX_LINE_BYTES} bytes).`,
    { fix: 'Send fewer items per message. Leave out the content of files: they are read below --root.' },
  )
