import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { createNameResolver, type ResolveName } from './resolve-name.ts'
import { toCheckedLookup, UnsafeAddressError } from './safe-connection.ts'

/** The reason why nothing was read: `address` not public, no response (`network`, `time`), or a response that is not accepted. */
export interface SafeFetchFault {
  readonly why: 'address' | 'network' | 'time' | 'redirect' | 'status' | 'type' | 'size' | 'encoding'
  /** For the log only: may reveal details of this machine's network. */
  readonly detail: string
}

export type SafeFetchResult =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: SafeFetchFault }

/** Reads one JSON document from the internet, at an untrusted URL. */
export type SafeFetch = (url: string) => Promise<SafeFetchResult>

export interface SafeFetchOptions {
  readonly resolve?: ResolveName
  /** Default 5,000. */
  readonly timeoutMs?: number
  /** For tests: reads from a server on this machine with its own certificate. */
  readonly dangerouslyReachLoopback?: { readonly because: 'this is a test'; readonly ca: string }
}

const MAX_BYTES = 5 * 1024
const TIMEOUT_MS = 5_000

/**
 * Creates a fetch for untrusted URLs: https only, public addresses only, and connects to exactly the address that was
 * checked. No redirects, cookies, proxies or kept connections. JSON of at most 5 kB within 5 seconds.
 */
export function createSafeFetch({
  resolve = createNameResolver(),
  timeoutMs = TIMEOUT_MS,
  dangerouslyReachLoopback: trial,
}: SafeFetchOptions = {}): SafeFetch {
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (trial !== undefined && isLoopbackAddress(address))

  const fetch = async (target: URL, signal: AbortSignal): Promise<SafeFetchResult> => {
    try {
      if (target.protocol !== 'https:') return toFault('address', `${target.origin} is not https`)
      const lookup = await toCheckedLookup(target, isAllowed, resolve, signal)
      return await readResponse(await sendRequest(target, signal, { lookup, ca: trial?.ca }))
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return toFault(error instanceof UnsafeAddressError ? 'address' : 'network', detail)
    }
  }

  return async url => {
    const ending = new AbortController()
    let timer: NodeJS.Timeout | undefined
    // Independent of the reading, so that the timeout always applies.
    const late = new Promise<SafeFetchResult>(done => {
      timer = setTimeout(() => done(toFault('time', `no whole answer within ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      return await Promise.race([late, fetch(new URL(url), ending.signal)])
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  }
}

interface ConnectOptions {
  readonly lookup: LookupFunction
  readonly ca: string | undefined
}

function sendRequest(target: URL, signal: AbortSignal, { lookup, ca }: ConnectOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'dragoman' }
    const options = { agent: false, signal, lookup, headers, maxHeaderSize: 8 * 1024, ...(ca !== undefined && { ca }) }
    request(target, options, resolve)
      .on('error', reject)
      // RFC 9110 7.8: a server may switch only to a protocol that was requested, and none was.
      .on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response)
      })
      .on('close', () => reject(new Error('the connection closed before an answer')))
      .end()
  })
}

async function readResponse(response: IncomingMessage): Promise<SafeFetchResult> {
  try {
    return await readJsonText(response)
  } finally {
    response.destroy()
  }
}

async function readJsonText(response: IncomingMessage): Promise<SafeFetchResult> {
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) return toFault('redirect', `the answer is a redirect (${status})`)
  if (status !== 200) return toFault('status', `the answer has status ${status}`)
  const type = headers['content-type'] ?? ''
  if (!/^application\/([a-z0-9.-]+\+)?json *(;|$)/i.test(type))
    return toFault('type', `the answer is ${type}, not JSON`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return toFault('encoding', 'the answer is compressed')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) return toFault('size', `the answer is larger than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes)) return toFault('encoding', 'the answer is not UTF-8')
  return { text: bytes.toString(), cacheControl: headers['cache-control'] }
}

const toFault = (why: SafeFetchFault['why'], detail: string): SafeFetchResult => ({ fault: { why, detail } })
