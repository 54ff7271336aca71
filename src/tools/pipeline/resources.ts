import { findRefusal, notFoundError, type Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import type { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { findClosestName } from '../closest-name.ts'
import type { Call, Caller } from './call.ts'

type Account = Frozen<AccountRecord>
type Project = Frozen<ProjectRecord>

/** A project, with the account that owns it. */
export interface ProjectResource {
  readonly target: Target
  readonly account: Account
  readonly project: Project
  /** `acme/app`. */
  readonly name: string
  readonly lock: string
}

/** Returns the caller as the target of user:* tools. */
export const selfTarget = ({ principal }: Pick<Call, 'principal'>): Target => ({
  kind: 'user',
  user: principal.user,
  name: principal.user.handle,
})

/**
 * Finds the account of a handle, as a target.
 * @throws AppError `not_found`, the same for an account that the caller cannot see.
 */
export async function accountTarget(handle: string, { read }: Caller): Promise<{ target: Target; account: Account }> {
  const account = await read.accounts.by('handle', handle.toLowerCase())
  if (account === undefined) throw notFoundError(handle.toLowerCase())
  return { target: { kind: 'account', account, name: account.handle }, account }
}

/**
 * Finds the organization of a handle, as a target.
 * @throws AppError `not_found`, also for a personal account.
 */
export async function organizationTarget(
  handle: string,
  reading: Caller,
  { evenDeleted = false } = {},
): Promise<{ target: Target; account: Account }> {
  const { account } = await accountTarget(handle, reading)
  if (account.kind !== 'organization') throw notFoundError(account.handle)
  const target = { kind: 'account', account, name: account.handle } as const
  return { target: evenDeleted ? { ...target, evenDeleted } : target, account }
}

/**
 * Finds a project by name (`acme/app`), with its account as the target.
 * @throws AppError `not_found` with the nearest name.
 */
export async function projectTarget(name: string, reading: Caller): Promise<ProjectResource> {
  const found = await findProject(name, reading)
  if (found === undefined || found.project.deleted_at !== null) throw await projectNotFoundError(name, reading)
  return found
}

/** Like `projectTarget`, but finds deleted projects, too; undefined if there is none that the caller can see. */
export async function findProject(name: string, reading: Caller): Promise<ProjectResource | undefined> {
  const [handle = '', slug = ''] = name.toLowerCase().split('/')
  const account = await reading.read.accounts.by('handle', handle)
  const project = account && (await reading.read.projects.by('name', compoundKey(account.id, slug)))
  if (account === undefined || project === undefined) return undefined
  const fullName = `${account.handle}/${project.slug}`
  const target: Target = { kind: 'account', account, name: fullName }
  // Hidden and missing projects get the same error, including its hint.
  const why = await findRefusal(reading.principal, 'project:read', target, reading.read)
  return why === 'not_found' ? undefined : { target, account, project, name: fullName, lock: project.id }
}

/** Creates the error for a missing or hidden project, with the nearest visible name. */
export async function projectNotFoundError(name: string, reading: Caller): Promise<AppError> {
  const mayRead = reading.principal.scopes.has('project:read')
  const accounts = mayRead ? await listVisibleAccounts(reading, 'project:read') : []
  const names: string[] = []
  for (const { id, handle } of accounts.slice(0, 50)) {
    const { items } = await reading.read.projects.page('account', id, { limit: 200 })
    names.push(...items.map(({ slug }) => `${handle}/${slug}`))
  }
  const close = findClosestName(name, names)
  return notFoundError(name.toLowerCase(), close === undefined ? undefined : `Did you mean ${close}?`)
}

/** Lists the accounts that the caller owns or belongs to, if policy allows `scope` on them. */
export async function listVisibleAccounts({ principal, read }: Caller, scope: Scope): Promise<readonly Account[]> {
  const allowed: Account[] = []
  for (const account of await listOwnAccounts(principal.user.id, read)) {
    const target: Target = { kind: 'account', account, name: account.handle }
    if ((await findRefusal(principal, scope, target, read)) === undefined) allowed.push(account)
  }
  return allowed
}

/** Lists the accounts that a user owns or belongs to, by handle, without deleted ones. */
export const listOwnAccounts = async (userId: string, read: AccountReader): Promise<readonly Account[]> =>
  (await listOwnAccountsWithDeleted(userId, read)).filter(({ deleted_at }) => deleted_at === undefined)

type AccountReader = Pick<Reader, 'accounts' | 'memberships'>

/** Lists the accounts that a user owns or belongs to, by handle, including deleted ones. */
export async function listOwnAccountsWithDeleted(userId: string, read: AccountReader): Promise<readonly Account[]> {
  const memberships = await read.memberships.list('user', userId)
  const joined = await Promise.all(memberships.map(({ account_id }) => read.accounts.get(account_id)))
  const owned = await read.accounts.list('owner', userId)
  const found = new Map(
    [...owned, ...joined.filter(account => account !== undefined)].map(account => [account.id, account]),
  )
  return [...found.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1))
}
