import { isUtf8 } from 'node:buffer'
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Why nothing was read: `address` not public, no answer (`network`, `time`), or an answer that is not taken. */
export interface SafeFault {
  readonly why: 'address' | 'network' | 'time' | 'redirect' | 'status' | 'type' | 'size' | 'encoding'
  /** For the log: it may tell of the network of this machine. */
  readonly detail: string
}

export type SafeAnswer =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: SafeFault }

/** Reads one JSON text from the internet at an address that a stranger named. */
export type SafeFetch = (url: string) => Promise<SafeAnswer>

/** As dns.lookup with `all`. */
export type LookupAll = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface SafeFetchOptions {
  readonly lookup?: LookupAll
  /** Default 5,000. */
  readonly timeoutMs?: number
  /** Lets a test read from this machine, from a server with its own certificate. */
  readonly dangerouslyReachLoopback?: { readonly because: 'this is a test'; readonly ca: string }
}

const MOST_BYTES = 5 * 1024
const TIMEOUT_MS = 5_000

class Unsafe extends Error {
  override readonly name = 'Unsafe'
}

/**
 * Makes a reader of addresses that strangers name. Only https; only public addresses, and what was checked is what is connected to; no redirects,
 * cookies, proxies or kept connections; JSON of at most 5 kB within 5 seconds.
 */
export function createSafeFetch({
  lookup = (hostname, done) => systemLookup(hostname, { all: true }, done),
  timeoutMs = TIMEOUT_MS,
  dangerouslyReachLoopback: trial,
}: SafeFetchOptions = {}): SafeFetch {
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (trial !== undefined && isLoopbackAddress(address))

  // Node connects to exactly what this gives and does not ask again, so a name that changes between check and use gains nothing.
  const guarded: LookupFunction = (hostname, { all }, done) => {
    lookup(hostname, (error, addresses) => {
      if (error !== null) return done(error, [])
      const [first] = addresses
      const bad = addresses.find(({ address }) => !isAllowed(address))
      if (first === undefined || bad !== undefined) {
        return done(new Unsafe(`${hostname} is at ${bad?.address ?? 'no address'}`), [])
      }
      if (all === true) done(null, [...addresses])
      else done(null, first.address, first.family)
    })
  }

  return async url => {
    const target = new URL(url)
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    // Node looks no name up for a literal, so the guard would never see it.
    if (target.protocol !== 'https:' || (isIP(literal) !== 0 && !isAllowed(literal))) {
      return fault('address', `${target.origin} is not a public https address`)
    }
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await read(await open(target, signal, { lookup: guarded, ca: trial?.ca }))
    } catch (error) {
      if (signal.aborted) return fault('time', `no whole answer within ${timeoutMs} ms`)
      const detail = error instanceof Error ? error.message : String(error)
      return fault(error instanceof Unsafe ? 'address' : 'network', detail)
    }
  }
}

interface Means {
  readonly lookup: LookupFunction
  readonly ca: string | undefined
}

function open(target: URL, signal: AbortSignal, { lookup, ca }: Means): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'dragoman' }
    const options = { agent: false, signal, lookup, headers, maxHeaderSize: 8 * 1024, ...(ca !== undefined && { ca }) }
    request(target, options, resolve).on('error', reject).end()
  })
}

async function read(response: IncomingMessage): Promise<SafeAnswer> {
  try {
    return await taken(response)
  } finally {
    response.destroy()
  }
}

async function taken(response: IncomingMessage): Promise<SafeAnswer> {
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) return fault('redirect', `the answer is a redirect (${status})`)
  if (status !== 200) return fault('status', `the answer has status ${status}`)
  const type = headers['content-type'] ?? ''
  if (!/^application\/([a-z0-9.-]+\+)?json *(;|$)/i.test(type)) return fault('type', `the answer is ${type}, not JSON`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return fault('encoding', 'the answer is compressed')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) return fault('size', `the answer is larger than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes)) return fault('encoding', 'the answer is not UTF-8')
  return { text: bytes.toString(), cacheControl: headers['cache-control'] }
}

const fault = (why: SafeFault['why'], detail: string): SafeAnswer => ({ fault: { why, detail } })
