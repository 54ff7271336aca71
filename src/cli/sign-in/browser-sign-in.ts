import * as oauth from 'oauth4webapi'
import { AppError } from '../../errors.ts'
import type { FlowRequest, SignInFlow } from './flow.ts'
import { openLoopback } from './loopback.ts'
import { explainErrors, isOAuthError, requestOptions, toResource } from './oauth-server.ts'
import { toUnavailable } from './refresh-tokens.ts'

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
