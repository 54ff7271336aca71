import { isLoopback } from '../config.ts'
import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'

/** Which names the service answers to; the port is never compared, because a proxy may change it. */
export interface HostOptions {
  /** Bound to a loopback address alone. */
  readonly loopbackBind: boolean
  /** `DRAGOMAN_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
}

/** @throws AppError `bad_host` when the Host header names neither the base URL nor another allowed name (DNS rebinding). */
export function assertHost(header: string | undefined, baseUrl: string, options: HostOptions): void {
  const host = header === undefined ? undefined : parseHostname(header)
  const known =
    host !== undefined &&
    (host === getBaseHostname(baseUrl) ||
      (options.loopbackBind && isLoopback(host)) ||
      options.allowedHosts.some(allowed => parseHostname(allowed) === host))
  if (known) return
  throw new AppError(
    'bad_host',
    `The Host header is ${JSON.stringify(echo(header ?? ''))}, which is not a name of this server.`,
    {
      fix: `Use ${baseUrl}, or add the name to DRAGOMAN_ALLOWED_HOSTS.`,
    },
  )
}

/**
 * With a loopback base URL only pages of this machine may call; with a public one any may, because only a bearer token counts.
 * @throws AppError `bad_origin`
 */
export function assertOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || !isLoopback(new URL(baseUrl).hostname)) return
  if (URL.canParse(origin) && isLoopback(new URL(origin).hostname)) return
  throw new AppError(
    'bad_origin',
    `The Origin ${JSON.stringify(echo(origin))} may not call a server on this machine.`,
    {
      fix: 'Call it from a page on localhost, or from a program without an Origin header.',
    },
  )
}

/** The name of a Host header, lower case and without its port; undefined when it is no such header. */
function parseHostname(header: string): string | undefined {
  const [, name, port = ''] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d*))?$/.exec(header.toLowerCase()) ?? []
  return Number(port) > MAX_PORT ? undefined : name
}

let cachedBase = { baseUrl: '', name: undefined as string | undefined }

/** The name of the base URL, which stays the same. */
function getBaseHostname(baseUrl: string): string | undefined {
  if (cachedBase.baseUrl !== baseUrl) cachedBase = { baseUrl, name: parseHostname(new URL(baseUrl).host) }
  return cachedBase.name
}

const MAX_PORT = 65_535
