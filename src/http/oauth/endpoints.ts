import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { deviceAuthorizationEndpoint } from './device-authorization.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { introspectEndpoint } from './introspect.ts'
import { registerEndpoint } from './register.ts'
import { revokeEndpoint } from './revoke.ts'
import { tokenEndpoint } from './token.ts'

/** The endpoints that clients call directly, by path. */
export const OAUTH_ENDPOINTS: Readonly<Record<string, OAuthEndpoint>> = {
  [CAPABILITIES.paths.register]: registerEndpoint,
  [CAPABILITIES.paths.token]: tokenEndpoint,
  [CAPABILITIES.paths.revoke]: revokeEndpoint,
  [CAPABILITIES.paths.introspect]: introspectEndpoint,
  [CAPABILITIES.paths.device]: deviceAuthorizationEndpoint,
}
