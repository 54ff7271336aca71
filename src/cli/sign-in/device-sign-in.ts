import * as oauth from 'oauth4webapi'
import { AppError, type ErrorCode } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { deniedError, expiredError } from './browser-sign-in.ts'
import {
  explainErrors,
  type FlowRequest,
  isOAuthError,
  requestOptions,
  type SignInFlow,
  toResource,
} from './oauth-server.ts'
import { toUnavailable } from './refresh-tokens.ts'

const DEFAULT_INTERVAL_S = 5
/** Longer than any server of ours grants; timers have a limit. */
const MAX_LIFETIME_S = 3600
/** RFC 8628 3.5. */
const SLOW_DOWN_S = 5

/** Starts a sign-in with a code that the user types on any device (RFC 8628). */
export async function startDeviceSignIn(request: FlowRequest): Promise<SignInFlow> {
  const { found, clientId, scope, signal, pause } = request
  const { issuer: server } = found
  const client = { client_id: clientId }
  const device = await explainErrors(server, async () => {
    const options = requestOptions(server, request)
    const parameters = { resource: toResource(server), ...(scope !== undefined && { scope }) }
    const response = await oauth.deviceAuthorizationRequest(found, client, oauth.None(), parameters, options)
    return oauth.processDeviceAuthorizationResponse(found, client, response)
  })
  if (new URL(device.verification_uri).origin !== server) {
    throw new AppError('unavailable', `${server} sends its users to another site to sign in.`, {
      fix: 'Check that the URL is that of a Dragoman server that you trust.',
    })
  }
  const expired = AbortSignal.timeout(Math.min(device.expires_in, MAX_LIFETIME_S) * 1000)
  // A poll that waited on its own would be late for the next one.
  const options = requestOptions(server, { signal, now: request.now })
  const poll = async (): Promise<oauth.TokenEndpointResponse | 'pending' | Slower> => {
    try {
      return await explainErrors(server, async () => {
        const response = await oauth.deviceCodeGrantRequest(found, client, oauth.None(), device.device_code, options)
        return oauth.processDeviceCodeResponse(found, client, response)
      })
    } catch (error) {
      if (isOAuthError(error, 'authorization_pending')) return 'pending'
      if (isOAuthError(error, 'slow_down')) return {}
      if (isOAuthError(error, 'access_denied')) throw deniedError(server)
      if (isOAuthError(error, 'expired_token')) throw expiredError()
      // RFC 8628 3.5: a failed connection ends nothing, and neither does a busy server.
      if (error instanceof AppError && BUSY_CODES.has(error.code)) return error
      if (isBusy(error)) return {}
      throw toUnavailable(server, error)
    }
  }
  const finish = async (): Promise<oauth.TokenEndpointResponse> => {
    let interval = device.interval ?? DEFAULT_INTERVAL_S
    let wait = interval
    while (!expired.aborted) {
      await pause(wait * 1000, signal)
      const answer = await poll()
      if (answer === 'pending') wait = interval
      else if ('access_token' in answer) return answer
      else {
        interval += SLOW_DOWN_S
        wait = Math.max(interval, Math.min(answer.retryAfter ?? 0, MAX_LIFETIME_S))
      }
    }
    throw expiredError()
  }
  const { verification_uri, verification_uri_complete, user_code: code } = device
  const isComplete = verification_uri_complete !== undefined && new URL(verification_uri_complete).origin === server
  const page = new URL(isComplete ? verification_uri_complete : verification_uri)
  return { prompt: { url: page.href, code: escapeInvisible(code) }, tokens: finish() }
}

/** The server wants to be asked less often, or not before some seconds. */
interface Slower {
  readonly retryAfter?: number | undefined
}

const BUSY_CODES: ReadonlySet<ErrorCode> = new Set(['unavailable', 'rate_limited'])

const isBusy = (error: unknown): boolean => error instanceof oauth.ResponseBodyError && error.status === 429
