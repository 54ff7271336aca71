import type { Express, Request, Response } from 'express'
import type { DeviceGuesses } from '../auth/oauth/device-guesses.ts'
import { kindOf, mintSecret } from '../auth/secrets.ts'
import { findSession, isDue, prolongSession, SESSION_MS, type SignedIn } from '../auth/sessions.ts'
import { isLoopback } from '../config.ts'
import { AppError, errorBody } from '../errors.ts'
import type { Services } from '../tools/call.ts'
import { ASSETS, findAsset } from '../web/assets.ts'
import { readCookie, setCookie } from '../web/cookies.ts'
import { isOwnForm } from '../web/csrf.ts'
import { sendErrorPage } from '../web/pages/error.tsx'
import { ROUTES } from '../web/routes.ts'
import type { Route, Visit } from '../web/visit.ts'
import { wantsJson } from '../web/wants-page.ts'
import { clientAddress } from './client-address.ts'
import type { Exchange } from './exchange.ts'
import { readForm } from './form.ts'
import { enforceLimit } from './limits/enforce.ts'
import type { Limits } from './limits/limits.ts'
import { sendProblem } from './problem.ts'
import { httpStatus } from './status.ts'

export interface PageHouse {
  readonly services: Services
  readonly limits: Limits
  readonly trustProxy: number
  readonly deviceGuesses: DeviceGuesses
  /** How the request that Express was given is known to the rest of the house. */
  readonly exchangeOf: (request: Request, response: Response) => Exchange
}

/** Mounts the web pages. The checks that every form needs are here alone: its Origin, its token, its size. */
export function mountPages(app: Express, house: PageHouse): void {
  for (const { path } of Object.values(ASSETS)) app.get(path, (_request, response) => sendAsset(path, response))
  for (const route of ROUTES) {
    app.all(route.path, (request, response) => serve(route, house.exchangeOf(request, response), request.params, house))
  }
}

/** Answers a browser with what is wrong at an address that no page has, or that failed before its page was reached. */
export async function sendFault(exchange: Exchange, error: unknown, house: PageHouse): Promise<void> {
  try {
    refuse(await receive(exchange, {}, house), exchange, { error, isStep: false })
  } catch (failure) {
    sendProblem(exchange, failure)
  }
}

/** What Express found in the path. */
type Params = Readonly<Record<string, string | readonly string[]>>

async function serve(route: Route, exchange: Exchange, params: Params, house: PageHouse): Promise<void> {
  const { request, response } = exchange
  const visit = await receive(exchange, params, house)
  try {
    const allow = methodsOf(route).join(', ')
    const handle = request.method === 'POST' ? route.post : isRead(route, request.method) ? route.get : undefined
    if (handle === undefined) {
      response.setHeader('allow', allow)
      throw new AppError('method_not_allowed', `${request.method} is not used here.`, { fix: `Use ${allow}.` })
    }
    if (route.limit !== undefined) enforceLimit(response, house.limits, route.limit, visit.address)
    if (request.method !== 'POST') return await handle(visit)
    assertOwnOrigin(exchange, house.services.baseUrl)
    const sent = { ...visit, form: await readForm(request) }
    if (!isOwnForm(sent, exchange.path)) throw staleForm()
    await handle(sent)
  } catch (error) {
    refuse(visit, exchange, { error, isStep: route.isStep === true })
  }
}

const isRead = ({ isDeed }: Route, method: string | undefined): boolean =>
  method === 'GET' || (method === 'HEAD' && isDeed !== true)

const methodsOf = ({ get, post, isDeed }: Route): readonly string[] => [
  ...(get === undefined ? [] : isDeed === true ? ['GET'] : ['GET', 'HEAD']),
  ...(post === undefined ? [] : ['POST']),
]

async function receive(exchange: Exchange, params: Params, house: PageHouse): Promise<Visit> {
  const { services, trustProxy, deviceGuesses } = house
  const { request, response, requestId, query } = exchange
  const { baseUrl } = services
  const signedIn = await recognize(exchange, services)
  const theme = readCookie(request, 'theme', baseUrl)
  return {
    services,
    request,
    response,
    requestId,
    address: clientAddress(request, trustProxy),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    query,
    form: new URLSearchParams(),
    signedIn,
    browser: browserOf(exchange, baseUrl),
    deviceGuesses,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

/** Who is signed in; a session that is in use is moved on. When the store cannot write that now, pages can still be read. */
async function recognize({ request, response, log }: Exchange, services: Services): Promise<SignedIn | undefined> {
  const { baseUrl, store, now } = services
  const cookie = readCookie(request, 'session', baseUrl)
  const signedIn = cookie === undefined ? undefined : await findSession(cookie, store.read, now())
  if (signedIn === undefined || cookie === undefined || !isDue(signedIn.session, now())) return signedIn
  try {
    await store.transaction(tx => prolongSession(tx, signedIn.session.id, now()))
    setCookie(response, 'session', cookie, { baseUrl, seconds: SESSION_MS / 1000 })
  } catch (error) {
    log.warn({ err: error }, 'session not prolonged')
  }
  return signedIn
}

function browserOf({ request, response }: Exchange, baseUrl: string): string {
  const known = readCookie(request, 'browser', baseUrl)
  if (known !== undefined && kindOf(known) === 'svcb') return known
  const { value } = mintSecret('svcb')
  setCookie(response, 'browser', value, { baseUrl, seconds: undefined })
  return value
}

/** A form comes from a page of ours: browsers say so themselves (Sec-Fetch-Site, Origin), and pages cannot change it. */
function assertOwnOrigin({ request: { headers } }: Exchange, baseUrl: string): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  const isOwn =
    origin === undefined ||
    origin === baseUrl ||
    (origin === 'null' && site === 'same-origin') ||
    // One machine has several names for itself; which of them are this service was judged when Host was.
    (origin === `http://${host}` && isLoopback(new URL(origin).hostname))
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new AppError('bad_origin', 'This form was sent from another site.', {
    fix: `Open ${baseUrl} and send it there.`,
  })
}

function staleForm(): AppError {
  return new AppError('forbidden', 'This form is out of date, or cookies are off.', {
    fix: 'Go back, load the page again, and send it once more.',
  })
}

interface Refusal {
  readonly error: unknown
  readonly isStep: boolean
}

function refuse(visit: Visit, exchange: Exchange, { error, isStep }: Refusal): void {
  const { response } = visit
  if (!response.headersSent && wantsJson(visit.request)) return sendProblem(exchange, error)
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'page failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { code, message, fix, retry_after } = errorBody(error, visit.requestId)
  if (retry_after !== undefined) response.setHeader('retry-after', String(retry_after))
  sendErrorPage(visit, { status: httpStatus[code], message, fix, isStep })
}

function sendAsset(path: string, response: Response): void {
  const asset = findAsset(path)
  if (asset === undefined) throw new Error(`no asset at ${path}`)
  const { type, bytes } = asset
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}
