/** An answer as a client sees it that follows no redirect. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when the body is no JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
  /** The moment between asking and hearing, by the clock of this machine. */
  readonly at: Date
}

/** The server that is looked at. */
export interface Site {
  /** As clients write it: scheme, host and port, nothing behind. */
  readonly origin: string
  /** @throws Unreachable when there is no answer within 10 seconds. */
  ask(path: string, init?: RequestInit): Promise<Answer>
}

/** Nobody answered. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  /** What Node.js calls it: `ENOTFOUND`, `CERT_HAS_EXPIRED` … */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const PATIENCE_MS = 10_000

export function openSite(origin: string, now: () => Date, patienceMs = PATIENCE_MS): Site {
  return {
    origin,
    ask: async (path, init = {}) => {
      const began = now().getTime()
      try {
        const signal = AbortSignal.timeout(patienceMs)
        const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, signal })
        const text = await response.text()
        const { status, headers } = response
        return { status, headers, text, json: objectIn(text), at: new Date((began + now().getTime()) / 2) }
      } catch (error) {
        throw unreachable(error, patienceMs)
      }
    },
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function unreachable(error: unknown, patienceMs: number): Unreachable {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new Unreachable('ETIMEDOUT', `no answer within ${patienceMs / 1000} seconds`)
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.message === 'bad port') {
    return new Unreachable('BAD_PORT', 'Node.js refuses to call this port')
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN'
  return new Unreachable(code, cause instanceof Error && cause.message !== '' ? cause.message : code)
}

/** What came, in words: for messages about what should have come. */
export function describeAnswer({ status, headers, json }: Answer): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) return `a redirect (${status}) to ${location}`
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type'
  if (type === 'text/html') return `${status} with a page of HTML`
  return json === undefined ? `${status} without JSON (${type})` : `${status}`
}
