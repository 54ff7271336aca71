import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord, TokenRecord, UserRecord } from '../../store/records/identity.ts'
import { echo } from '../../text/escape.ts'
import { getGrantId, isOrganizationToken, type PolicyReader, type Principal, reaches } from './principal.ts'
import { getScopeRule, type Role, SCOPES, type Scope } from './scopes.ts'

/** Members that are read to find administrators, and administrators that are named. */
const MAX_MEMBERS = 200
const MAX_NAMED = 5

/** Names the users of an account with one of the roles: `ada (owner), grace (administrator)`. Only for members of the account. */
async function nameRoleHolders(
  account: Frozen<AccountRecord>,
  roles: readonly Role[],
  read: PolicyReader,
): Promise<string> {
  const found: string[] = []
  const owner = await read.users.get(account.owner_id)
  if (owner !== undefined) found.push(`${owner.handle} (owner)`)
  if (account.kind === 'organization' && roles.includes('organization_admin')) {
    const { items } = await read.memberships.page('account', account.id, { limit: MAX_MEMBERS })
    for (const { role, user_id } of items) {
      if (role !== 'admin' || user_id === account.owner_id || found.length >= MAX_NAMED) continue
      const user = await read.users.get(user_id)
      if (user !== undefined) found.push(`${user.handle} (administrator)`)
    }
  }
  return found.join(', ')
}

/** The object of a call, for the policy. `name` is for messages. */
export type Target =
  /** No owned object: lists that apply the policy to each item, and `get_context`. */
  | { readonly kind: 'none' }
  | { readonly kind: 'user'; readonly user: Frozen<UserRecord>; readonly name: string }
  | { readonly kind: 'token'; readonly token: Frozen<TokenRecord>; readonly name: string }
  | {
      readonly kind: 'account'
      readonly account: Frozen<AccountRecord>
      readonly name: string
      /** Also finds a deleted organization, only to delete or restore it. */
      readonly evenDeleted?: true
    }
  /** An organization to create. The caller counts as its owner. */
  | { readonly kind: 'new_organization'; readonly name: string }

/** The reason why the policy rejects a call. The pipeline checks `insufficient_scope` before. */
type PolicyRefusal = 'not_found' | 'forbidden' | 'no_access' | 'out_of_reach'

/** Finds the roles (`5.5.*`) that the principal has on the target. */
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

/** Applies the roles of a scope (`5.6.*`) and `has_access` (`5.4.has-access-denies-write`); undefined if allowed. Does not check the scopes of the credential. */
export async function findRefusal(
  principal: Principal,
  scope: Scope,
  target: Target,
  read: PolicyReader,
): Promise<PolicyRefusal | undefined> {
  if (target.kind === 'none') return undefined
  // Such a token must not reveal anything about other users, not even that they exist.
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
 * Checks the resource, the second half of the two checks (`5.4.resource-check`).
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
    case 'forbidden': {
      const ask = await describeWhomToAsk(principal, scope, target, read)
      throw new AppError('forbidden', `You can see ${target.name}, but your role there does not allow ${scope}.`, {
        fix: `Required role: ${getScopeRule(scope).roles.join(' or ')}. ${ask}`,
        pageFix: ask,
      })
    }
    case 'no_access': {
      // Access may have been granted in the meantime.
      const who = (await findAccountWithoutAccess(principal, target, read)) ?? 'one of the accounts'
      throw new AppError('no_access', `You can't use ${scope}: ${who} has no access to this server.`, {
        fix: 'Ask an operator of this server to grant access. Reading still works.',
      })
    }
  }
}

/** Names the users with a required role, if the caller is a member who may know them. */
async function describeWhomToAsk(
  principal: Principal,
  scope: Scope,
  target: Target,
  read: PolicyReader,
): Promise<string> {
  const roles = target.kind === 'account' ? await findRoles(principal, target, read) : new Set<Role>()
  if (target.kind !== 'account' || !roles.has('organization_member')) {
    return `Ask an owner or administrator of ${target.kind === 'none' ? 'the account' : target.name}.`
  }
  const { handle } = target.account
  const holders = await nameRoleHolders(target.account, getScopeRule(scope).roles, read)
  return `In ${handle}, these users have it: ${holders}. Ask one of them to do it, or to change your role.`
}

/**
 * Checks the account that a call changes if its target is the user: a credential for certain accounts must not change others.
 * @throws AppError `forbidden`
 */
export function assertReaches(principal: Principal, accountId: string): void {
  if (!reaches(principal, accountId)) throw outOfReachError(principal)
}

function outOfReachError(principal: Principal): AppError {
  if (isOrganizationToken(principal)) {
    return new AppError('forbidden', 'This token of an organization does not work outside the organization.', {
      fix: 'Use a token of your personal account.',
    })
  }
  return new AppError('forbidden', 'This credential does not include this account.', {
    fix: 'Use a credential that includes it.',
  })
}

/** The same error for missing and for invisible objects, so that callers cannot tell them apart. */
export function notFoundError(name: string, fix?: string): AppError {
  return new AppError('not_found', `${echo(name)} does not exist, or this credential can't see it.`, {
    fix: fix ?? 'Call get_context for the accounts and projects you can use.',
    ...(fix === undefined && { pageFix: 'Check the address.' }),
  })
}

/**
 * Returns whether a principal may see and manage an account token of its user. An organization's token manages only itself. An app for certain accounts
 * manages only the tokens that it created, because others may reach more.
 */
export function isOwnToken(principal: Principal, token: Frozen<TokenRecord>): boolean {
  if (token.user_id !== principal.user.id) return false
  const { credential } = principal
  if (isOrganizationToken(principal)) return 'id' in credential && credential.id === token.id
  return principal.reach === 'all' || (token.grant_id !== undefined && token.grant_id === getGrantId(principal))
}

/** Like `isOwnToken`, for connected apps. */
export function isOwnGrant(principal: Principal, grant: Frozen<GrantRecord>): boolean {
  if (grant.user_id !== principal.user.id || isOrganizationToken(principal)) return false
  return principal.reach === 'all' || grant.id === getGrantId(principal)
}

const MEMBER_ROLES = ['organization_member', 'organization_admin'] as const

/** Returns whether one of the roles may read this kind of object. Seeing a glossary needs only `project:read`. */
function canSee(scope: Scope, roles: ReadonlySet<Role>): boolean {
  const [kind] = scope.split(':')
  const reading = `${kind === 'glossary' ? 'project' : kind}:read`
  return reading in SCOPES && getScopeRule(reading as Scope).roles.some(role => roles.has(role))
}

/** Only users who may restore a deleted organization can see it. */
const isDeleted = (target: Target): boolean => target.kind === 'account' && target.account.deleted_at !== undefined

/** Finds the account without access, for the error. The account of the user and the owner of the target both need access. */
async function findAccountWithoutAccess(
  principal: Principal,
  target: Target,
  read: PolicyReader,
): Promise<string | undefined> {
  const { handle, account_id } = principal.user
  const own = await read.accounts.get(account_id)
  if (own?.has_access !== true) return `your account ${handle}`
  return target.kind !== 'account' || target.account.has_access ? undefined : target.account.handle
}

async function sharesOrganization(principal: Principal, other: string, read: PolicyReader): Promise<boolean> {
  for (const { account_id } of await read.memberships.list('user', principal.user.id)) {
    if (!reaches(principal, account_id) || (await read.accounts.get(account_id))?.deleted_at !== undefined) continue
    if ((await read.memberships.by('pair', compoundKey(account_id, other))) !== undefined) return true
  }
  return false
}
