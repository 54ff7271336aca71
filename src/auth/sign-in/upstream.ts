import {
  allowInsecureRequests,
  type CustomFetchOptions,
  customFetch,
  type ProtectedResourceRequestBody,
} from 'oauth4webapi'
import { isLoopback } from '../../config.ts'
import { UpstreamFailure } from './sign-in-fault.ts'

/** Time and size limits of one provider response. */
export interface UpstreamLimits {
  readonly milliseconds: number
  readonly bytes: number
}

export const DEFAULT_UPSTREAM_LIMITS: UpstreamLimits = { milliseconds: 10_000, bytes: 1024 * 1024 }

type UpstreamRequest = CustomFetchOptions<string, ProtectedResourceRequestBody>

/** Options of every request to a provider. Only the operator configures its URL; plain http is allowed only on this machine. */
export function upstreamOptions(url: string, patience: UpstreamLimits) {
  return {
    [customFetch]: (address: string, sent: UpstreamRequest) => fetchBounded(address, sent, patience),
    // Every URL is checked again before the request: a provider on this machine must not redirect to http elsewhere.
    [allowInsecureRequests]: isLoopbackHttp(new URL(url)),
  }
}

/**
 * Returns the URL of a provider if it is https, or http on this machine.
 * @throws UpstreamFailure
 */
export function assertSafe(url: URL): URL {
  if (url.protocol === 'https:' || isLoopbackHttp(url)) return url
  throw new UpstreamFailure(`the provider URL ${url.origin} is not https`)
}

const isLoopbackHttp = (url: URL): boolean => url.protocol === 'http:' && isLoopback(url.hostname)

/**
 * Fetches a public document of a provider, within limits and without redirects.
 * @throws UpstreamFailure
 */
export const fetchPublic = (
  address: string,
  headers: Readonly<Record<string, string>>,
  patience: UpstreamLimits,
): Promise<Response> => fetchBounded(address, { method: 'GET', headers, body: null, redirect: 'manual' }, patience)

async function fetchBounded(
  address: string,
  sent: UpstreamRequest,
  { milliseconds, bytes }: UpstreamLimits,
): Promise<Response> {
  const url = assertSafe(new URL(address))
  const where = `${url.origin}${url.pathname}`
  const { method, headers, body: form = null } = sent
  if (form !== null && !(form instanceof URLSearchParams)) throw new Error('requests to a provider must be forms')
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(milliseconds),
    })
    const body = await readBounded(response, bytes)
    if (body === undefined) throw new UpstreamFailure(`the response of ${where} is longer than ${bytes} bytes`)
    const { status } = response
    if (status >= 300 && status < 400) throw new UpstreamFailure(`${where} redirects; redirects are not followed`)
    if (status >= 500) throw new UpstreamFailure(`${where} answered ${status}`)
    return new Response(status === 204 ? null : body, { status, headers: response.headers })
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    throw new UpstreamFailure(`${where} did not respond (${getErrorReason(error)})`)
  }
}

/** Reads the decompressed body; undefined if it is larger than `most` bytes. */
async function readBounded({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function getErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name
}
