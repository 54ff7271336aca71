import { AppError, ERROR_CODES } from '../../errors.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import { type Patience, readRetryAfter } from '../backends/patience.ts'
import { type Bounds, fetchBounded, TRANSFER_BOUNDS } from './bounded-fetch.ts'
import type { TransferClient } from './transfer.ts'

interface TransferOptions {
  readonly now: () => Date
  readonly patience: Patience
  readonly bounds?: Bounds
}

/**
 * Creates the client that transfers files by the links in a server's responses. Only the path of a link is used, with the host of `url`, so that files go
 * to no other server.
 */
export function createTransferClient(
  url: string,
  { now, patience, bounds = TRANSFER_BOUNDS }: TransferOptions,
): TransferClient {
  const send = async (address: string, init: RequestInit): Promise<Buffer> => {
    const { response, body } = await fetchFile(`${url}${getTransferPath(address, url)}`, init, bounds)
    if (!response.ok) throw toTransferError(body.toString(), response, now())
    return body
  }
  const exchange = (address: string, init: RequestInit): Promise<Buffer> =>
    patience.run(() => send(address, init), init.signal ?? undefined)
  return {
    put: async (address, body, signal) => {
      await exchange(address, { method: 'PUT', body, ...(signal !== undefined && { signal }) })
    },
    get: (address, signal) => exchange(address, signal === undefined ? {} : { signal }),
  }
}

function getTransferPath(address: string, url: string): string {
  const { pathname } = URL.canParse(address, url) ? new URL(address, url) : { pathname: '' }
  // Schemes such as `data:` have no server path.
  if (pathname.startsWith('/')) return pathname
  throw new AppError(
    'unavailable',
    `The server sent an invalid transfer link: ${JSON.stringify(address.slice(0, 80))}.`,
    { fix: 'Check that the URL is that of a Dragoman server.' },
  )
}

async function fetchFile(address: string, init: RequestInit, bounds: Bounds) {
  try {
    return await fetchBounded(address, init, bounds)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new AppError('unavailable', `A file transfer with ${new URL(address).origin} failed: ${reason}.`, {
      fix: 'Try again.',
      cause: error,
    })
  }
}

/** Converts an error response of the server, if it has a known code. */
function toTransferError(text: string, { status, headers }: Response, now: Date): AppError {
  const { code, detail, fix } = (tryParseJson(text) ?? {}) as Readonly<Record<string, unknown>>
  const known = ERROR_CODES.find(one => one === code)
  const retryAfter = readRetryAfter(headers, now)
  if (known === undefined || typeof detail !== 'string') {
    const message = `A file transfer failed: the server responded with status ${status}.`
    return new AppError('unavailable', message, { fix: 'Try again.', retryAfter })
  }
  const shown = typeof fix === 'string' ? truncateText(fix) : undefined
  return new AppError(known, truncateText(detail), { fix: shown, retryAfter })
}

const MAX_TEXT_CHARS = 2000
const truncateText = (text: string): string => text.slice(0, MAX_TEXT_CHARS)
