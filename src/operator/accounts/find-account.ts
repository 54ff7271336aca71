import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** Finds an account by its handle. @throws AppError `not_found` */
export async function findAccount(given: string, read: Pick<Reader, 'accounts'>): Promise<Frozen<AccountRecord>> {
  const account = await read.accounts.by('handle', given.toLowerCase())
  if (account !== undefined) return account
  throw new AppError('not_found', `Account ${JSON.stringify(given.slice(0, 60))} not found.`, {
    fix: dragoman => `Use the handle of a user or an organization. To list them: ${dragoman('accounts')}`,
  })
}
