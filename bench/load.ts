import autocannon from 'autocannon'
import type { Peer } from './process.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What one round cost: CPU of the server process for a request (microseconds), and requests for a second of wall time. */
export interface Round {
  readonly cpu: number
  readonly rate: number
}

/** How long a round lasts: so many seconds, or so many requests, however long they take. */
export type Length = { readonly seconds: number } | { readonly requests: number }

/** Keeps 32 connections busy for a round. @throws Error when an answer is not 2xx: a fast refusal is no result. */
export async function load(peer: Peer, request: Request, length: Length): Promise<Round> {
  const before = await peer.usage()
  const result = await autocannon({
    url: `http://127.0.0.1:${peer.ready.port}${request.path}`,
    method: request.method,
    headers: { ...request.headers, ...peer.ready.headers },
    ...(request.body !== undefined && { body: request.body }),
    connections: 32,
    // Seconds. A machine with other work answers late.
    timeout: 120,
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
  })
  const after = await peer.usage()
  const total = result.requests.total
  if (result.non2xx + result.errors > 0 || total === 0) {
    throw new Error(`${peer.name}: of ${total} requests ${result.non2xx} were refused and ${result.errors} failed`)
  }
  return { cpu: (after.cpu - before.cpu) / total, rate: total / result.duration }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
