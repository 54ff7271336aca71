import type { OAuthEndpoint } from './endpoint.ts'
import { registerEndpoint } from './register.ts'
import { tokenEndpoint } from './token.ts'

/** The endpoints that clients call themselves, by path. */
export const OAUTH_ENDPOINTS: Readonly<Record<string, OAuthEndpoint>> = {
  '/oauth/register': registerEndpoint,
  '/oauth/token': tokenEndpoint,
}
