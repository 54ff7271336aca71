import type { Express, Request, Response } from 'express'
import type { SecondClicks } from '../auth/identity/second-clicks.ts'
import type { DeviceGuesses } from '../auth/oauth/device-guesses.ts'
import { sessionPrincipal } from '../auth/sessions.ts'
import { AppError, errorBody } from '../errors.ts'
import { Pace } from '../pace.ts'
import type { Services } from '../tools/call.ts'
import { CallCpu } from '../tools/cpu-budget.ts'
import { ASSETS, findAsset } from '../web/assets.ts'
import { commandsFor } from '../web/commands-for.ts'
import { readCookie } from '../web/cookies.ts'
import { isOwnForm, wasForPerson } from '../web/csrf.ts'
import { lostPart } from '../web/lost-part.ts'
import { pageBehind } from '../web/page-behind.ts'
import { PageError } from '../web/page-error.ts'
import { sendErrorPage, type WayOn } from '../web/pages/error.tsx'
import type { ProviderOutcome } from '../web/provider-outcome.ts'
import { ROUTES } from '../web/routes.ts'
import type { Handle, Route, Visit } from '../web/visit.ts'
import { wantsJson, wantsPage } from '../web/wants-page.ts'
import { clientAddress } from './client-address.ts'
import { type Exchange, noteUser } from './exchange.ts'
import { readForm } from './form.ts'
import { assertOpened, assertOwnOrigin } from './from-elsewhere.ts'
import { enforceLimit } from './limits/enforce.ts'
import type { Limits } from './limits/limits.ts'
import { sendProblem, setErrorHeaders } from './problem.ts'
import { statusOf } from './status.ts'
import { browserOf, keepBrowser, prolong, whoIs } from './visitor.ts'

export interface PageHouse {
  readonly services: Services
  readonly limits: Limits
  readonly trustProxy: number
  readonly deviceGuesses: DeviceGuesses
  readonly providerClicks: SecondClicks<ProviderOutcome>
  /** How the request that Express was given is known to the rest of the house. */
  readonly exchangeOf: (request: Request, response: Response) => Exchange
}

/** Mounts the web pages. The checks that every page and every form needs are here alone: who opens it, its Origin, its token, its size. */
export function mountPages(app: Express, house: PageHouse): void {
  for (const { path } of Object.values(ASSETS)) app.get(path, (_request, response) => sendAsset(path, response))
  for (const route of ROUTES) {
    app.all(route.path, (request, response) => serve(route, house.exchangeOf(request, response), request.params, house))
  }
}

/** Answers what is wrong at an address that no page has, or that failed before its page was reached: a page for browsers, JSON for programs. */
export async function sendFault(exchange: Exchange, error: unknown, house: PageHouse): Promise<void> {
  try {
    const visit = await receive(exchange, {}, house)
    if (wantsPage(exchange.request)) refuse(visit, exchange, { error, isStep: false })
    else sendProblem(exchange, error)
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
    const isPost = request.method === 'POST'
    const handle = isPost ? route.post : isRead(route, request.method) ? route.get : undefined
    if (handle === undefined) {
      const allow = methodsOf(route).join(', ')
      response.setHeader('allow', allow)
      throw new AppError('method_not_allowed', `${request.method} is not used here.`, { fix: `Use ${allow}.` })
    }
    assertOpened(request)
    if (isPost) assertOwnOrigin(request, house.services.baseUrl)
    const limit = route.limit ?? (isPost ? route.postLimit : undefined)
    if (limit !== undefined) enforceLimit(response, house.limits, limit, visit.address)
    if (isPost) await take(route, handle, visit, exchange)
    else await show(handle, visit, house)
  } catch (error) {
    refuse(visit, exchange, { error, isStep: route.isStep === true })
  }
}

/** Makes a page, whose time counts for who is signed in. What a form does counts as the calls that it makes. */
async function show(handle: Handle, visit: Visit, { services }: PageHouse): Promise<void> {
  const { signedIn, address } = visit
  const cpu = signedIn && new CallCpu(services.cpuBudget, sessionPrincipal(signedIn))
  cpu?.check()
  const pace = new Pace(cpu, signedIn?.user.id ?? address)
  await pace.begin()
  await handle(keepBrowser(visit))
  pace.count()
}

/** Does what a form says, for whoever is signed in once it is there as a whole: a body may come slowly. */
async function take(route: Route, handle: Handle, visit: Visit, exchange: Exchange): Promise<void> {
  const { request, services } = visit
  const isStep = route.isStep === true
  const form = await readForm(request)
  const sent = { ...visit, form, signedIn: await whoIs(request, services) }
  const late = { ...sent, signedIn: undefined }
  if (sent.signedIn === undefined && route.signedOut !== undefined) return route.signedOut(late)
  if (!isOwnForm(sent, exchange.path)) {
    const error = sent.signedIn === undefined && wasForPerson(sent) ? signedOutSince() : staleForm()
    return refuse(sent, exchange, { error, isStep, wayOn: wayOn(sent) })
  }
  try {
    await handle(sent)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_token') throw error
    if (route.signedOut !== undefined) return route.signedOut(late)
    refuse(late, exchange, { error, isStep, wayOn: wayOn(late) })
  }
}

/** Where a person goes on whose form came too late. */
function wayOn(visit: Visit): WayOn {
  const back = pageBehind(visit)
  return visit.signedIn === undefined
    ? { href: `/login?${new URLSearchParams({ next: back })}`, text: 'Sign in' }
    : { href: back, text: 'Load the page again' }
}

const isRead = ({ isDeed }: Route, method: string | undefined): boolean =>
  method === 'GET' || (method === 'HEAD' && isDeed !== true)

const methodsOf = ({ get, post, isDeed }: Route): readonly string[] => [
  ...(get === undefined ? [] : isDeed === true ? ['GET'] : ['GET', 'HEAD']),
  ...(post === undefined ? [] : ['POST']),
]

async function receive(exchange: Exchange, params: Params, house: PageHouse): Promise<Visit> {
  const { services, trustProxy, deviceGuesses, providerClicks } = house
  const { request, response, requestId, query } = exchange
  const { baseUrl } = services
  const signedIn = await whoIs(request, services)
  if (signedIn !== undefined) {
    noteUser(exchange, signedIn.user)
    await prolong(exchange, signedIn, services)
  }
  const theme = readCookie(request, 'theme', baseUrl)
  return {
    services,
    request,
    response,
    requestId,
    noteError: code => {
      exchange.facts.error_code = code
    },
    address: clientAddress(request, trustProxy),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    query,
    form: new URLSearchParams(),
    signedIn,
    ...browserOf(request, baseUrl),
    deviceGuesses,
    providerClicks,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

function staleForm(): AppError {
  return new AppError('forbidden', 'This form is out of date, or cookies are off: nothing was done.', {
    fix: 'Load the page again, and send it once more.',
  })
}

const signedOutSince = (): AppError =>
  new AppError('invalid_token', 'You were signed out since this page was loaded. Nothing was done.', {
    fix: 'Sign in and send it again.',
  })

interface Refusal {
  readonly error: unknown
  readonly isStep: boolean
  readonly wayOn?: WayOn
}

function refuse(visit: Visit, exchange: Exchange, { error: given, isStep, wayOn: way }: Refusal): void {
  const { response } = visit
  if (!response.headersSent && wantsJson(visit.request)) return sendProblem(exchange, given)
  const error = lostPart(visit, given) ?? given
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'page failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { code, message, fix } = errorBody(error, visit.requestId, commandsFor(visit))
  visit.noteError(code)
  setErrorHeaders(response, error)
  const onward = error instanceof PageError ? error.wayOn : way
  const title = code === 'quota_exceeded' ? 'A limit is reached' : undefined
  sendErrorPage(visit, { status: statusOf(error), title, message, fix, isStep, wayOn: onward })
}

function sendAsset(path: string, response: Response): void {
  const asset = findAsset(path)
  if (asset === undefined) throw new Error(`no asset at ${path}`)
  const { type, bytes } = asset
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}
