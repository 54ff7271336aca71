import { AppError } from '../../errors.ts'
import type { SignIn } from './credentials.ts'
import {
  discoverServer,
  explainErrors,
  isAnswer,
  isOAuthError,
  type RequestContext,
  revokeToken,
} from './oauth-server.ts'

interface Revocation {
  readonly clientId: string
  readonly signIn: SignIn
}

/**
 * Revokes the tokens of a sign-in at its server: the refresh token with its family (RFC 7009). Returns whether the server did so; the tokens stay valid
 * until they expire when it cannot be reached.
 */
export async function revokeSignIn(
  server: string,
  { clientId, signIn: { refresh_token } }: Revocation,
  context: RequestContext,
): Promise<boolean> {
  try {
    const found = await discoverServer(server, context)
    await explainErrors(server, () => revokeToken(found, clientId, refresh_token, context))
    return true
  } catch (error) {
    // The server removed the client with its tokens.
    if (isOAuthError(error, 'invalid_client')) return true
    // Another answer, such as a rate limit, must not keep the caller from the other servers.
    if (error instanceof AppError || isAnswer(error)) return false
    throw error
  }
}
