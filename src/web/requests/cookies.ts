import type { IncomingMessage, ServerResponse } from 'node:http'

/** The cookies of the server. On HTTPS their names get the prefix `__Host-`, so that no other host of the domain can set them. */
const NAMES = {
  /** Identifies the session of a signed-in user. */
  session: 'dragoman_session',
  /** Identifies the browser, signed in or not. */
  browser: 'dragoman_browser',
  theme: 'dragoman_theme',
  /** The language of the pages. */
  language: 'dragoman_language',
  /** Whether single letters are shortcuts: `off`. */
  letters: 'dragoman_letters',
  /** The path to open after signing in. */
  next: 'dragoman_next',
  /** The secret of the invitation that was opened in this browser. */
  invitation: 'dragoman_invitation',
} as const

export type CookieName = keyof typeof NAMES

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

const cookieName = (cookie: CookieName, baseUrl: string): string =>
  `${isSecure(baseUrl) ? '__Host-' : ''}${NAMES[cookie]}`

/** Returns the value of a cookie; undefined if it is missing or sent twice. */
export function readCookie({ headers }: IncomingMessage, cookie: CookieName, baseUrl: string): string | undefined {
  const wanted = cookieName(cookie, baseUrl)
  const found = (headers.cookie ?? '')
    .split(';')
    .map(pair => pair.trim().split('=', 2))
    .filter(([name]) => name === wanted)
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Sets a cookie that expires after `seconds`: undefined keeps it until the browser closes, 0 removes it. */
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
