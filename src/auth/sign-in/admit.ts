import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { InvitationRecord, UserRecord } from '../../store/records/identity.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { claimInvitation, findSignUpInvitation } from '../organizations/invitations.ts'
import type { AuthSettings } from '../settings.ts'
import { findAvailableHandle } from '../users/available-handle.ts'
import { createUser } from '../users/users.ts'
import type { VerifiedIdentity } from './provider.ts'
import { matchesRule, parseOperators, parseRules } from './sign-in-rules.ts'

type Policy = Pick<AuthSettings, 'allowed' | 'operators' | 'newAccounts' | 'machineHandle'>

type RuleRefusal = 'not_allowed' | 'not_invited'

/** `suspended`: an operator suspended the user, which takes precedence over the rules. */
export type AdmissionRefusal = RuleRefusal | 'suspended'

/**
 * Returns whether an identity may sign in. With `DRAGOMAN_ALLOWED`, only identities that match may, new or not. Without it, existing users may, and
 * `DRAGOMAN_NEW_ACCOUNTS` decides about new ones. `operator`: named in `DRAGOMAN_OPERATORS`.
 */
export function evaluateSignInRules(
  identity: VerifiedIdentity,
  { isKnown }: { readonly isKnown: boolean },
  { allowed, operators, newAccounts }: Omit<Policy, 'machineHandle'>,
): { readonly refusal: RuleRefusal } | { readonly operator: boolean } {
  if (parseOperators(operators).some(rule => matchesRule(rule, identity))) return { operator: true }
  const rules = parseRules(allowed, 'DRAGOMAN_ALLOWED')
  if (rules.length > 0)
    return rules.some(rule => matchesRule(rule, identity)) ? { operator: false } : { refusal: 'not_allowed' }
  if (isKnown || newAccounts === 'open') return { operator: false }
  return { refusal: 'not_invited' }
}

export interface Admitted {
  readonly user: Frozen<UserRecord>
  readonly isNew: boolean
  /** Whether `DRAGOMAN_OPERATORS` made the user an operator and no longer names them. They stay an operator until a user revokes it. */
  readonly isUnnamed: boolean
  /** Whether `DRAGOMAN_OPERATORS` made the user an operator at this sign-in. */
  readonly isPromoted?: true
  /** The invitation that admitted a new user. It now belongs to this user and admits no other. */
  readonly invitation?: Frozen<InvitationRecord>
}

/**
 * Finds or creates the user of a verified identity. An identity belongs to one user forever; names and e-mail addresses never match an existing user.
 * `secret` is that of the invitation opened in the browser. Without `DRAGOMAN_ALLOWED`, it admits one new user.
 */
export async function admit(
  tx: Transaction,
  identity: VerifiedIdentity,
  policy: Policy,
  { now, newId }: Moment,
  secret?: string,
): Promise<Admitted | { readonly refusal: AdmissionRefusal }> {
  const known = await findIdentity(tx, identity)
  const judged = evaluateSignInRules(identity, { isKnown: known !== undefined }, policy)
  const isUninvited = 'refusal' in judged && judged.refusal === 'not_invited'
  const found = isUninvited && secret !== undefined ? await findSignUpInvitation(secret, tx, now) : undefined
  const verdict = found === undefined ? judged : { operator: false }
  if ('refusal' in verdict) return verdict
  const isNew = known === undefined
  const user = known === undefined ? await admitNewUser() : await getIdentityUser(tx, known)
  if (user.suspended_at !== undefined) return { refusal: 'suspended' }
  if (known === undefined) await addIdentity(tx, identity, user, { now, newId })
  else await tx.identities.put({ ...known, login: identity.login, last_used_at: now.toISOString() })
  if (!verdict.operator || user.operator) {
    // A user of a provider becomes an operator in no other way.
    const isUnnamed = user.operator && user.came_by !== undefined && !verdict.operator
    if (found === undefined) return { user, isNew, isUnnamed }
    return { user, isNew, isUnnamed, invitation: await claimInvitation(tx, found, user) }
  }
  const operator = { ...user, operator: true }
  await tx.users.put(operator)
  return { user: operator, isNew, isUnnamed: false, isPromoted: true }

  async function admitNewUser(): Promise<Frozen<UserRecord>> {
    const handle = await findAvailableHandle(tx, identity.login, { kept: [policy.machineHandle], newId })
    return createUser(tx, handle, { now: () => now, newId }, { cameBy: identity.provider })
  }
}

/** The user of an identity; undefined if it is unknown. */
export async function findUserByIdentity(
  tx: Transaction,
  identity: VerifiedIdentity,
): Promise<Frozen<UserRecord> | undefined> {
  const known = await findIdentity(tx, identity)
  return known && getIdentityUser(tx, known)
}

/** Adds an identity to a user, or reports that it belongs to another user. */
export async function linkIdentity(
  tx: Transaction,
  identity: VerifiedIdentity,
  user: Frozen<UserRecord>,
  clock: Moment,
): Promise<'added' | 'had' | 'of_someone_else'> {
  const known = await findIdentity(tx, identity)
  if (known === undefined) {
    await addIdentity(tx, identity, user, clock)
    return 'added'
  }
  return known.user_id === user.id ? 'had' : 'of_someone_else'
}

function findIdentity(tx: Transaction, identity: VerifiedIdentity): Promise<Frozen<IdentityRecord> | undefined> {
  return tx.identities.by('subject', compoundKey(identity.provider, identity.issuer, identity.subject))
}

async function getIdentityUser(tx: Transaction, { id, user_id }: Frozen<IdentityRecord>): Promise<Frozen<UserRecord>> {
  const user = await tx.users.get(user_id)
  if (user === undefined) throw new Error(`the user of identity ${id} does not exist`)
  return user
}

async function addIdentity(
  tx: Transaction,
  { provider, issuer, subject, login }: VerifiedIdentity,
  user: Frozen<UserRecord>,
  { now, newId }: Moment,
): Promise<void> {
  const at = now.toISOString()
  await tx.identities.insert({
    id: newId(),
    user_id: user.id,
    provider,
    issuer,
    subject,
    login,
    created_at: at,
    last_used_at: at,
  })
}
