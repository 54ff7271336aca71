import type { IncomingMessage } from 'node:http'
import { listAudiences, type Resource, resourceId } from '../auth/oauth/resources.ts'
import { assertCredentialActive } from '../auth/policy/active-credential.ts'
import {
  type Authentication,
  authenticate,
  explainFault,
  type Holder,
  type UsedCredential,
} from '../auth/policy/authenticate.ts'
import type { Principal } from '../auth/policy/principal.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { type BearerFault, challenge401 } from './challenge.ts'
import { addClientToLog, addUserToLog, type Exchange } from './exchange.ts'
import { authorizationHeaders } from './requests/headers.ts'

/** Called for every used credential, with its request. */
export type RecordUse = (used: UsedCredential, request: IncomingMessage) => void

/**
 * Finds the principal of the Authorization header, or sets the challenge header if there is none. Does not read the body.
 * @throws AppError `invalid_token` (401), or `invalid_input` (400) when there are several credentials.
 */
export async function requirePrincipal(exchange: Exchange, services: Services, noteUse: RecordUse): Promise<Principal> {
  const { request, response, query, baseUrl } = exchange
  const resource = getResource(exchange)
  const given = authorizationHeaders(request)
  const inQuery = hasTokenInQuery(query)
  const refuse = (code: 'invalid_token' | 'invalid_input', fix: string, fault?: BearerFault): AppError => {
    response.setHeader('www-authenticate', challenge401({ baseUrl, auth: services.auth }, resource, fault))
    return new AppError(code, fault?.description ?? 'The request has no bearer token.', { fix })
  }
  if (given.length > 1 || (given.length === 1 && inQuery)) {
    const several = 'The request has more than one credential.'
    throw refuse('invalid_input', `Send one Authorization header. ${SIGN_IN_FIX}`, {
      error: 'invalid_request',
      description: several,
    })
  }
  if (inQuery) {
    const exposed = 'Tokens in the URL are not accepted, because URLs are logged.'
    throw refuse('invalid_token', `${SIGN_IN_FIX} If others can read the logs, revoke the token.`, {
      error: 'invalid_token',
      description: exposed,
    })
  }
  const header = given[0]
  if (header === undefined) throw refuse('invalid_token', SIGN_IN_FIX)
  const value = parseBearerToken(header)
  if (value === undefined) {
    throw refuse('invalid_token', SIGN_IN_FIX, { error: 'invalid_token', description: UNREADABLE_HEADER })
  }
  const audiences = listAudiences(services.baseUrl, resource)
  const found = await authenticate(value, audiences, services.store.read, services.now())
  addHolderToLog(exchange, found)
  if ('fault' in found) {
    const { description, fix } = explainFault(found.fault, value, {
      baseUrl: services.baseUrl,
      resource: resourceId(baseUrl, resource),
    })
    throw refuse('invalid_token', fix, { error: 'invalid_token', description })
  }
  noteUse(found.used, request)
  return found.principal
}

/** Adds the sender to the log of a request that is rejected before its token is checked. */
export async function addBearerToLog(exchange: Exchange, { store, now, baseUrl }: Services): Promise<void> {
  const [header = '', ...others] = authorizationHeaders(exchange.request)
  const value = others.length === 0 ? parseBearerToken(header) : undefined
  if (value === undefined) return
  addHolderToLog(exchange, await authenticate(value, listAudiences(baseUrl, getResource(exchange)), store.read, now()))
}

/** Adds the holder of a token to the log, also of a rejected one, so that an operator sees whose client must sign in again. */
function addHolderToLog(exchange: Exchange, found: Authentication): void {
  const { user, clientId } = 'fault' in found ? (found.holder ?? {}) : toHolder(found.principal)
  if (user !== undefined) addUserToLog(exchange, user)
  if (clientId !== undefined) addClientToLog(exchange, clientId)
}

const toHolder = ({ user, credential }: Principal): Holder => ({
  user,
  clientId: credential.kind === 'grant' ? credential.clientId : undefined,
})

/**
 * Checks the credential again after reading the body, which may take minutes.
 * @throws AppError `invalid_token`
 */
export async function requireActiveCredential(
  exchange: Exchange,
  services: Services,
  principal: Principal,
): Promise<void> {
  try {
    await assertCredentialActive(principal, services.store.read, services.now())
  } catch (error) {
    challengeEndedCredential(exchange, services, error)
    throw error
  }
}

/** Adds the challenge to an error for a credential that ended during its call. */
export function challengeEndedCredential(exchange: Exchange, { auth }: Services, error: unknown): void {
  const { response, baseUrl } = exchange
  if (!(error instanceof AppError) || error.code !== 'invalid_token' || response.hasHeader('www-authenticate')) return
  const fault = { error: 'invalid_token', description: error.message } as const
  response.setHeader('www-authenticate', challenge401({ baseUrl, auth }, getResource(exchange), fault))
}

/** The resource of a request: `mcp` for /mcp, otherwise the API. */
const getResource = ({ path }: Exchange): Resource => (path === '/mcp' ? 'mcp' : 'api')

const SIGN_IN_FIX =
  'Sign in with OAuth (see WWW-Authenticate), or send an account token: Authorization: Bearer svca_...'
const UNREADABLE_HEADER =
  'The Authorization header is not valid: it must be Bearer, a space and a token of this server.'

/** Longer tokens are not valid and are not even hashed. */
const MAX_TOKEN_LENGTH = 512

/** Parses the token of a header. RFC 9110 11.1: the scheme is case-insensitive. */
export function parseBearerToken(header: string): string | undefined {
  if (header.length > MAX_TOKEN_LENGTH) return undefined
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1]
}

function hasTokenInQuery(query: URLSearchParams): boolean {
  return query.size > 0 && (query.has('access_token') || [...query.values()].some(isToken))
}

const isToken = (value: string): boolean => /^sv[a-z]{2}_[0-9a-f]{8}/.test(value)
