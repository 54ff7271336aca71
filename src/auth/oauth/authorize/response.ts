import type { OAuthError } from '../failure.ts'

/** The response to the redirect URI of a client (RFC 6749 4.1.2). */
export type AuthorizationResponse =
  | { readonly code: string }
  | { readonly error: OAuthError; readonly description: string }

interface ResponseContext {
  readonly state: string | undefined
  /** The issuer (RFC 9207). */
  readonly issuer: string
}

/** Parameters of a response. A redirect URI must not have them in its own query, or the client would read the wrong one. */
const RESPONSE_PARAMETERS = new Set(['code', 'state', 'iss', 'error', 'error_description', 'error_uri'])

/** Adds the response to the redirect URI and keeps its query (RFC 6749 3.1.2). */
export function formatResponseUrl(
  redirectUri: string,
  answer: AuthorizationResponse,
  { state, issuer }: ResponseContext,
): string {
  const mark = redirectUri.indexOf('?')
  const [path, query] = mark < 0 ? [redirectUri, ''] : [redirectUri.slice(0, mark), redirectUri.slice(mark + 1)]
  const own = query.split('&').filter(pair => pair !== '' && !RESPONSE_PARAMETERS.has(parseParameterName(pair)))
  const parameters = {
    ...('code' in answer ? { code: answer.code } : { error: answer.error, error_description: answer.description }),
    ...(state !== undefined && { state }),
    iss: issuer,
  }
  return `${path}?${[...own, ...Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join('&')}`
}

const parseParameterName = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? ''
