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

/** Sends `amount` requests over 32 connections. @throws Error when an answer is not 2xx: a fast refusal is no result. */
export async function load(peer: Peer, request: Request, amount: number): Promise<Round> {
  const before = await peer.usage()
  const started = process.hrtime.bigint()
  const result = await autocannon({
    url: `http://127.0.0.1:${peer.ready.port}${request.path}`,
    method: request.method,
    headers: { ...request.headers, ...peer.ready.headers },
    ...(request.body !== undefined && { body: request.body }),
    connections: 32,
    amount,
  })
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  const after = await peer.usage()
  if (result['2xx'] !== amount)
    throw new Error(`${peer.name}: ${amount - result['2xx']} of ${amount} answers were not 2xx`)
  return { cpu: (after.cpu - before.cpu) / amount, rate: amount / seconds }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
