import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { type Meter, Pacer } from '../../scheduling/pacer.ts'
import type { Lease } from '../limits/body-budget.ts'
import { parseJson } from '../mcp/parse-json.ts'
import { contentTypeError, RequestFault } from './fault.ts'

/** Maximum bytes of an MCP or REST message. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Bytes beyond a limit that are still read, so that a client that sends its whole request first sees the error. */
const MAX_DRAINED_BYTES = 12 * 1024 * 1024

/** Whether the headers announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/** Minimum bytes of a long body. Shorter bodies are parsed in 1 to 2 ms. */
const LONG_BODY_BYTES = 64 * 1024

interface JsonOptions {
  /** Maximum bytes. */
  readonly limit?: number
  /** Receives the parsing time, also of a rejected body. */
  readonly meter?: Meter | undefined
}

/**
 * Reads the JSON body of a request.
 * @throws AppError `unsupported_media_type`, `too_large`, `invalid_input` if it is not JSON, or an error of the lease.
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
  // Long bodies that arrive together are parsed one per turn of the event loop. Each is processed in a later turn.
  if (isLong) await pace.yieldNow()
  try {
    return parseJson(bytes, 'body')
  } finally {
    if (isLong) await pace.yieldNow()
    else pace.count()
  }
}

function assertJson(request: IncomingMessage): void {
  const given = request.headers['content-type']
  if (given?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json') return
  throw contentTypeError(given, 'Send JSON with Content-Type: application/json.')
}

/**
 * Reads a body of at most `limit` bytes and passes each chunk within it to `onChunk`. Counts the bytes itself, so that chunked bodies have the same limit.
 * @throws AppError the given one for more bytes, `invalid_input`, RequestFault when the body stalls (timeouts.ts), or an error of the lease.
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
  // Rejects a body at once if it will exceed the room later.
  lease.assertRoom(Math.min(announced, limit))
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    // From here on, the body reserves nothing more: its reservation is about to be released.
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
  new RequestFault(408, 'unavailable', 'The rest of the request body did not arrive in time.', {
    fix: 'Send the request again. Send at least 30 KiB of the body every 30 seconds.',
  })

function tooLargeError(limit: number): AppError {
  return new AppError('too_large', `The body is larger than ${limit / 1024 / 1024} MB (${limit} bytes).`, {
    fix: 'Send fewer items per message. Upload files of up to 16 MB: pushes without content answer with upload URLs, and PUT /api/projects/ACCOUNT/PROJECT/file takes the bytes of a source file.',
  })
}
