import type { Frozen } from '../store/frozen.ts'
import type { AccountRecord } from '../store/records/identity.ts'
import type { Transaction } from '../store/store.ts'

const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000

/** The deletion time of a project or an organization. */
interface Deletable {
  readonly deleted_at?: string | null | undefined
}

/** Returns the end of the time in which a deleted record can be restored, in RFC 3339. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RESTORABLE_MS).toISOString()

/** Returns whether a deleted record can no longer be restored, so that only the sweep is left. */
export const isPastRestoration = ({ deleted_at }: Deletable, now: Date): boolean =>
  typeof deleted_at === 'string' && Date.parse(deleted_at) + RESTORABLE_MS <= now.getTime()

/** Valid handles have no colon. */
const RELEASED_PREFIX = 'deleted:'

/** Frees the handle of an organization that waits for the sweep. */
export async function releaseHandle(tx: Transaction, account: Frozen<AccountRecord>): Promise<void> {
  await tx.accounts.put({ ...account, handle: `${RELEASED_PREFIX}${account.id}` })
}

/** Returns whether an account released its handle. To users it no longer exists. */
export const hasReleasedHandle = ({ handle }: Pick<Frozen<AccountRecord>, 'handle'>): boolean =>
  handle.startsWith(RELEASED_PREFIX)
