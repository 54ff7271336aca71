import { ALL_SCOPES } from '../policy/scopes.ts'

/** The capabilities of the authorization server: single source of its metadata, checks and messages. */
export const CAPABILITIES = {
  responseTypes: ['code'],
  responseModes: ['query'],
  grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  codeChallengeMethods: ['S256'],
  authMethods: ['none', 'client_secret_post', 'client_secret_basic'],
  /** `offline_access` has no effect: every client gets a refresh token. Some clients request it first. */
  scopes: [...ALL_SCOPES, 'offline_access'],
  prompts: ['none', 'login', 'consent', 'select_account'],
  paths: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    register: '/oauth/register',
    revoke: '/oauth/revoke',
    introspect: '/oauth/introspect',
    device: '/oauth/device_authorization',
    /** The page where a user types a device code. */
    verification: '/device',
  },
} as const

export type GrantType = (typeof CAPABILITIES.grantTypes)[number]
export type AuthMethod = (typeof CAPABILITIES.authMethods)[number]

/** The grant types of a client that names none. */
export const DEFAULT_GRANTS: readonly GrantType[] = ['authorization_code', 'refresh_token']
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code' satisfies GrantType
