import type { Frozen } from '../store/frozen.ts'
import type { AccountRecord } from '../store/records/identity.ts'
import type { Transaction } from '../store/store.ts'

const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000

/** A project or an organization, as far as it may be deleted. */
interface Deletable {
  readonly deleted_at?: string | null | undefined
}

/** Until when what was deleted at this instant can be restored. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RESTORABLE_MS).toISOString()

/** Whether it was deleted so long ago that nobody can restore it: it only waits for the sweep. */
export const isPastRestoration = ({ deleted_at }: Deletable, now: Date): boolean =>
  typeof deleted_at === 'string' && Date.parse(deleted_at) + RESTORABLE_MS <= now.getTime()

/** No handle that people can have has a colon. */
const RELEASED_PREFIX = 'deleted:'

/** Lets an organization that waits for the sweep give its handle to whoever wants it. */
export async function releaseHandle(tx: Transaction, account: Frozen<AccountRecord>): Promise<void> {
  await tx.accounts.put({ ...account, handle: `${RELEASED_PREFIX}${account.id}` })
}

/** Whether an account gave its handle up: to people it is gone already. */
export const hasReleasedHandle = ({ handle }: Pick<Frozen<AccountRecord>, 'handle'>): boolean =>
  handle.startsWith(RELEASED_PREFIX)
