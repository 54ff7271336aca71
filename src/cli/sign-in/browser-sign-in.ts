import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { AppError } from '../../errors.ts'
import {
  explainErrors,
  type FlowRequest,
  isOAuthError,
  requestOptions,
  type SignInFlow,
  toResource,
} from './oauth-server.ts'
import { toUnavailable } from './refresh-tokens.ts'

/** A listener on this machine for the answer of one sign-in (RFC 8252 7.3). */
interface Loopback {
  /** `http://127.0.0.1:<port>/callback` */
  readonly redirectUri: string
  /** Resolves with the address that the browser was sent to, if its `state` is the expected one. */
  next(state: string): Promise<Answer>
  close(): Promise<void>
}

interface Answer {
  readonly url: URL
  /** Shows the result in the browser. */
  respond(text: string, isSuccess: boolean): void
}

const PATH = '/callback'

/** Listens on a free port of 127.0.0.1. */
export async function openLoopback(): Promise<Loopback> {
  let waiting: { readonly state: string; readonly resolve: (answer: Answer) => void } | undefined
  const server = createServer((request, response) => {
    // Joined as text: `//` alone is no valid relative URL, and an error here would end the process.
    const url = new URL(`${origin}${request.url ?? '/'}`)
    // A page of the web can send requests to this port, but cannot know the state.
    const isExpected = url.pathname === PATH && url.searchParams.get('state') === waiting?.state
    if (request.method !== 'GET' || waiting === undefined || !isExpected) {
      sendPage(response, 404, 'This sign-in is not expected. Start it again in the terminal.')
      return
    }
    const { resolve } = waiting
    waiting = undefined
    resolve({ url, respond: (text, isSuccess) => sendPage(response, isSuccess ? 200 : 400, text) })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    redirectUri: `${origin}${PATH}`,
    next: state =>
      new Promise(resolve => {
        waiting = { state, resolve }
      }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeIdleConnections()
        // A browser keeps its connection open.
        setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref()
      }),
  }
}

const CLOSE_MS = 500

function sendPage(response: ServerResponse, status: number, text: string): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Dragoman</title><style>body{font:16px/1.5 system-ui;margin:15vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style><h1>Dragoman</h1><p>${escapeHtml(text)}</p></html>`
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      connection: 'close',
    })
    .end(page)
}

const escapeHtml = (text: string): string => text.replace(/[<>&"]/g, character => `&#${character.charCodeAt(0)};`)

/** The user has as long as for a device code. */
const MAX_WAIT_MS = 10 * 60_000

/** Starts a sign-in in a browser of this machine: authorization code with PKCE, answered to a loopback address (RFC 8252). */
export async function startBrowserSignIn(request: FlowRequest): Promise<SignInFlow> {
  const { found, clientId, scope, signal } = request
  const { issuer: server } = found
  const loopback = await openLoopback()
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(found.authorization_endpoint ?? '')
  for (const [name, value] of Object.entries({
    client_id: clientId,
    redirect_uri: loopback.redirectUri,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: toResource(server),
    ...(scope !== undefined && { scope }),
  })) {
    url.searchParams.set(name, value)
  }
  const finish = async (): Promise<oauth.TokenEndpointResponse> => {
    const answer = await waitFor(loopback.next(state), signal)
    const client = { client_id: clientId }
    try {
      const tokens = await explainErrors(server, async () => {
        // Checks state and issuer (RFC 9207), so that no other server's code is exchanged.
        const parameters = oauth.validateAuthResponse(found, client, answer.url, state)
        const options = { ...requestOptions(server, request), additionalParameters: { resource: toResource(server) } }
        const response = await oauth.authorizationCodeGrantRequest(
          found,
          client,
          oauth.None(),
          parameters,
          loopback.redirectUri,
          verifier,
          options,
        )
        return oauth.processAuthorizationCodeResponse(found, client, response)
      })
      answer.respond('You are signed in. You can close this page.', true)
      return tokens
    } catch (error) {
      answer.respond('The sign-in failed. The terminal says why.', false)
      throw isOAuthError(error, 'access_denied') ? deniedError(server) : toUnavailable(server, error)
    }
  }
  return { prompt: { url: url.href }, tokens: finish().finally(() => void loopback.close()) }
}

async function waitFor<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const deadline = AbortSignal.timeout(MAX_WAIT_MS)
  return Promise.race([
    answer,
    new Promise<never>((_resolve, reject) => {
      const stop = (): void => reject(deadline.aborted ? expiredError() : (signal.reason as Error))
      for (const each of [deadline, signal]) {
        if (each.aborted) stop()
        else each.addEventListener('abort', stop, { once: true })
      }
    }),
  ])
}

/** The error when the user took too long. */
export const expiredError = (): AppError =>
  new AppError('unavailable', 'Nobody signed in within 10 minutes.', { fix: 'Start the sign-in again.' })

/** The error when the user selected Deny. */
export const deniedError = (server: string): AppError =>
  new AppError('forbidden', `The sign-in to ${server} was denied in the browser.`, {
    fix: 'Start the sign-in again, and select Allow.',
  })
