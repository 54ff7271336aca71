import type { IncomingMessage } from 'node:http'
import { assertAlive } from '../auth/alive.ts'
import { authenticate, faultText } from '../auth/authenticate.ts'
import { resourcesOf } from '../auth/oauth/resources.ts'
import type { Principal } from '../auth/principal.ts'
import { AppError } from '../errors.ts'
import type { TokenRecord } from '../store/records/identity.ts'
import type { Frozen } from '../store/store.ts'
import type { Services } from '../tools/call.ts'
import { type BearerFault, challenge401 } from './challenge.ts'
import type { Exchange } from './exchange.ts'

/** Told of every token that was used. */
export type NoteUse = (token: Frozen<TokenRecord>) => void

/**
 * Finds who calls, from the Authorization header alone, and prepares the challenge when nobody does. Reads no body.
 * @throws AppError `invalid_token` (401), or `invalid_input` (400) when there are several credentials.
 */
export async function requirePrincipal(exchange: Exchange, services: Services, noteUse: NoteUse): Promise<Principal> {
  const { request, response, query } = exchange
  const given = authorizationHeaders(request)
  const inQuery = hasTokenInQuery(query)
  const refuse = (code: 'invalid_token' | 'invalid_input', fix: string, fault?: BearerFault): AppError => {
    response.setHeader('www-authenticate', challenge401(services.baseUrl, fault))
    return new AppError(code, fault?.description ?? 'This needs a bearer token, and the request has none.', { fix })
  }
  if (given.length > 1 || (given.length === 1 && inQuery)) {
    const several = 'The request has more than one credential.'
    throw refuse('invalid_input', `Send one Authorization header. ${HOW}`, {
      error: 'invalid_request',
      description: several,
    })
  }
  if (inQuery) {
    const exposed = 'A token in the address is not accepted: addresses are logged on the way.'
    throw refuse('invalid_token', `${HOW} Revoke the token if others can read the logs.`, {
      error: 'invalid_token',
      description: exposed,
    })
  }
  const header = given[0]
  if (header === undefined) throw refuse('invalid_token', HOW)
  const value = bearerValue(header)
  if (value === undefined) {
    const unreadable = 'The Authorization header is not the word Bearer, a space and one token.'
    throw refuse('invalid_token', HOW, { error: 'invalid_token', description: unreadable })
  }
  const found = await authenticate(value, resourcesOf(services.baseUrl), services.store.read, services.now())
  if ('fault' in found) {
    throw refuse('invalid_token', 'Make a token with create_token, or with: dragoman token create.', {
      error: 'invalid_token',
      description: value.startsWith('svca_') ? faultText[found.fault] : 'Tokens of this server begin with svca_.',
    })
  }
  if (found.used.kind === 'token') noteUse(found.used.record)
  return found.principal
}

/**
 * Looks at the credential again once the body is there, which may take minutes to come.
 * @throws AppError `invalid_token`
 */
export async function requireAlive({ response }: Exchange, services: Services, principal: Principal): Promise<void> {
  try {
    await assertAlive(principal, services.store.read, services.now())
  } catch (error) {
    const description = error instanceof Error ? error.message : ''
    response.setHeader('www-authenticate', challenge401(services.baseUrl, { error: 'invalid_token', description }))
    throw error
  }
}

const HOW = 'Send the header Authorization: Bearer svca_...'

/** No token of ours is longer; a longer one is not even hashed. */
const LONGEST = 512

/** The token of a header; RFC 9110 11.1: the scheme is case-insensitive. */
function bearerValue(header: string): string | undefined {
  if (header.length > LONGEST) return undefined
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1]
}

/** All Authorization headers; Node.js itself would show the first alone. */
function authorizationHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization')
}

function hasTokenInQuery(query: URLSearchParams): boolean {
  return query.size > 0 && (query.has('access_token') || [...query.values()].some(isToken))
}

const isToken = (value: string): boolean => /^sv[a-z]{2}_[0-9a-f]{8}/.test(value)
