import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { createNameResolver, LOCALHOST_NAME, type ResolveName } from './resolve-name.ts'
import { toAddress, toCheckedLookup, UnsafeAddressError } from './safe-connection.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The status of the response, or why there is none, in words for the owner of the webhook. */
export type WebhookResponse =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly fault: string }

/** Sends a signed event to a URL that a user gave. */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>

interface Options {
  /** Hosts inside the own network, as `hooks.internal` or `10.0.0.5:8080`: any address and plain http are allowed there. */
  readonly hosts: readonly string[]
  readonly resolve?: ResolveName
  /** Default 15,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/** Creates the request of webhooks: POST to public https addresses, or to the hosts that the operator allows. No redirects, cookies, proxies or kept connections. */
export function createWebhookRequest({
  hosts,
  resolve = createNameResolver(),
  timeoutMs = TIMEOUT_MS,
}: Options): SendWebhook {
  return async ({ url: text, headers, body }, signal) => {
    const url = new URL(text)
    const isOwn = isAllowedHost(url, hosts)
    if (url.protocol !== 'https:' && !isOwn) return { fault: 'The URL is not https.' }
    const limit = AbortSignal.timeout(timeoutMs)
    const either = AbortSignal.any([signal, limit])
    try {
      const lookup = await toCheckedLookup(url, address => isOwn || isPublicAddress(address), resolve, either)
      return await post(url, { headers, body, lookup, signal: either })
    } catch (error) {
      if (error instanceof UnsafeAddressError) return { fault: 'The host has no public address.' }
      if (limit.aborted) return { fault: `No response within ${timeoutMs / 1000} seconds.` }
      return { fault: 'The host cannot be reached, or closed the connection.' }
    }
  }
}

/** Whether an operator allows a host of the own network: by name alone, or with the port. */
export const isAllowedHost = ({ hostname, host, port, protocol }: URL, hosts: readonly string[]): boolean => {
  const withPort = port === '' ? `${hostname}:${protocol === 'https:' ? '443' : '80'}` : host
  return hosts.some(known => [hostname, withPort].includes(known.toLowerCase()))
}

/** Whether a host may get webhooks: an own one that the operator allows, or one that can be public. Addresses of a name are not looked up. */
export function classifyHost(url: URL, hosts: readonly string[]): 'own' | 'public' | 'private' {
  if (isAllowedHost(url, hosts)) return 'own'
  const literal = toAddress(url)
  const isPrivate = isIP(literal) === 0 ? LOCALHOST_NAME.test(literal) : !isPublicAddress(literal)
  return isPrivate ? 'private' : 'public'
}

interface PostOptions extends Pick<WebhookRequest, 'headers' | 'body'> {
  readonly lookup: Awaited<ReturnType<typeof toCheckedLookup>>
  readonly signal: AbortSignal
}

function post(url: URL, { headers, body, lookup, signal }: PostOptions): Promise<WebhookResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent: false, signal, lookup, headers, maxHeaderSize: 8 * 1024 }
    request(url, options, response => {
      const { statusCode = 0, headers: received } = response
      // The body is of no interest, and may be endless.
      response.on('error', () => undefined).destroy()
      resolve({ status: statusCode, retryAfter: received['retry-after'] })
    })
      .on('error', reject)
      // RFC 9110 7.8: a server may switch only to a protocol that was requested, and none was.
      .on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode ?? 0, retryAfter: undefined })
      })
      .on('close', () => reject(new Error('the connection closed before a response')))
      .end(body)
  })
}
