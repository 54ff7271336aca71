import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeviceGuesses } from '../../auth/oauth/device/guess-limit.ts'
import type { ClickResults } from '../../auth/sign-in/repeated-clicks.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { ProviderOutcome } from '../sign-in/provider-outcome.ts'

/** One request of a browser, as every page gets it. Who serves it (http/pages.ts) has checked Host, Origin and the CSRF token. */
export interface Visit {
  readonly services: Services
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Has the log of the request tell the code of an error: a word of a closed list, never text of the request. */
  readonly noteError: (code: string) => void
  /** The code that was noted. */
  readonly errorCode: () => string | undefined
  /** The address of the client. */
  readonly address: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The fields that were sent; empty for GET. */
  readonly form: URLSearchParams
  readonly signedIn: SignedIn | undefined
  /** The secret of this browser's cookie, signed in or not: what is begun in a browser is bound to it. */
  readonly browser: string
  /** Whether the browser has that cookie, or gets it with this answer: without it no form works. */
  readonly hasBrowserCookie: boolean
  /** How often people typed wrong device codes lately. */
  readonly deviceGuesses: DeviceGuesses
  /** What came lately of the answers of providers. */
  readonly providerClicks: ClickResults<ProviderOutcome>
  /** `light` or `dark` by choice of the person; undefined = as the system says. */
  readonly theme: 'light' | 'dark' | undefined
}

/** The path that was asked for, without its query. */
export const requestPath = ({ request }: Pick<Visit, 'request'>): string => request.url?.split('?', 1)[0] ?? '/'

/** A page, or what a form of it does. */
export type Handler = (visit: Visit) => Promise<void>

/** A path of pages; parameters as Express writes them (`/account/apps/:grant`). */
export interface Route {
  readonly path: string
  readonly get?: Handler
  readonly post?: Handler
  /** Whether GET does something, such as handing out a code: HEAD is then refused. */
  readonly hasSideEffects?: boolean
  /** A page on the way through signing in or consent: the window that opened it keeps hold of it, also when it fails. */
  readonly isStep?: boolean
  /** What a form answers when its person is signed out by the time it comes; default: it is refused. Its token cannot be judged then, so it changes nothing. */
  readonly signedOut?: Handler
  /** Which limit counts requests of one address here; default: none. */
  readonly limit?: 'login' | 'authorize'
  /** The same for POST alone. */
  readonly postLimit?: 'login'
}
