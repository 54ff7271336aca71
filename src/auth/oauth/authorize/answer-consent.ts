import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../../store/records/authorization.ts'
import type { Transaction } from '../../../store/store.ts'
import { type AuditContext, type Facts, recordEvent } from '../../audit/events.ts'
import { isFresh, type SignedIn, sessionCredential } from '../../users/sessions.ts'
import { toRedirectOrigin } from '../clients/redirect-uris.ts'
import { approveGrant, changeGrant, findGrant } from '../grants/lifecycle.ts'
import { makeRoomForGrant } from '../grants/limit.ts'
import { createOffer, type Decision, isRemembered, parseDecision } from './consent.ts'
import { carriedScopes } from './issue-code.ts'
import type { AuthorizationRequest, ScopeRequest } from './request.ts'

type Grant = Frozen<GrantRecord>

/** A client's request that a user answers. */
export interface Question {
  readonly client: Frozen<ClientRecord>
  readonly wish: ScopeRequest
  /** The `toRedirectOrigin` of the redirect URI; absent for a device. */
  readonly redirect?: string | undefined
  /** Additional details for the audit log. */
  readonly facts?: Facts | undefined
}

interface ConsentingUser {
  readonly signedIn: SignedIn
  /** IDs of the user's own account and organizations. */
  readonly accounts: readonly string[]
}

export type Consented =
  | { readonly kind: 'allowed'; readonly grant: Grant }
  | { readonly kind: 'denied' }
  /** A dangerous scope is ticked, so the user must sign in again. */
  | { readonly kind: 'stale_sign_in' }
  | Extract<Decision, { kind: 'incomplete' }>

/** Applies the answer to a consent page, and records it in the audit log. */
export async function answerConsent(
  tx: Transaction,
  question: Question,
  { signedIn, accounts }: ConsentingUser,
  form: URLSearchParams,
  auditContext: AuditContext,
): Promise<Consented> {
  const { client, wish, redirect, facts } = question
  const { user, session } = signedIn
  const known = await findGrant(tx, user.id, client.id)
  const offer = createOffer(wish, known, auditContext.now)
  const decision = parseDecision(form, offer, accounts)
  const event = { user, credential: sessionCredential(session), target: client.id } as const
  const about = { client_name: client.name, ...(redirect !== undefined && { redirect }), ...facts }
  switch (decision.kind) {
    case 'incomplete':
      return decision
    case 'denied': {
      const denied = offer.scopes.map(({ scope }) => scope)
      if (known !== undefined) await changeGrant(tx, { ...known, denied: union(known.denied, denied) })
      await recordEvent(
        tx,
        { ...event, action: 'grant_denied', detail: { ...about, scopes: denied.join(' ') } },
        auditContext,
      )
      return { kind: 'denied' }
    }
    case 'allowed': {
      if (decision.needsFreshSignIn && !isFresh(session, auditContext.now)) return { kind: 'stale_sign_in' }
      if (known === undefined) await makeRoomForGrant(tx, event, auditContext)
      const grant = await approveGrant(tx, { userId: user.id, client, redirect, ...decision }, auditContext)
      await recordClientUse(tx, client, auditContext.now)
      const detail = { ...about, scopes: decision.scopes.join(' '), grant: grant.id }
      const action = redirect === undefined ? 'device_allowed' : 'grant_allowed'
      await recordEvent(tx, { ...event, action, detail }, auditContext)
      return { kind: 'allowed', grant }
    }
  }
}

/** Marks a client as used, so that it is kept. It may have been removed while the user read the page. */
async function recordClientUse(tx: Transaction, client: Frozen<ClientRecord>, now: Date): Promise<void> {
  const stored = await tx.clients.get(client.id)
  const used = { ...(stored ?? client), last_used_at: now.toISOString() }
  await (stored === undefined ? tx.clients.insert(used) : tx.clients.put(used))
}

/** Approves a request that the user has approved before in the same form; undefined if the user must be asked. */
export async function applyRememberedConsent(
  tx: Transaction,
  client: Frozen<ClientRecord>,
  requested: AuthorizationRequest,
  { user, session }: SignedIn,
  auditContext: AuditContext,
): Promise<Grant | undefined> {
  const grant = await findGrant(tx, user.id, client.id)
  if (grant === undefined || !isRemembered(requested, client, grant)) return undefined
  const detail = {
    client_name: client.name,
    redirect: toRedirectOrigin(requested.redirect_uri),
    scopes: carriedScopes(requested, grant).join(' '),
    grant: grant.id,
    remembered: true,
  }
  const credential = sessionCredential(session)
  await recordEvent(tx, { action: 'grant_allowed', user, credential, target: client.id, detail }, auditContext)
  return grant
}

const union = (one: readonly string[], other: readonly string[]): readonly string[] => [...new Set([...one, ...other])]
