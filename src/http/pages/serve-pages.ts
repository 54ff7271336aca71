import type { Express, Request, Response } from 'express'
import type { DeviceGuesses } from '../../auth/oauth/device/guess-limit.ts'
import type { ClickResults } from '../../auth/sign-in/repeated-clicks.ts'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError, errorBody } from '../../errors.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import { CallCpu } from '../../tools/pipeline/cpu-budget.ts'
import { ASSETS, findAsset } from '../../web/assets/manifest.ts'
import { getCommandLine } from '../../web/format/command-line.ts'
import { hasValidCsrfToken, wasSignedInWhenLoaded } from '../../web/forms/csrf.ts'
import { withLanguage } from '../../web/i18n/current.ts'
import { chooseLanguage } from '../../web/i18n/languages.ts'
import { type NextLink, previousPageLink, sendErrorPage } from '../../web/layout/error-page.tsx'
import {
  expiredFormError,
  methodError,
  missingPageError,
  PageError,
  signedOutError,
  staleCursorError,
  toPageCode,
} from '../../web/layout/page-error.ts'
import { wantsJson, wantsPage } from '../../web/requests/accept.ts'
import { readCookie } from '../../web/requests/cookies.ts'
import type { Handler, PageRequest, Route } from '../../web/requests/page-request.ts'
import { ROUTES } from '../../web/routes.ts'
import type { ProviderOutcome } from '../../web/sign-in/provider-outcome.ts'
import { addUserToLog, type Exchange } from '../exchange.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import { enforceLimit } from '../limits/enforce.ts'
import type { RateLimiter } from '../limits/rate-limits.ts'
import { readForm } from '../requests/form.ts'
import { clientAddress } from '../requests/headers.ts'
import { sendProblem, setErrorHeaders } from '../responses/problem.ts'
import { toHttpStatus } from '../responses/status.ts'
import { assertSameOrigin, assertTopLevelNavigation } from './same-origin.ts'
import { extendCurrentSession, findSignedIn, readBrowserCookie, setBrowserCookie } from './visitor.ts'

export interface PageDeps {
  readonly services: Services
  readonly limits: RateLimiter
  readonly budget: BodyBudget
  readonly trustProxy: number
  readonly deviceGuesses: DeviceGuesses
  readonly providerClicks: ClickResults<ProviderOutcome>
  /** Returns the exchange of an Express request. */
  readonly createExchange: (request: Request, response: Response) => Exchange
}

/** Mounts the web pages. Only this module checks what every page and form needs: the session, the Origin, the CSRF token, the size. */
export function mountPages(app: Express, deps: PageDeps): void {
  for (const { path } of Object.values(ASSETS)) app.get(path, (_request, response) => sendAsset(path, response))
  for (const route of ROUTES) {
    app.all(route.path, (request, response) =>
      servePage(route, deps.createExchange(request, response), request.params, deps),
    )
  }
}

/** Sends the page of an address that has none. */
export async function sendMissingPage(exchange: Exchange, deps: PageDeps): Promise<void> {
  const pageRequest = await createPageRequest(exchange, {}, deps)
  withLanguage(pageRequest.language, () => {
    sendRefusal(pageRequest, exchange, { error: missingPageError(exchange.path), isStep: false })
  })
}

/**
 * Responds to a request that has no page, or failed before its page: with a page for browsers, with JSON for programs.
 */
export async function sendPageFault(exchange: Exchange, error: unknown, deps: PageDeps): Promise<void> {
  try {
    const pageRequest = await createPageRequest(exchange, {}, deps)
    const refuse = () => sendRefusal(pageRequest, exchange, { error, isStep: false })
    if (wantsPage(exchange.request)) withLanguage(pageRequest.language, refuse)
    else sendProblem(exchange, error)
  } catch (failure) {
    sendProblem(exchange, failure)
  }
}

/** The parameters that Express found in the path. */
type Params = Readonly<Record<string, string | readonly string[]>>

async function servePage(route: Route, exchange: Exchange, params: Params, deps: PageDeps): Promise<void> {
  const pageRequest = await createPageRequest(exchange, params, deps)
  await withLanguage(pageRequest.language, () => answerPage(route, pageRequest, exchange, deps))
}

async function answerPage(route: Route, pageRequest: PageRequest, exchange: Exchange, deps: PageDeps): Promise<void> {
  const { request, response } = exchange
  try {
    const isPost = request.method === 'POST'
    const handle = isPost ? route.post : isRead(route, request.method) ? route.get : undefined
    if (handle === undefined) {
      const allow = listMethods(route).join(', ')
      response.setHeader('allow', allow)
      throw methodError(request.method, allow)
    }
    assertTopLevelNavigation(request)
    if (isPost) assertSameOrigin(request, deps.services.baseUrl)
    const limit = route.limit ?? (isPost ? route.postLimit : undefined)
    if (limit !== undefined) {
      try {
        await enforceLimit(response, deps.limits, limit, pageRequest.address)
      } catch (error) {
        // The page of the error offers what the user typed.
        const form = isPost ? await readForm(request, formOptions(route, pageRequest, deps)) : pageRequest.form
        return sendRefusal({ ...pageRequest, form }, exchange, { error, isStep: route.isStep === true })
      }
    }
    if (isPost) await submitForm(route, handle, pageRequest, exchange, deps)
    else await renderPage(handle, pageRequest, deps)
  } catch (error) {
    sendRefusal(pageRequest, exchange, { error, isStep: route.isStep === true })
  }
}

/** Renders a page and counts its CPU time for the signed-in user. Forms count by the tools that they call. */
async function renderPage(handle: Handler, pageRequest: PageRequest, { services }: PageDeps): Promise<void> {
  const { signedIn, address } = pageRequest
  const cpu = signedIn && new CallCpu(services.cpuBudget, sessionPrincipal(signedIn))
  cpu?.check()
  const pace = new Pacer(cpu, signedIn?.user.id ?? address)
  await pace.begin()
  await handle(setBrowserCookie(pageRequest))
  pace.count()
}

/** Handles a form. Reads the session after the whole body has arrived, because that can take long. */
async function submitForm(
  route: Route,
  handle: Handler,
  pageRequest: PageRequest,
  exchange: Exchange,
  deps: PageDeps,
): Promise<void> {
  const { incoming: request, services } = pageRequest
  const isStep = route.isStep === true
  const form = await readForm(request, formOptions(route, pageRequest, deps))
  const sent = { ...pageRequest, form, signedIn: await findSignedIn(request, services) }
  const late = { ...sent, signedIn: undefined }
  if (sent.signedIn === undefined && route.signedOut !== undefined) return route.signedOut(late)
  if (!hasValidCsrfToken(sent, exchange.path)) {
    if (route.expired !== undefined) return route.expired(sent)
    const isSignedOut = sent.signedIn === undefined && wasSignedInWhenLoaded(sent)
    return sendRefusal(sent, exchange, {
      error: isSignedOut ? signedOutError() : expiredFormError(),
      isStep,
      nextLink: previousPageLink(sent),
    })
  }
  try {
    await handle(sent)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_token') {
      return sendRefusal(sent, exchange, { error, isStep })
    }
    if (route.signedOut !== undefined) return route.signedOut(late)
    sendRefusal(late, exchange, { error, isStep, nextLink: previousPageLink(late) })
  }
}

/** Only signed-in users can send long forms, within their share of memory. */
function formOptions({ formBytes }: Route, { incoming, signedIn }: PageRequest, { budget }: PageDeps) {
  if (formBytes === undefined || signedIn === undefined) return {}
  return { limit: formBytes, lease: budget.lease(signedIn.user.id, incoming) }
}

const isRead = ({ hasSideEffects }: Route, method: string | undefined): boolean =>
  method === 'GET' || (method === 'HEAD' && hasSideEffects !== true)

const listMethods = ({ get, post, hasSideEffects }: Route): readonly string[] => [
  ...(get === undefined ? [] : hasSideEffects === true ? ['GET'] : ['GET', 'HEAD']),
  ...(post === undefined ? [] : ['POST']),
]

async function createPageRequest(exchange: Exchange, params: Params, deps: PageDeps): Promise<PageRequest> {
  const { services, trustProxy, deviceGuesses, providerClicks } = deps
  const { request, response, requestId, query } = exchange
  const { baseUrl } = services
  const signedIn = await findSignedIn(request, services)
  if (signedIn !== undefined) {
    addUserToLog(exchange, signedIn.user)
    await extendCurrentSession(exchange, signedIn, services)
  }
  const theme = readCookie(request, 'theme', baseUrl)
  return {
    services,
    incoming: request,
    response,
    requestId,
    noteError: code => {
      exchange.facts.error_code = code
    },
    errorCode: () => exchange.facts.error_code,
    address: clientAddress(request, trustProxy),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    query,
    form: new URLSearchParams(),
    signedIn,
    ...readBrowserCookie(request, baseUrl),
    deviceGuesses,
    providerClicks,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    language: chooseLanguage(readCookie(request, 'language', baseUrl), request.headers['accept-language']),
  }
}

/** The statuses of requests that had no effect, and may work later. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 503])

interface Refusal {
  readonly error: unknown
  /** Default: the title of the status. */
  readonly title?: string
  readonly isStep: boolean
  readonly nextLink?: NextLink
}

function sendRefusal(
  pageRequest: PageRequest,
  exchange: Exchange,
  { error: given, isStep, nextLink: onward }: Refusal,
): void {
  const { response } = pageRequest
  if (!response.headersSent && wantsJson(pageRequest.incoming)) return sendProblem(exchange, given)
  const error = staleCursorError(pageRequest, given) ?? given
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'page failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { message, fix, ...body } = errorBody(error, pageRequest.requestId, getCommandLine(pageRequest))
  const code = error instanceof AppError ? toPageCode(error) : body.code
  pageRequest.noteError(code)
  setErrorHeaders(response, error)
  sendErrorPage(pageRequest, {
    status: toHttpStatus(error),
    code,
    title: error instanceof PageError ? error.title : undefined,
    message: error instanceof PageError ? error.message : message,
    fix: error instanceof PageError ? error.fix : error instanceof AppError ? (error.pageFix ?? fix) : fix,
    isFromTool: !(error instanceof PageError),
    isStep,
    retryAfter: error instanceof AppError && RETRYABLE.has(toHttpStatus(error)) ? error.retryAfter : undefined,
    nextLink: (error instanceof PageError ? error.nextLink : undefined) ?? onward,
    project: error instanceof PageError ? error.project : undefined,
  })
}

function sendAsset(path: string, response: Response): void {
  const asset = findAsset(path)
  if (asset === undefined) throw new Error(`no asset at ${path}`)
  const { type, bytes } = asset
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}
