import type { Frozen } from '../../../store/frozen.ts'
import type { GrantRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Moment } from '../../clock.ts'
import { mintSecret, type SecretValue } from '../../secrets.ts'
import { surplus } from '../token/family-limit.ts'
import type { AuthorizationRequest, ScopeRequest } from './request.ts'

/** Codes per grant, including used ones: each request with remembered consent creates one. */
const MAX_CODES = 100

interface NewCode {
  readonly requested: AuthorizationRequest
  readonly grant: Frozen<GrantRecord>
}

interface IssueMoment extends Moment {
  /** Milliseconds. */
  readonly lifetimes: { readonly code: number }
}

/** Creates an authorization code (RFC 6749 4.1.2). Only the response has its value. At the limit, removes the oldest code of the grant. */
export async function issueCode(
  tx: Transaction,
  { requested, grant }: NewCode,
  { now, newId, lifetimes }: IssueMoment,
): Promise<SecretValue> {
  const codes = await tx.codes.list('grant', grant.id)
  for (const { id } of surplus(codes, MAX_CODES - 1)) await tx.codes.remove(id)
  const { value, hash } = mintSecret('svcg')
  await tx.codes.insert({
    id: newId(),
    hash,
    client_id: requested.client_id,
    user_id: grant.user_id,
    grant_id: grant.id,
    redirect_uri: requested.redirect_uri,
    redirect_uri_given: requested.redirect_uri_given,
    code_challenge: requested.code_challenge,
    scopes: carriedScopes(requested, grant),
    resources: requested.resources,
    expires_at: new Date(now.getTime() + lifetimes.code).toISOString(),
    used_at: null,
  })
  return value
}

/** The scopes of a code. A request without `scope` gets all scopes of the grant, including later additions. */
export const carriedScopes = (
  { scopes, scope_given }: ScopeRequest,
  grant: Pick<Frozen<GrantRecord>, 'scopes'>,
): readonly string[] => (scope_given ? scopes.filter(scope => grant.scopes.includes(scope)) : grant.scopes)
