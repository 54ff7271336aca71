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
export const isGone = ({ deleted_at }: Deletable, now: Date): boolean =>
  typeof deleted_at === 'string' && Date.parse(deleted_at) + RESTORABLE_MS <= now.getTime()

/** No handle that people can have has a colon. */
const GIVEN_UP = 'deleted:'

/** Lets an organization that waits for the sweep give its handle to whoever wants it. */
export async function giveUpHandle(tx: Transaction, account: Frozen<AccountRecord>): Promise<void> {
  await tx.accounts.put({ ...account, handle: `${GIVEN_UP}${account.id}` })
}

/** Whether an account gave its handle up: to people it is gone already. */
export const hasNoHandle = ({ handle }: Pick<Frozen<AccountRecord>, 'handle'>): boolean => handle.startsWith(GIVEN_UP)
