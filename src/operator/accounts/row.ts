import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { getQuota, type QuotaDeps, type QuotaView } from '../../tools/quota/view.ts'

/** An account as operators see it: owner, access and counts, without its content. */
export interface AccountRow {
  readonly account: string
  readonly name: string
  readonly kind: AccountRecord['kind']
  readonly owner: string
  readonly has_access: boolean
  readonly public: boolean
  readonly projects: number
  /** Number of tokens that are not revoked. */
  readonly tokens: number
  readonly quota: QuotaView
  /** Organizations only. */
  readonly members?: number
  /** Personal accounts only. */
  readonly person?: {
    readonly operator: boolean
    readonly suspended_at?: string
    /** From sessions and linked providers; null if there are none. */
    readonly last_sign_in_at: string | null
  }
  readonly created_at: string
  /** Set until the account is restored or removed. */
  readonly deleted_at?: string
}

export async function loadAccountRow(account: Frozen<AccountRecord>, { read, limits }: QuotaDeps): Promise<AccountRow> {
  const { id, handle, name, kind, owner_id, has_access, created_at, deleted_at } = account
  const [owner, projects, tokens, quota] = await Promise.all([
    read.users.get(owner_id),
    read.projects.count('account', id),
    read.tokens.count('account', id),
    getQuota(account, { read, limits }),
  ])
  return {
    account: handle,
    name,
    kind,
    owner: owner?.handle ?? owner_id,
    has_access,
    public: account.public,
    projects,
    tokens,
    quota,
    ...(kind === 'organization' && { members: await read.memberships.count('account', id) }),
    ...(kind === 'personal' && owner !== undefined && { person: await loadUserRow(owner, read) }),
    created_at,
    ...(deleted_at !== undefined && { deleted_at }),
  }
}

async function loadUserRow(
  { id, operator, suspended_at }: Frozen<UserRecord>,
  read: Reader,
): Promise<NonNullable<AccountRow['person']>> {
  const [sessions, identities, passkeys] = await Promise.all([
    read.sessions.list('user', id),
    read.identities.list('user', id),
    read.passkeys.list('user', id),
  ])
  const traces = [
    ...sessions.map(({ authenticated_at }) => authenticated_at),
    ...identities.map(({ last_used_at }) => last_used_at),
    ...passkeys.flatMap(({ last_used_at }) => last_used_at ?? []),
  ].toSorted()
  return { operator, ...(suspended_at !== undefined && { suspended_at }), last_sign_in_at: traces.at(-1) ?? null }
}
