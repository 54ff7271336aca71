import { AppError, ERROR_CODES, type ErrorBody } from '../../errors.ts'
import type { Addresses } from './carrier.ts'

/**
 * Carries files to and from a server by the addresses in its answers. Only their path counts: they are asked of `url`, by which the server is reached
 * from here, and of nobody else.
 */
export function carryByAddress(url: string): Addresses {
  const exchange = async (address: string, init: RequestInit): Promise<Buffer> => {
    const { pathname } = new URL(address, url)
    const response = await reach(`${url}${pathname}`, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw refusalOf(bytes.toString(), response.status)
    return bytes
  }
  return {
    put: async (address, body, signal) => {
      await exchange(address, { method: 'PUT', body, ...INIT, ...(signal !== undefined && { signal }) })
    },
    get: (address, signal) => exchange(address, { ...INIT, ...(signal !== undefined && { signal }) }),
  }
}

const INIT = { redirect: 'error' } as const

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new AppError('unavailable', `A file could not be carried to or from ${new URL(address).origin}: ${reason}.`, {
      fix: 'Call again.',
      cause: error,
    })
  }
}

function refusalOf(text: string, status: number): AppError {
  const { code, detail, fix } = problemOf(text)
  if (code === undefined || !ERROR_CODES.includes(code)) {
    return new AppError('unavailable', `The server answers ${status} to the transfer of a file.`, {
      fix: 'Call again.',
    })
  }
  return new AppError(code, detail ?? '', fix === undefined ? {} : { fix })
}

function problemOf(text: string): { code?: ErrorBody['code']; detail?: string; fix?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
