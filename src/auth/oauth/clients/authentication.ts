import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { verifySecret } from '../../secrets.ts'
import { OAuthFailure } from '../failure.ts'
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
type FaultReason =
  | 'several_headers'
  | 'other_scheme'
  | 'unreadable_basic'
  | 'two_methods'
  | 'two_ids'
  | 'no_id'
  | 'nobody'
  | 'wrong_secret'
  | 'secret_missing'

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
  try {
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(decodeFormValue)
    return { id: id || undefined, secret: secret || undefined }
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

const decodeFormValue = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Converts a fault to the error of RFC 6749 5.2. A contradictory request is `invalid_request`, not `invalid_client`. */
export function callerFailure(fault: CallerFault): OAuthFailure {
  const { basic } = fault
  const refused = (description: string) => new OAuthFailure('invalid_client', description, { status: 401, basic })
  switch (fault.why) {
    case 'several_headers':
      return new OAuthFailure('invalid_request', 'The request has more than one Authorization header. Send one.')
    case 'two_methods':
      return new OAuthFailure(
        'invalid_request',
        'The client uses two authentication methods. Send client_secret in the body or HTTP Basic, not both.',
      )
    case 'two_ids':
      return new OAuthFailure('invalid_request', 'client_id in the body differs from the one in HTTP Basic. Send one.')
    case 'no_id':
      return new OAuthFailure('invalid_request', 'client_id is missing. Send the client_id of the registration.')
    case 'nobody':
      return refused('The request has no client credentials. Send client_id, and client_secret if the client has one.')
    case 'other_scheme':
      return refused('The Authorization header is not HTTP Basic. Send HTTP Basic, or client_secret in the body.')
    case 'unreadable_basic':
      return refused('HTTP Basic is not valid. Send client_id:client_secret in base64.')
    case 'no_client': {
      const failure = clientFailure(fault.fault)
      return failure.status === 401 ? refused(failure.message) : failure
    }
    case 'wrong_secret':
      return refused('client_secret is wrong for this client.')
    case 'secret_missing':
      return refused('client_secret is missing. This client must send it.')
  }
}
