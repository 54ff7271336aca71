import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord, TokenRecord, UserRecord } from '../../store/records/identity.ts'
import { echo } from '../../text/escape.ts'
import { getGrantId, isOrganizationToken, type PolicyReader, type Principal, reaches } from './principal.ts'
import { getScopeRule, type Role, SCOPES, type Scope } from './scopes.ts'

/** What a call acts on, as the policy sees it. `name` is how people call it, for messages. */
export type Target =
  /** Nothing that anybody owns: lists that filter by policy themselves, and `get_context`. */
  | { readonly kind: 'none' }
  | { readonly kind: 'user'; readonly user: Frozen<UserRecord>; readonly name: string }
  | { readonly kind: 'token'; readonly token: Frozen<TokenRecord>; readonly name: string }
  | {
      readonly kind: 'account'
      readonly account: Frozen<AccountRecord>
      readonly name: string
      /** To delete again or to restore: a deleted organization is not there for anything else. */
      readonly evenDeleted?: true
    }
  /** An organization that is not there yet: whoever makes it is judged as its owner. */
  | { readonly kind: 'new_organization'; readonly name: string }

/** Why the policy refuses; `insufficient_scope` is decided before, by the pipeline. */
type PolicyRefusal = 'not_found' | 'forbidden' | 'no_access' | 'out_of_reach'

/** The roles of the spec, section 5.5, that the principal holds on the target. */
export async function findRoles(principal: Principal, target: Target, read: PolicyReader): Promise<ReadonlySet<Role>> {
  const roles = new Set<Role>()
  if (target.kind === 'none') return roles
  if (target.kind === 'token') {
    if (isOwnToken(principal, target.token)) roles.add('self')
    return roles
  }
  if (target.kind === 'user') {
    if (target.user.id === principal.user.id) roles.add('self')
    if (await sharesOrganization(principal, target.user.id, read)) roles.add('organization_member')
    return roles
  }
  if (target.kind === 'new_organization') {
    return principal.reach === 'all' ? new Set<Role>([...MEMBER_ROLES, 'account_owner']) : roles
  }
  const { account } = target
  if (!reaches(principal, account.id)) return roles
  if (account.deleted_at !== undefined && target.evenDeleted !== true) return roles
  if (account.public) roles.add('public_account')
  if (account.owner_id === principal.user.id) roles.add('account_owner')
  if (account.kind === 'organization') {
    const membership = await read.memberships.by('pair', compoundKey(account.id, principal.user.id))
    if (membership !== undefined) roles.add('organization_member')
    if (membership?.role === 'admin' || account.owner_id === principal.user.id) roles.add('organization_admin')
  }
  return roles
}

/** Decides by table 5.6 and `has_access` (spec 5.4): undefined means allowed. Scopes of the credential are not looked at here. */
export async function findRefusal(
  principal: Principal,
  scope: Scope,
  target: Target,
  read: PolicyReader,
): Promise<PolicyRefusal | undefined> {
  if (target.kind === 'none') return undefined
  // Of others such a token says nothing, not even who there is.
  if (target.kind === 'user' && isOrganizationToken(principal)) {
    return target.user.id === principal.user.id ? 'out_of_reach' : 'not_found'
  }
  if (target.kind === 'new_organization' && principal.reach !== 'all') return 'out_of_reach'
  const roles = await findRoles(principal, target, read)
  const rule = getScopeRule(scope)
  if (!rule.roles.some(role => roles.has(role))) {
    return !isDeleted(target) && canSee(scope, roles) ? 'forbidden' : 'not_found'
  }
  if (rule.needsAccess && (await findAccountWithoutAccess(principal, target, read)) !== undefined) return 'no_access'
  return undefined
}

/**
 * The resource half of the two-layer check (spec 5.4).
 * @throws AppError `not_found` when the caller may not even see the target, else `forbidden` or `no_access`.
 */
export async function authorize(principal: Principal, scope: Scope, target: Target, read: PolicyReader): Promise<void> {
  const why = await findRefusal(principal, scope, target, read)
  if (why === undefined || target.kind === 'none') return
  switch (why) {
    case 'not_found':
      throw notFoundError(target.name)
    case 'out_of_reach':
      throw outOfReachError(principal)
    case 'forbidden':
      throw new AppError('forbidden', `You can see ${target.name}, but your role there does not allow ${scope}.`, {
        fix: `It needs one of these roles: ${getScopeRule(scope).roles.join(', ')}. Ask an owner or administrator of ${target.name}.`,
      })
    case 'no_access': {
      // Access may have been granted since.
      const who = (await findAccountWithoutAccess(principal, target, read)) ?? 'an account involved'
      throw new AppError('no_access', `${scope} is refused because ${who} has no access to this service.`, {
        fix: 'Reading still works. Ask the operator of this server to grant access.',
      })
    }
  }
}

/**
 * For the part of a call that changes an account, where its target is the user: whatever was allowed certain accounts changes no other.
 * @throws AppError `forbidden`
 */
export function assertReaches(principal: Principal, accountId: string): void {
  if (!reaches(principal, accountId)) throw outOfReachError(principal)
}

function outOfReachError(principal: Principal): AppError {
  if (isOrganizationToken(principal)) {
    return new AppError(
      'forbidden',
      'This token was made on an organization: of its user it can only read and revoke itself.',
      { fix: 'Use a token made on your personal account.' },
    )
  }
  return new AppError(
    'forbidden',
    'This credential was allowed certain accounts only, and this is about none of them.',
    {
      fix: 'Use a credential that reaches all of your accounts.',
    },
  )
}

/** The refusal for what is not there and for what may not be seen: nobody can tell one from the other. */
export function notFoundError(name: string, fix?: string): AppError {
  return new AppError('not_found', `There is no ${echo(name)} that this credential can see.`, {
    fix: fix ?? 'Call get_context for the accounts and projects that it reaches.',
    ...(fix === undefined && { pageFix: 'Check the address.' }),
  })
}

/**
 * A user's tokens are the user's own. A token made on an organization has only itself, and an app that was allowed some accounts has what came
 * from it: the others may reach what it does not.
 */
export function isOwnToken(principal: Principal, token: Frozen<TokenRecord>): boolean {
  if (token.user_id !== principal.user.id) return false
  const { credential } = principal
  if (isOrganizationToken(principal)) return 'id' in credential && credential.id === token.id
  return principal.reach === 'all' || (token.grant_id !== undefined && token.grant_id === getGrantId(principal))
}

/** As `isOwnToken`, for the apps that a user connected. */
export function isOwnGrant(principal: Principal, grant: Frozen<GrantRecord>): boolean {
  if (grant.user_id !== principal.user.id || isOrganizationToken(principal)) return false
  return principal.reach === 'all' || grant.id === getGrantId(principal)
}

const MEMBER_ROLES = ['organization_member', 'organization_admin'] as const

/** Whoever holds a role that may read the kind of thing that `scope` is about can see it; a glossary is a part of what a project shows. */
function canSee(scope: Scope, roles: ReadonlySet<Role>): boolean {
  const [kind] = scope.split(':')
  const reading = `${kind === 'glossary' ? 'project' : kind}:read`
  return reading in SCOPES && getScopeRule(reading as Scope).roles.some(role => roles.has(role))
}

/** Of a deleted organization hears who may restore it, and nobody else. */
const isDeleted = (target: Target): boolean => target.kind === 'account' && target.account.deleted_at !== undefined

/** The account that lacks access, in words: both the acting user's own and the one that owns the target must have it. */
async function findAccountWithoutAccess(
  principal: Principal,
  target: Target,
  read: PolicyReader,
): Promise<string | undefined> {
  const { handle, account_id } = principal.user
  const own = await read.accounts.get(account_id)
  if (own?.has_access !== true) return `your own account ${handle}`
  return target.kind !== 'account' || target.account.has_access ? undefined : target.account.handle
}

async function sharesOrganization(principal: Principal, other: string, read: PolicyReader): Promise<boolean> {
  for (const { account_id } of await read.memberships.list('user', principal.user.id)) {
    if (!reaches(principal, account_id) || (await read.accounts.get(account_id))?.deleted_at !== undefined) continue
    if ((await read.memberships.by('pair', compoundKey(account_id, other))) !== undefined) return true
  }
  return false
}
