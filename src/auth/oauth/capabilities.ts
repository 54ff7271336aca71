import { ALL_SCOPES } from '../policy/scopes.ts'

/** What the authorization server can do: its metadata, its checks and its messages read this, so that they cannot differ. */
export const CAPABILITIES = {
  responseTypes: ['code'],
  responseModes: ['query'],
  grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  codeChallengeMethods: ['S256'],
  authMethods: ['none', 'client_secret_post', 'client_secret_basic'],
  /** `offline_access` is for clients that ask for it before they use a refresh token; everybody gets one. */
  scopes: [...ALL_SCOPES, 'offline_access'],
  prompts: ['none', 'login', 'consent', 'select_account'],
  paths: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    register: '/oauth/register',
    revoke: '/oauth/revoke',
    introspect: '/oauth/introspect',
    device: '/oauth/device_authorization',
    /** Where a person types the code of a device. */
    verification: '/device',
  },
} as const

export type GrantType = (typeof CAPABILITIES.grantTypes)[number]
export type AuthMethod = (typeof CAPABILITIES.authMethods)[number]

export const OFFLINE_ACCESS = 'offline_access'
/** Of a client that names no grant types. */
export const DEFAULT_GRANTS: readonly GrantType[] = ['authorization_code', 'refresh_token']
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code' satisfies GrantType
