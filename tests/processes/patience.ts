import { setTimeout as sleep } from 'node:timers/promises'
import type { Jar, Seen } from '../web/jar.ts'

/** A client that asks again when its answer was lost: the connection broke, or the proxy had no process for it. What it asks must be repeatable. */
export interface Patience {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** The same for a person: reloads, or goes back and sends the form again. */
  readonly browser: (jar: Jar) => Pick<Jar, 'get' | 'post' | 'last'>
  /** What was asked again, and why. */
  readonly repeated: readonly string[]
  /** The longest wait for an answer, with repetitions. */
  readonly slowest: () => string
}

const LOST = new Set([502, 503, 504])
const PAUSE_MS = 100
const MAX_TRIES = 300

export function openPatience(): Patience {
  const repeated: string[] = []
  let slowest = { what: '', ms: 0 }

  const insist = async <T extends { readonly status: number }>(what: string, ask: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    for (let tries = 1; ; tries += 1) {
      let why: string
      try {
        const answer = await ask()
        const ms = Math.round(performance.now() - begun)
        if (ms > slowest.ms) slowest = { what, ms }
        if (!LOST.has(answer.status) || tries === MAX_TRIES) return answer
        why = String(answer.status)
      } catch (error) {
        if (tries === MAX_TRIES || (error as Error).name === 'AbortError') throw error
        why = String((error as Error).cause ?? error)
      }
      repeated.push(`${what}: ${why}`)
      await sleep(PAUSE_MS)
    }
  }

  return {
    repeated,
    slowest: () => `${slowest.what}: ${slowest.ms} ms`,
    fetch: (url, init) =>
      insist(describe(url, init), async () => {
        const response = await fetch(url, init)
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
        if (isStream || response.body === null) return response
        // A connection can also break in the middle of an answer.
        const { status, headers } = response
        return new Response(await response.arrayBuffer(), { status, headers })
      }),
    browser: jar => {
      const get: Jar['get'] = (path, manner) => insist(`GET ${path}`, () => jar.get(path, manner))
      return {
        last: jar.last,
        get,
        post: (path, fields, manner) => {
          const from = jar.last().path
          let isLost = false
          return insist<Seen>(`POST ${path}`, async () => {
            if (isLost) await get(from)
            isLost = true
            return jar.post(path, fields, manner)
          })
        },
      }
    },
  }
}

function describe(url: string | URL, { method = 'GET', headers }: RequestInit = {}): string {
  return `${method} ${new URL(url).pathname} ${new Headers(headers).get('mcp-name') ?? ''}`.trim()
}
