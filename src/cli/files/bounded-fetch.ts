import { AppError } from '../../errors.ts'

/** Limits of a response. */
export interface Bounds {
  /** Size of the body after decompression. */
  readonly bytes: number
  /** Time from the request to the end of the response. */
  readonly milliseconds: number
}

/** Limits of a file or archive transfer: an archive has at most 64 MB of files plus headers, and a link works for 10 minutes. */
export const TRANSFER_BOUNDS: Bounds = { bytes: 80 * 1024 * 1024, milliseconds: 10 * 60 * 1000 }

/** Limits of a tool call, whose response may contain a whole file. */
export const MESSAGE_BOUNDS: Bounds = { bytes: 64 * 1024 * 1024, milliseconds: 10 * 60 * 1000 }

/**
 * Fetches a response within limits. Does not follow redirects, which could lead a credential to another server. `onPart` gets the body as it arrives.
 * @throws AppError `unavailable` beyond a limit or for a redirect, and the errors of `fetch`.
 */
export async function fetchBounded(
  address: string,
  init: RequestInit,
  bounds: Bounds,
  onPart: (part: Uint8Array) => void = () => undefined,
): Promise<{ readonly response: Response; readonly body: Buffer }> {
  const deadline = AbortSignal.timeout(bounds.milliseconds)
  const signals = init.signal == null ? [deadline] : [init.signal, deadline]
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      throw redirectError(address, location)
    }
    return { response, body: await readBody(response, address, bounds.bytes, onPart) }
  } catch (error) {
    throw deadline.aborted ? timeoutError(address, bounds.milliseconds, error) : error
  }
}

async function readBody(
  response: Response,
  address: string,
  most: number,
  onPart: (part: Uint8Array) => void,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > most) throw tooLargeError(address, most)
    parts.push(part)
    onPart(part)
  }
  return Buffer.concat(parts, size)
}

function redirectError(address: string, location: string): AppError {
  const target = URL.canParse(location, address) ? new URL(location, address).href : location
  const { origin } = new URL(address)
  return new AppError('unavailable', `${origin} redirects to ${target.slice(0, 200)}.`, {
    fix: 'Use the base URL of the Dragoman server itself.',
  })
}

const tooLargeError = (address: string, most: number): AppError =>
  new AppError('unavailable', `The response of ${new URL(address).origin} exceeds ${most} bytes.`, {
    fix: 'Request fewer locales at a time. Check that the server is one that you trust.',
  })

const timeoutError = (address: string, milliseconds: number, cause: unknown): AppError =>
  new AppError('unavailable', `The response of ${new URL(address).origin} took more than ${milliseconds / 1000} s.`, {
    fix: 'Check the connection and try again, with fewer locales at a time.',
    cause,
  })
