import { AppError } from '../../errors.ts'

/** What a server may make this process take. */
export interface Bounds {
  /** Of one answer. */
  readonly bytes: number
  /** From the request to the end of the answer. */
  readonly milliseconds: number
}

/** The transfer of a file or an archive, which has 64 MB of files and their headers at most. A link works for 10 minutes. */
export const TRANSFER_BOUNDS: Bounds = { bytes: 80 * 1024 * 1024, milliseconds: 10 * 60 * 1000 }

/** A call of a tool, whose answer may have a whole file in it. */
export const MESSAGE_BOUNDS: Bounds = { bytes: 64 * 1024 * 1024, milliseconds: 10 * 60 * 1000 }

/**
 * Asks a server and reads its answer, within bounds: bytes after decompression, and time. Redirects are not followed.
 * @throws AppError `unavailable` past a bound; what `fetch` throws otherwise.
 */
export async function fetchBounded(
  address: string,
  init: RequestInit,
  bounds: Bounds,
): Promise<{ readonly response: Response; readonly body: Buffer }> {
  const deadline = AbortSignal.timeout(bounds.milliseconds)
  const signals = init.signal == null ? [deadline] : [init.signal, deadline]
  try {
    const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    return { response, body: await readBody(response, address, bounds.bytes) }
  } catch (error) {
    throw deadline.aborted ? timeoutError(address, bounds.milliseconds, error) : error
  }
}

async function readBody(response: Response, address: string, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > most) throw tooLargeError(address, most)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

const tooLargeError = (address: string, most: number): AppError =>
  new AppError('unavailable', `${new URL(address).origin} sends more than ${most} bytes in one answer.`, {
    fix: 'Check that DRAGOMAN_URL is the address of a Dragoman server you trust. Ask for fewer locales at a time.',
  })

const timeoutError = (address: string, milliseconds: number, cause: unknown): AppError =>
  new AppError('unavailable', `${new URL(address).origin} did not finish its answer within ${milliseconds / 1000} s.`, {
    fix: 'Check the connection, then call again. Ask for fewer locales at a time.',
    cause,
  })
