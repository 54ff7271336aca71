import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi'
import type { RequestContext } from './oauth-server.ts'

/** What one way of signing in needs. */
export interface FlowRequest extends RequestContext {
  readonly found: AuthorizationServer
  readonly clientId: string
  /** Default: the scopes that the server proposes. */
  readonly scope: string | undefined
  readonly signal: AbortSignal
  /** Waits between two polls. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** What the user has to open, and the code that the page asks for. */
export interface SignInPrompt {
  readonly url: string
  readonly code?: string
}

/** A sign-in that waits for its user. */
export interface SignInFlow {
  readonly prompt: SignInPrompt
  readonly tokens: Promise<TokenEndpointResponse>
}
