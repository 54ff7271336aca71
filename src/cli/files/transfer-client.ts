import { AppError, ERROR_CODES } from '../../errors.ts'
import { type Bounds, fetchBounded, TRANSFER_BOUNDS } from './bounded-fetch.ts'
import type { TransferClient } from './transfer.ts'

/**
 * Carries files to and from a server by the addresses in its answers. Only their path counts: they are asked of `url`, by which the server is reached
 * from here, and of nobody else.
 */
export function createTransferClient(url: string, bounds: Bounds = TRANSFER_BOUNDS): TransferClient {
  const exchange = async (address: string, init: RequestInit): Promise<Buffer> => {
    const { response, body } = await fetchFile(`${url}${getTransferPath(address, url)}`, init, bounds)
    if (!response.ok) throw toTransferError(body.toString(), response.status)
    return body
  }
  return {
    put: async (address, body, signal) => {
      await exchange(address, { method: 'PUT', body, ...(signal !== undefined && { signal }) })
    },
    get: (address, signal) => exchange(address, signal === undefined ? {} : { signal }),
  }
}

function getTransferPath(address: string, url: string): string {
  const { pathname } = URL.canParse(address, url) ? new URL(address, url) : { pathname: '' }
  // One such as data: has a path that is none of a server.
  if (pathname.startsWith('/')) return pathname
  throw new AppError(
    'unavailable',
    `The server gives ${JSON.stringify(address.slice(0, 80))} as the address of a file.`,
    {
      fix: 'Check that DRAGOMAN_URL is the address of a Dragoman server.',
    },
  )
}

async function fetchFile(address: string, init: RequestInit, bounds: Bounds) {
  try {
    return await fetchBounded(address, init, bounds)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new AppError('unavailable', `A file could not be carried to or from ${new URL(address).origin}: ${reason}.`, {
      fix: 'Call again.',
      cause: error,
    })
  }
}

/** In the words of the server, as far as they are words of a refusal. */
function toTransferError(text: string, status: number): AppError {
  const { code, detail, fix } = parseProblem(text)
  const known = ERROR_CODES.find(one => one === code)
  if (known === undefined || typeof detail !== 'string') {
    return new AppError('unavailable', `The server answers ${status} to the transfer of a file.`, {
      fix: 'Call again.',
    })
  }
  return new AppError(known, truncateText(detail), typeof fix === 'string' ? { fix: truncateText(fix) } : {})
}

const MAX_TEXT_CHARS = 2000
const truncateText = (text: string): string => text.slice(0, MAX_TEXT_CHARS)

function parseProblem(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
