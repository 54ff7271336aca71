import type { ClientRecord } from '../../../store/records/authorization.ts'
import { mintSecret } from '../../secrets.ts'
import { type ClientMetadata, type MetadataFault, parseMetadata, pickAbout } from './metadata.ts'
import { negotiateMetadata } from './negotiate.ts'
import { isCustomScheme } from './redirect-uris.ts'

export interface Registered {
  readonly client: ClientRecord
  /** The response (RFC 7591 3.2.1), with the secret, which is not stored. No member is null, because clients reject that. */
  readonly reply: Readonly<Record<string, unknown>>
}

interface RegistrationContext {
  /** The `toCustomerNetwork` of the client address. */
  readonly network: string
  readonly now: Date
}

/**
 * Registers a client (RFC 7591). A client without a name gets the host of its redirect URI as its name. Every client gets a secret, but only clients
 * that named a method with a secret must use it. The response repeats the known scopes of `scope`, which limit nothing: the user decides at consent.
 */
export function register(
  json: unknown,
  { network, now }: RegistrationContext,
): Registered | { readonly fault: MetadataFault } {
  const parsed = parseMetadata(json)
  if ('fault' in parsed) return parsed
  const { metadata } = parsed
  const chosen = negotiateMetadata(metadata)
  if ('fault' in chosen) return chosen
  const { grantTypes, responseTypes, method, isNamed, scopes } = chosen.choices
  const redirectUris = metadata.redirect_uris ?? []
  if (redirectUris.length === 0 && grantTypes.includes('authorization_code')) {
    return { fault: { why: 'redirect_uri', problem: 'redirect_uris is missing or empty. Send at least one URI.' } }
  }
  const id = mintSecret('svcc').value
  const secret = mintSecret('svcs')
  const client: ClientRecord = {
    id,
    kind: 'registered',
    name: getClientName(metadata),
    redirect_uris: redirectUris,
    grant_types: [...grantTypes],
    auth_method: method,
    confidential: isNamed && method !== 'none',
    secret_hash: secret.hash,
    about: pickAbout(metadata),
    network,
    created_at: now.toISOString(),
    last_used_at: null,
  }
  const reply = {
    client_id: id,
    client_secret: secret.value,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_secret_expires_at: 0,
    client_name: client.name,
    redirect_uris: redirectUris,
    grant_types: grantTypes,
    response_types: responseTypes,
    token_endpoint_auth_method: method,
    ...(scopes !== undefined && { scope: scopes.join(' ') }),
    ...client.about,
  }
  return { client, reply }
}

function getClientName({ client_name: given = '', redirect_uris: [uri] = [] }: ClientMetadata): string {
  if (given.trim() !== '') return given
  if (uri === undefined) return 'A device'
  const { protocol, host } = new URL(uri)
  return isCustomScheme(uri) ? protocol.slice(0, -1) : host
}
