import { hash } from 'node:crypto'
import type { Frozen } from '../../../store/frozen.ts'
import type { AuthorizationCodeRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { isExpired } from '../../policy/active-credential.ts'
import { constantTimeEqual, hashSecret, parseSecretKind } from '../../secrets.ts'
import type { Caller } from '../clients/authentication.ts'
import { revokeAsStolen } from './family-events.ts'
import type { TokenFault, TokenRefusal } from './fault.ts'
import { issueFirstTokens, type TokenContext } from './first-tokens.ts'
import type { IssuedTokens } from './issue.ts'
import type { RequestedAccess } from './narrow.ts'

/** `grant_type=authorization_code` (RFC 6749 4.1.3, RFC 7636 4.5). */
interface CodeRequest extends RequestedAccess {
  readonly caller: Caller
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string | undefined
}

/**
 * Exchanges an authorization code for tokens, once. Reuse with the right verifier revokes the tokens of the first use (RFC 6749 4.1.2).
 * Without it, reuse revokes nothing, because a code alone can be found in a browser history.
 */
export async function exchangeCode(
  tx: Transaction,
  request: CodeRequest,
  context: TokenContext,
): Promise<IssuedTokens | TokenRefusal> {
  const { caller, verifier, redirectUri } = request
  const { now } = context
  const code =
    parseSecretKind(request.code) === 'svcg' ? await tx.codes.by('hash', hashSecret(request.code)) : undefined
  if (code === undefined) return { fault: 'unknown_code' }
  if (code.client_id !== caller.client.id) return { fault: 'code_of_other_client' }
  const refuse = (fault: TokenFault): TokenRefusal => ({ fault, userId: code.user_id })
  if (code.used_at !== null) {
    const isOver = isVerifier(verifier, code.code_challenge)
    if (isOver) await revokeReplayed(tx, code, context)
    return refuse(isOver ? 'code_replayed' : 'code_used')
  }
  if (isExpired(code.expires_at, now)) return refuse('code_expired')
  if (redirectUri !== code.redirect_uri && (code.redirect_uri_given || redirectUri !== undefined)) {
    return refuse('other_redirect_uri')
  }
  if (!isVerifier(verifier, code.code_challenge)) return refuse('other_verifier')
  const issued = await issueFirstTokens(tx, request, code, context)
  if ('fault' in issued) return refuse(issued.fault)
  await tx.codes.put({ ...code, used_at: now.toISOString(), family_id: issued.familyId })
  return issued
}

/** RFC 7636 4.1, 4.6. */
function isVerifier(verifier: string, challenge: string): boolean {
  return (
    /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) && constantTimeEqual(hash('sha256', verifier, 'base64url'), challenge)
  )
}

/** Revokes the tokens of a reused code. */
async function revokeReplayed(
  tx: Transaction,
  { family_id }: Frozen<AuthorizationCodeRecord>,
  context: TokenContext,
): Promise<void> {
  const family = family_id === undefined ? undefined : await tx.families.get(family_id)
  if (family?.revoked_at === null) await revokeAsStolen(tx, family, 'code_replay', context)
}
