import { setTimeout as sleep } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import { AppError } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { deniedError, expiredError } from './browser-sign-in.ts'
import type { FlowRequest, SignInFlow } from './flow.ts'
import { explainErrors, isOAuthError, requestOptions, toResource } from './oauth-server.ts'
import { toUnavailable } from './refresh-tokens.ts'

const DEFAULT_INTERVAL_S = 5
/** Longer than any server of ours grants; timers have a limit. */
const MAX_LIFETIME_S = 3600
/** RFC 8628 3.5. */
const SLOW_DOWN_S = 5

/** Starts a sign-in with a code that the user types on any device (RFC 8628). */
export async function startDeviceSignIn(request: FlowRequest): Promise<SignInFlow> {
  const { found, clientId, scope, signal, pause = sleepUntilAborted } = request
  const { issuer: server } = found
  const client = { client_id: clientId }
  const options = requestOptions(server, signal)
  const device = await explainErrors(server, async () => {
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
  const poll = async (): Promise<oauth.TokenEndpointResponse | 'pending' | 'slow_down'> => {
    try {
      return await explainErrors(server, async () => {
        const response = await oauth.deviceCodeGrantRequest(found, client, oauth.None(), device.device_code, options)
        return oauth.processDeviceCodeResponse(found, client, response)
      })
    } catch (error) {
      if (isOAuthError(error, 'authorization_pending')) return 'pending'
      if (isOAuthError(error, 'slow_down')) return 'slow_down'
      if (isOAuthError(error, 'access_denied')) throw deniedError(server)
      if (isOAuthError(error, 'expired_token')) throw expiredError()
      // RFC 8628 3.5: a failed connection ends nothing, and neither does a busy server.
      if (error instanceof AppError && error.code === 'unavailable') return 'slow_down'
      if (isBusy(error)) return 'slow_down'
      throw toUnavailable(server, error)
    }
  }
  const finish = async (): Promise<oauth.TokenEndpointResponse> => {
    let interval = device.interval ?? DEFAULT_INTERVAL_S
    while (!expired.aborted) {
      await pause(interval * 1000, signal)
      const answer = await poll()
      if (answer === 'slow_down') interval += SLOW_DOWN_S
      else if (answer !== 'pending') return answer
    }
    throw expiredError()
  }
  const { verification_uri, verification_uri_complete, user_code: code } = device
  const isComplete = verification_uri_complete !== undefined && new URL(verification_uri_complete).origin === server
  const page = new URL(isComplete ? verification_uri_complete : verification_uri)
  return { prompt: { url: page.href, code: escapeInvisible(code) }, tokens: finish() }
}

const sleepUntilAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const isBusy = (error: unknown): boolean => error instanceof oauth.ResponseBodyError && error.status === 429
