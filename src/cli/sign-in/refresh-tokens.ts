import * as oauth from 'oauth4webapi'
import { AppError } from '../../errors.ts'
import type { SignIn } from './credentials.ts'
import { discoverServer, explainErrors, isAnswer, isOAuthError, requestOptions, toResource } from './oauth-server.ts'

interface RefreshRequest {
  readonly server: string
  readonly clientId: string
  readonly saved: SignIn
  readonly now: () => Date
}

/** New tokens, or the error of a sign-in that the server ended. */
type RefreshOutcome = { readonly sign_in: SignIn } | { readonly ended: AppError; readonly isClientKnown: boolean }

/** Exchanges the refresh token of a sign-in for new tokens. @throws AppError `unavailable`. */
export async function refreshTokens({ server, clientId, saved, now }: RefreshRequest): Promise<RefreshOutcome> {
  const found = await discoverServer(server, { now })
  const client = { client_id: clientId }
  const options = { ...requestOptions(server, { now }), additionalParameters: { resource: toResource(server) } }
  try {
    const requestedAt = now()
    const answer = await explainErrors(server, async () =>
      oauth.processRefreshTokenResponse(
        found,
        client,
        await oauth.refreshTokenGrantRequest(found, client, oauth.None(), saved.refresh_token, options),
      ),
    )
    return { sign_in: { ...saved, ...toStoredTokens(answer, requestedAt, server) } }
  } catch (error) {
    if (isOAuthError(error, 'invalid_grant')) return { ended: endedError(server), isClientKnown: true }
    if (isOAuthError(error, 'invalid_client')) return { ended: endedError(server), isClientKnown: false }
    throw toUnavailable(server, error)
  }
}

const endedError = (server: string): AppError =>
  new AppError('invalid_token', `Your sign-in to ${server} has ended: it expired, or it was revoked.`, {
    fix: dragoman => `Run ${dragoman(`login ${server}`)}.`,
  })

const DEFAULT_SECONDS = 3600

/** The stored form of a token response. @throws AppError `unavailable` without a refresh token. */
export function toStoredTokens(
  { access_token, refresh_token, expires_in = DEFAULT_SECONDS }: oauth.TokenEndpointResponse,
  requestedAt: Date,
  server: string,
): Pick<SignIn, 'access_token' | 'refresh_token' | 'expires_at'> {
  if (refresh_token === undefined) {
    throw new AppError('unavailable', `${server} sent no refresh token.`, {
      fix: 'Check that the server is not older than this program.',
    })
  }
  return { access_token, refresh_token, expires_at: new Date(requestedAt.getTime() + expires_in * 1000).toISOString() }
}

/** The error for an OAuth error that a sign-in cannot handle. Its description never has a secret. */
export function toUnavailable(server: string, error: unknown): unknown {
  if (!isAnswer(error)) return error
  const isBusy = error instanceof oauth.ResponseBodyError && error.status === 429
  return new AppError(
    isBusy ? 'rate_limited' : 'unavailable',
    `${server} answered: ${error.error_description ?? error.error}`,
    {
      fix: isBusy ? 'Try again in a minute.' : 'Try again. If it fails again, ask the operator of the server.',
      cause: error,
    },
  )
}
