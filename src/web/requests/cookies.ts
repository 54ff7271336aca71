import type { IncomingMessage, ServerResponse } from 'node:http'

/** The cookies of the service. On https each has the prefix `__Host-`, so that no other host of the domain can set it. */
const NAMES = {
  /** Who is signed in. */
  session: 'dragoman_session',
  /** Which browser it is, signed in or not. */
  browser: 'dragoman_browser',
  theme: 'dragoman_theme',
  /** Where the person wants to be once they have signed in. */
  next: 'dragoman_next',
  /** The secret of the invitation that the browser opened. */
  invitation: 'dragoman_invitation',
} as const

export type CookieName = keyof typeof NAMES

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

const cookieName = (cookie: CookieName, baseUrl: string): string =>
  `${isSecure(baseUrl) ? '__Host-' : ''}${NAMES[cookie]}`

/** The value of a cookie; undefined when it is not there, or there twice. */
export function readCookie({ headers }: IncomingMessage, cookie: CookieName, baseUrl: string): string | undefined {
  const wanted = cookieName(cookie, baseUrl)
  const found = (headers.cookie ?? '')
    .split(';')
    .map(pair => pair.trim().split('=', 2))
    .filter(([name]) => name === wanted)
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Sets a cookie for so many seconds; undefined = until the browser is closed, 0 removes it. */
export function setCookie(
  response: ServerResponse,
  cookie: CookieName,
  value: string,
  { baseUrl, seconds }: { readonly baseUrl: string; readonly seconds: number | undefined },
): void {
  const parts = [`${cookieName(cookie, baseUrl)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (seconds !== undefined) parts.push(`Max-Age=${seconds}`)
  if (isSecure(baseUrl)) parts.push('Secure')
  response.appendHeader('set-cookie', parts.join('; '))
}
