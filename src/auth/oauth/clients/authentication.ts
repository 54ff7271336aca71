import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { tryDecodePart } from '../../../text/percent-encoding.ts'
import { verifySecret } from '../../secrets.ts'
import { type OAuthError, OAuthFailure } from '../failure.ts'
import { clientFailure } from './find.ts'
import type { ClientFault, ClientLookup } from './lookup.ts'

/** The client credentials of a request. */
export interface ClientCredentials {
  /** All Authorization headers. */
  readonly authorization: readonly string[]
  /** From the body. Empty counts as absent (RFC 6749 3.2). */
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
}

/** An identified client; `client_secret` proves it, unless the client is public. */
export interface Caller {
  readonly client: Frozen<ClientRecord>
}

/** The proof that an endpoint demands: a `client_id`, an identified client (RFC 7009 2.1: without `client_id`, authentication failed), or a secret. */
export type RequiredProof = 'name' | 'client' | 'secret'

/** The reason why client authentication failed. */
type FaultReason = keyof typeof FAILURES

/** `basic`: whether the client tried HTTP Basic. */
export type CallerFault = { readonly basic: boolean } & (
  | { readonly why: FaultReason }
  | { readonly why: 'no_client'; readonly fault: ClientFault }
)

/**
 * Finds the client of a request (RFC 6749 2.3.1, 3.2.1). A secret is always verified if it is sent, for any registered method. A client that registered a
 * method with a secret must send it in each request. Other clients can send or omit it, unless the endpoint requires it.
 */
export async function authenticateClient(
  { authorization, clientId, clientSecret }: ClientCredentials,
  find: (clientId: string) => Promise<ClientLookup>,
  demand: RequiredProof = 'name',
): Promise<Caller | { readonly fault: CallerFault }> {
  const header = authorization[0]
  if (authorization.length > 1) return refuse('several_headers')
  const isBasic = header !== undefined && /^basic( |$)/i.test(header)
  if (header !== undefined && !isBasic) return refuse('other_scheme')
  const basic = isBasic ? parseBasic(header) : undefined
  if (isBasic && basic === undefined) return refuse('unreadable_basic', true)
  if (isBasic && clientSecret !== undefined) return refuse('two_methods')
  if (basic !== undefined && clientId !== undefined && basic.id !== clientId) return refuse('two_ids')
  const id = basic?.id ?? clientId
  if (id === undefined) return refuse(isBasic || demand !== 'name' ? 'nobody' : 'no_id', isBasic)
  const found = await find(id)
  if ('fault' in found) return { fault: { why: 'no_client', basic: isBasic, fault: found.fault } }
  const { client } = found
  const secret = basic?.secret ?? clientSecret
  if (secret === undefined) {
    return client.confidential || demand === 'secret' ? refuse('secret_missing', isBasic) : { client }
  }
  const isRight = client.secret_hash !== undefined && verifySecret(secret, client.secret_hash)
  return isRight ? { client } : refuse('wrong_secret', isBasic)
}

const refuse = (why: FaultReason, basic = false): { readonly fault: CallerFault } => ({ fault: { why, basic } })

/** Reads client_id and secret, each form-encoded (RFC 6749 2.3.1). An empty part counts as absent. */
function parseBasic(header: string): { id: string | undefined; secret: string | undefined } | undefined {
  const encoded = /^basic +([a-z\d+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(decodeFormValue)
  return id === undefined || secret === undefined ? undefined : { id: id || undefined, secret: secret || undefined }
}

const decodeFormValue = (text: string): string | undefined => tryDecodePart(text.replaceAll('+', ' '))

/** The error of each fault. A contradictory request is `invalid_request`, not `invalid_client`. */
const FAILURES = {
  several_headers: ['invalid_request', 'The request has more than one Authorization header. Send one.'],
  two_methods: [
    'invalid_request',
    'The client uses two authentication methods. Send client_secret in the body or HTTP Basic, not both.',
  ],
  two_ids: ['invalid_request', 'client_id in the body differs from the one in HTTP Basic. Send one.'],
  no_id: ['invalid_request', 'client_id is missing. Send the client_id of the registration.'],
  nobody: [
    'invalid_client',
    'The request has no client credentials. Send client_id, and client_secret if the client has one.',
  ],
  other_scheme: [
    'invalid_client',
    'The Authorization header is not HTTP Basic. Send HTTP Basic, or client_secret in the body.',
  ],
  unreadable_basic: ['invalid_client', 'HTTP Basic is not valid. Send client_id:client_secret in base64.'],
  wrong_secret: ['invalid_client', 'client_secret is wrong for this client.'],
  secret_missing: ['invalid_client', 'client_secret is missing. This client must send it.'],
} as const satisfies Readonly<Record<string, readonly [OAuthError, string]>>

/** Converts a fault to the error of RFC 6749 5.2. */
export function callerFailure(fault: CallerFault): OAuthFailure {
  const { why, basic } = fault
  if (why === 'no_client') {
    const failure = clientFailure(fault.fault)
    return failure.status === 401 ? refused(failure.message, basic) : failure
  }
  const [error, description] = FAILURES[why]
  return error === 'invalid_client' ? refused(description, basic) : new OAuthFailure(error, description)
}

const refused = (description: string, basic: boolean): OAuthFailure =>
  new OAuthFailure('invalid_client', description, { status: 401, basic })
