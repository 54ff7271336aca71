import { eachRecord, type NextPage } from '../store/each-record.ts'
import type { CollectionName } from '../store/records/schema.ts'
import type { Transaction } from '../store/store.ts'
import { hasPendingRequest, isAbandoned } from './oauth/clients/limit.ts'
import { hasTheftNotice } from './oauth/token/family-limit.ts'

export interface PurgeItem {
  readonly table: CollectionName
  readonly id: string
}

const DAY_MS = 24 * 3_600_000
/** Time that used codes are kept, so that a second use revokes the tokens of the first. */
const CODE_MEMORY_MS = DAY_MS
/** Time that users see revoked grants. */
const GRANT_MEMORY_MS = 90 * DAY_MS
const PAGE_SIZE = 100

/** Yields sign-ins and requests that no user answered within ten minutes. Anyone can create these, so they are purged every minute. Reads only due records. */
export async function* expiredRequests(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  yield* expiredIn(['interactions', 'sign_ins', 'passkey_challenges', 'device_codes'], tx, now)
}

/**
 * Yields expired records of sign-in and of the authorization server. A record follows the records that refer to it. Each listing starts with the earliest
 * expiration, so that only due records are read.
 */
export async function* expiredRecords(tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  const at = now.toISOString()
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  yield* expiredRequests(tx, now)
  yield* expiredIn(['login_links', 'sessions'], tx, now)
  const codes = (after?: string) => tx.codes.page('all', '', { limit: PAGE_SIZE, after })
  for await (const { id } of takeExpired(codes, before(CODE_MEMORY_MS), getExpiry)) yield { table: 'codes', id }
  const tokens = (after?: string) => tx.access_tokens.page('all', '', { limit: PAGE_SIZE, after })
  for await (const { id } of takeExpired(tokens, at, ({ kept_until }) => kept_until))
    yield { table: 'access_tokens', id }
  const families = (after?: string) => tx.families.page('all', '', { limit: PAGE_SIZE, after })
  for await (const family of takeExpired(families, at, getExpiry)) {
    if (hasTheftNotice(family, now)) continue
    if ((await tx.access_tokens.count('family', family.id)) === 0) yield { table: 'families', id: family.id }
  }
  yield* listOldRevokedGrants(tx, before(GRANT_MEMORY_MS))
  for (const kind of ['registered', 'document'] as const) {
    for await (const client of eachRecord(after => tx.clients.page('unused', kind, { limit: PAGE_SIZE, after }))) {
      if (!isAbandoned(client, now)) break
      if (!(await hasPendingRequest(tx, client.id))) yield { table: 'clients', id: client.id }
    }
  }
}

type ExpiringTable = 'interactions' | 'sign_ins' | 'passkey_challenges' | 'device_codes' | 'login_links' | 'sessions'

async function* expiredIn(tables: readonly ExpiringTable[], tx: Transaction, now: Date): AsyncGenerator<PurgeItem> {
  for (const table of tables) {
    const page: NextPage<ExpiringRecord> = after => tx[table].page('all', '', { limit: PAGE_SIZE, after })
    for await (const { id } of takeExpired(page, now.toISOString(), getExpiry)) yield { table, id }
  }
}

async function* listOldRevokedGrants(tx: Transaction, before: string): AsyncGenerator<PurgeItem> {
  for await (const grant of eachRecord(after => tx.grants.page('revoked', '', { limit: PAGE_SIZE, after }))) {
    if (grant.created_at > before) return
    const isOld = grant.revoked_at !== null && grant.revoked_at <= before
    if (isOld && (await tx.families.count('grant', grant.id)) === 0) yield { table: 'grants', id: grant.id }
  }
}

interface ExpiringRecord {
  readonly id: string
  readonly expires_at: string
}

const getExpiry = ({ expires_at }: Pick<ExpiringRecord, 'expires_at'>): string => expires_at

/** Yields the expired records of a listing that is sorted by expiration. */
async function* takeExpired<R>(page: NextPage<R>, at: string, endOf: (record: R) => string): AsyncGenerator<R> {
  for await (const record of eachRecord(page)) {
    if (endOf(record) > at) return
    yield record
  }
}
