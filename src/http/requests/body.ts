import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { type Meter, Pacer } from '../../scheduling/pacer.ts'
import type { Lease } from '../limits/body-budget.ts'
import { RequestFault } from './fault.ts'

/** The most bytes that a message, on MCP or REST, may have. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** How much beyond a limit is still read, so that a client that sends before it listens sees the refusal. */
const MAX_DRAINED_BYTES = 12 * 1024 * 1024

/** Nothing of ours nests deeper; what recurses over a value stays far from the end of the stack. */
const MAX_DEPTH = 100

/** Parsing takes longest where each value is an object with a name of its own: so many of them take some 40 ms, and nobody else is served meanwhile. */
const MAX_VALUES = 40_000

/** Whether the request says that it brings a body. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/** In bytes: what is shorter is parsed in a millisecond or two. */
const LONG_BODY_BYTES = 64 * 1024

interface JsonOptions {
  /** The most bytes. */
  readonly limit?: number
  /** Told how long parsing took, also where the body is refused. */
  readonly meter?: Meter | undefined
}

/**
 * Reads the JSON body of a request.
 * @throws AppError `unsupported_media_type`, `too_large`, `invalid_input` when it is not JSON, and as the lease does.
 */
export async function readJson(
  request: IncomingMessage,
  lease: Lease,
  { limit = MAX_MESSAGE_BYTES, meter }: JsonOptions = {},
): Promise<unknown> {
  assertJson(request)
  const bytes = await readBytes(request, lease, limit, () => tooLargeError(limit))
  const pace = new Pacer(meter)
  const isLong = bytes.length > LONG_BODY_BYTES
  // Long ones that arrive together are parsed one in each turn of the event loop, and what is done with one is in a later turn.
  if (isLong) await pace.yieldNow()
  try {
    return parseJson(bytes)
  } finally {
    if (isLong) await pace.yieldNow()
    else pace.count()
  }
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidJsonError('it is not UTF-8 text')
  assertParsable(bytes)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw invalidJsonError(bytes.length === 0 ? 'it is empty' : 'it cannot be parsed')
  }
}

function assertJson(request: IncomingMessage): void {
  const given = request.headers['content-type']
  if (given?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json') return
  throw new AppError(
    'unsupported_media_type',
    given === undefined
      ? 'The request has no Content-Type.'
      : `The Content-Type is ${JSON.stringify(given.slice(0, 80))}.`,
    { fix: 'Send JSON with Content-Type: application/json.' },
  )
}

/**
 * Reads a body of at most `limit` bytes, and shows each chunk that is within it to `onChunk`. It counts them itself, so that a chunked body has the same limit as one that tells its length.
 * @throws AppError the given one when there are more, `invalid_input`, RequestFault when it stalls (patience.ts), or as the lease does.
 */
export async function readBytes(
  request: IncomingMessage,
  lease: Lease,
  limit: number,
  overLimit: () => AppError,
  onChunk?: (chunk: Buffer) => void,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit + MAX_DRAINED_BYTES) throw overLimit()
  // So that no body is refused halfway that could be refused at once.
  lease.assertRoom(Math.min(announced, limit))
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    // From here on nothing is taken for this body any more: what it took is about to be given back.
    const fail = (error: unknown): void => {
      chunks = []
      request.off('data', receive).resume()
      reject(error)
    }
    const keep = (chunk: Buffer): void => {
      try {
        lease.take(chunk.length)
        chunks.push(chunk)
        onChunk?.(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const receive = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= limit) keep(chunk)
      else chunks = []
      if (size > limit + MAX_DRAINED_BYTES) {
        request.pause()
        reject(overLimit())
      }
    }
    request.on('data', receive)
    request.once('end', () => {
      const [only] = chunks
      if (size > limit) reject(overLimit())
      else resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size))
    })
    request.once('error', () => fail(brokenConnectionError()))
    request.once('timeout', () => fail(stalledBodyError()))
  })
}

function brokenConnectionError(): AppError {
  return new AppError('invalid_input', 'The connection closed before the end of the body.', {
    fix: 'Send the request again.',
  })
}

const stalledBodyError = (): RequestFault =>
  new RequestFault({
    status: 408,
    code: 'unavailable',
    message: 'The rest of the request body did not arrive in time.',
    fix: 'Send the request again. Send at least 30 KiB of the body every 30 seconds.',
  })

/** @throws AppError `invalid_input` when the text nests too deep, `too_large` when it has too many values; it need not be JSON. */
function assertParsable(bytes: Buffer): void {
  let depth = 0
  let values = 1
  let inText = false
  let last = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === 0x2c) {
      if (++values > MAX_VALUES) throw tooManyValuesError()
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) throw invalidJsonError(`it is nested deeper than ${MAX_DEPTH} levels`)
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--
      // Of what an object or a list holds, the first value has no comma before it.
      if (last !== 0x5b && last !== 0x7b && ++values > MAX_VALUES) throw tooManyValuesError()
    }
    if (byte > 0x20) last = byte
  }
}

function invalidJsonError(why: string): AppError {
  return new AppError('invalid_input', `The body is not valid JSON: ${why}.`, {
    fix: 'Send one JSON object, in UTF-8.',
  })
}

function tooManyValuesError(): AppError {
  return new AppError('too_large', `The body has more than ${MAX_VALUES} values.`, {
    fix: 'Send fewer items per message.',
  })
}

function tooLargeError(limit: number): AppError {
  return new AppError('too_large', `The body is larger than ${limit / 1024 / 1024} MB (${limit} bytes).`, {
    fix: 'Send fewer items, or one file, per message.',
  })
}
