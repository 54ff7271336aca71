import { tryParseObject } from '../../text/try-parse-json.ts'

/** A response as a client sees it that does not follow redirects. */
export interface SiteResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when the body is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
  /** The middle between request and response, by the clock of this machine. */
  readonly at: Date
}

/** The server under test. */
export interface Site {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** @throws UnreachableError when there is no response within 10 seconds. */
  request(path: string, init?: RequestInit): Promise<SiteResponse>
}

/** There was no response. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** The error code of Node.js: `ENOTFOUND`, `CERT_HAS_EXPIRED` … */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const REQUEST_TIMEOUT_MS = 10_000

/** Creates a client for a server. `patienceMs` is the timeout of one request. */
export function openSite(origin: string, now: () => Date, patienceMs = REQUEST_TIMEOUT_MS): Site {
  return {
    origin,
    request: async (path, init = {}) => {
      const began = now().getTime()
      try {
        const signal = AbortSignal.timeout(patienceMs)
        const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, signal })
        const text = await response.text()
        const { status, headers } = response
        return { status, headers, text, json: tryParseObject(text), at: new Date((began + now().getTime()) / 2) }
      } catch (error) {
        throw toUnreachableError(error, patienceMs)
      }
    },
  }
}

function toUnreachableError(error: unknown, patienceMs: number): UnreachableError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new UnreachableError('ETIMEDOUT', `no response within ${patienceMs / 1000} seconds`)
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.message === 'bad port') {
    return new UnreachableError('BAD_PORT', 'Node.js blocks this port')
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN'
  return new UnreachableError(code, cause instanceof Error && cause.message !== '' ? cause.message : code)
}

/** Describes a response in an error message: `404`, `200 with HTML`, `a redirect (302) to …`. */
export function describeResponse({ status, headers, json }: SiteResponse): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) return `a redirect (${status}) to ${location}`
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type'
  if (type === 'text/html') return `${status} with HTML`
  return json === undefined ? `${status} without JSON (${type})` : `${status}`
}
