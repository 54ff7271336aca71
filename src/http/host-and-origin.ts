import { isBaseUrlHost } from '../auth/oauth/base-urls.ts'
import { isLoopback } from '../config.ts'
import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'

/** The accepted names of the server. Ports are not compared, because a proxy may change them. */
export interface HostOptions {
  /** Whether the server is bound only to a loopback address. */
  readonly loopbackBind: boolean
  /** `DRAGOMAN_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
}

/**
 * Checks that the Host header names the base URL or another allowed name, against DNS rebinding.
 * @throws AppError `bad_host`
 */
export function assertHost(header: string | undefined, baseUrl: string, options: HostOptions): void {
  const host = header === undefined ? undefined : parseHostname(header)
  const known =
    host !== undefined &&
    (host === getBaseHostname(baseUrl) ||
      (options.loopbackBind && isLoopback(host)) ||
      isBaseUrlHost(header, baseUrl) ||
      options.allowedHosts.some(allowed => parseHostname(allowed) === host))
  if (known) return
  throw new AppError(
    'bad_host',
    `The Host header is ${JSON.stringify(echo(header ?? ''))}, which is not a name of this server.`,
    { fix: `Use ${baseUrl}, or add the name to DRAGOMAN_ALLOWED_HOSTS.` },
  )
}

/**
 * Checks the Origin header. With a loopback base URL, only pages of this machine may call. With a public one, all pages may, because only a bearer token
 * counts.
 * @throws AppError `bad_origin`
 */
export function assertOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || !isLoopback(new URL(baseUrl).hostname)) return
  if (URL.canParse(origin) && isLoopback(new URL(origin).hostname)) return
  throw new AppError(
    'bad_origin',
    `The Origin ${JSON.stringify(echo(origin))} may not call a server on this machine.`,
    { fix: 'Call it from a page on localhost, or from a program without an Origin header.' },
  )
}

/** Parses the name in a Host header: lowercase and without the port; undefined if the header is not valid. */
function parseHostname(header: string): string | undefined {
  const [, name, port = ''] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d*))?$/.exec(header.toLowerCase()) ?? []
  return Number(port) > MAX_PORT ? undefined : name
}

let cachedBase = { baseUrl: '', name: undefined as string | undefined }

/** The host name of the base URL, cached. */
function getBaseHostname(baseUrl: string): string | undefined {
  if (cachedBase.baseUrl !== baseUrl) cachedBase = { baseUrl, name: parseHostname(new URL(baseUrl).host) }
  return cachedBase.name
}

const MAX_PORT = 65_535
