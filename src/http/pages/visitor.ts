import type { IncomingMessage } from 'node:http'
import { mintSecret, parseSecretKind } from '../../auth/secrets.ts'
import { findSession, isExtensionDue, prolongSession, SESSION_MS, type SignedIn } from '../../auth/users/sessions.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import { readCookie, setCookie } from '../../web/requests/cookies.ts'
import type { PageRequest } from '../../web/requests/page-request.ts'
import type { Exchange } from '../exchange.ts'

/** Finds the current session of a request. Call it again during long requests. */
export async function findSignedIn(
  request: IncomingMessage,
  { baseUrl, store, now }: Services,
): Promise<SignedIn | undefined> {
  const cookie = readCookie(request, 'session', baseUrl)
  return cookie === undefined ? undefined : await findSession(cookie, store.read, now())
}

/** Extends the current session. If the store cannot be written, pages stay readable. */
export async function extendCurrentSession(
  { request, response, log }: Exchange,
  { session }: SignedIn,
  { baseUrl, store, now }: Services,
): Promise<void> {
  if (!isExtensionDue(session, now())) return
  try {
    await store.transaction(tx => prolongSession(tx, session.id, now()))
    const cookie = readCookie(request, 'session', baseUrl) ?? ''
    setCookie(response, 'session', cookie, { baseUrl, seconds: SESSION_MS / 1000 })
  } catch (error) {
    log.warn({ err: error }, 'session not prolonged')
  }
}

/** Reads the secret of the browser from its cookie, or creates one. `setBrowserCookie` sets the cookie for a new one. */
export function readBrowserCookie(
  request: IncomingMessage,
  baseUrl: string,
): Pick<PageRequest, 'browser' | 'hasBrowserCookie'> {
  const known = readCookie(request, 'browser', baseUrl)
  return known !== undefined && parseSecretKind(known) === 'svcb'
    ? { browser: known, hasBrowserCookie: true }
    : { browser: mintSecret('svcb').value, hasBrowserCookie: false }
}

/**
 * Sets the cookie for a browser without one. Only for a page that passed its checks, and never in the response to a POST: a POST from another site has no
 * cookies, and the response would replace the browser's.
 */
export function setBrowserCookie(pageRequest: PageRequest): PageRequest {
  const { response, services, browser, hasBrowserCookie } = pageRequest
  if (hasBrowserCookie) return pageRequest
  setCookie(response, 'browser', browser, { baseUrl: services.baseUrl, seconds: undefined })
  return { ...pageRequest, hasBrowserCookie: true }
}
