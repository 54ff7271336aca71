import type { IncomingMessage, ServerResponse } from 'node:http'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { z } from 'zod'
import type { DeviceGuesses } from '../../auth/oauth/device/guess-limit.ts'
import type { ClickResults } from '../../auth/sign-in/repeated-clicks.ts'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import type { LanguageTag } from '../i18n/languages.ts'
import type { ProviderOutcome } from '../sign-in/provider-outcome.ts'

/** A request to a page. http/pages has already checked Host, Origin and the CSRF token. */
export interface PageRequest {
  readonly services: Services
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Adds an error code to the log of the request. Must be one of a closed list, never text from the request. */
  readonly noteError: (code: string) => void
  /** Returns the code passed to `noteError`. */
  readonly errorCode: () => string | undefined
  /** The client's IP address. */
  readonly address: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The submitted form fields; empty for GET. */
  readonly form: URLSearchParams
  readonly signedIn: SignedIn | undefined
  /** The secret of the browser's cookie, signed in or not. Binds multi-step actions to one browser. */
  readonly browser: string
  /** Whether the browser has that cookie, or gets it with this response. No form works without it. */
  readonly hasBrowserCookie: boolean
  /** Counts recent wrong device codes. */
  readonly deviceGuesses: DeviceGuesses
  /** The results of recent provider callbacks, for repeated requests. */
  readonly providerClicks: ClickResults<ProviderOutcome>
  /** The theme that the user chose; undefined follows the system. */
  readonly theme: 'light' | 'dark' | undefined
  /** The language of the page: the one that the user chose, or that of the browser. */
  readonly language: LanguageTag
}

/** A request of a signed-in user. */
export interface SignedInRequest extends PageRequest {
  readonly signedIn: SignedIn
}

export const isSignedIn = (request: PageRequest): request is SignedInRequest => request.signedIn !== undefined

/** Returns the path of the request without its query. */
export const requestPath = ({ incoming }: Pick<PageRequest, 'incoming'>): string =>
  incoming.url?.split('?', 1)[0] ?? '/'

/** Handles GET or POST of a page. */
export type Handler = (request: PageRequest) => Promise<void>

/** The path and handlers of a page. Parameters are written as in Express (`/account/apps/:grant`). */
export interface Route {
  readonly path: string
  readonly get?: Handler
  readonly post?: Handler
  /** Whether GET has side effects, such as issuing a code. HEAD is then rejected. */
  readonly hasSideEffects?: boolean
  /** A step of sign-in or consent. The window that opened it keeps its handle to it, even on an error page. */
  readonly isStep?: boolean
  /** Handles a form that was submitted after its session ended; default: reject it. Its CSRF token can't be verified, so the handler must change nothing. */
  readonly signedOut?: Handler
  /** Handles a signed-in user's form without a valid CSRF token, such as one of an earlier session; default: reject it. Must change nothing, too. */
  readonly expired?: Handler
  /** Maximum bytes of a form of a signed-in user; default: that of all forms. */
  readonly formBytes?: number
  /** The rate limit per IP address; default: none. */
  readonly limit?: 'login' | 'authorize'
  /** The rate limit per IP address for POST only. */
  readonly postLimit?: 'login'
}

/** Redirects the browser; after a form with 303, so that the form is not sent again (RFC 9700 4.12). */
export function redirect({ incoming, response }: Pick<PageRequest, 'incoming' | 'response'>, location: string): void {
  response.writeHead(incoming.method === 'POST' ? 303 : 302, { location, 'content-length': 0 }).end()
}

export const RequestContext = createContext<PageRequest | undefined>(undefined)

/** The request that the page of a component answers. */
export function useRequest(): PageRequest {
  const request = useContext(RequestContext)
  if (request === undefined) throw new Error('a component is rendered outside of a page')
  return request
}

/**
 * Runs a tool for the signed-in user. `shape` is the part of the output that the page reads.
 * @throws AppError with the codes of the tool.
 */
export async function callTool<S extends z.ZodType>(
  { services, requestId, incoming, signedIn }: SignedInRequest,
  { tool, input, shape }: { readonly tool: Tool; readonly input: unknown; readonly shape: S },
): Promise<z.output<S>> {
  const principal = sessionPrincipal(signedIn)
  const client = incoming.headers['user-agent']?.slice(0, 100)
  return shape.parse(await tool.invoke(input, { services, principal, surface: 'web', requestId, client }))
}

interface ListCall<V extends z.ZodType> {
  readonly tool: Tool
  /** The name of the list in the output, and the shape of its items. */
  readonly list: string
  readonly item: V
  readonly input?: object
}

/**
 * Reads the items of a list that the page of the URL shows, and the cursor of the next page.
 * @throws AppError with the codes of the tool.
 */
export async function listPage<V extends z.ZodType>(
  request: SignedInRequest,
  { tool, list, item, input = {} }: ListCall<V>,
): Promise<{ readonly items: readonly z.output<V>[]; readonly next: string | undefined }> {
  const shape = z.object({ items: z.array(item), next: z.string().optional() })
  const cursor = request.query.get('cursor') ?? undefined
  const output = await callTool(request, { tool, input: { ...input, cursor }, shape: z.looseObject({}) })
  const { items, next } = shape.parse({ items: output[list], next: output['next_cursor'] })
  return { items, next }
}
