import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { defineOperatorAction } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'

const Input = z.strictObject({ handle: z.string(), has_access: z.boolean() })

/** The access of an account. `changed` is false if it had that before. */
export interface AccessChange {
  readonly account: string
  readonly has_access: boolean
  readonly changed: boolean
}

/** Grants or withdraws the access of an account (`5.4.has-access-denies-write`). Without access, the account is read-only. */
export const setAccess = defineOperatorAction(
  'access',
  Input,
  async ({ handle, has_access }, tx, context): Promise<AccessChange> => {
    const account = await findAccount(handle, tx)
    const changed = account.has_access !== has_access
    if (changed) {
      await tx.accounts.put({ ...account, has_access })
      const action = has_access ? 'access grant' : 'access withdraw'
      const changes = { has_access: { from: account.has_access, to: has_access } }
      await recordOperatorEvent(tx, { action, account, target: account.handle, changes }, context)
    }
    return { account: account.handle, has_access, changed }
  },
)

/** Finds an account by its handle. @throws AppError `not_found` */
export async function findAccount(given: string, read: Pick<Reader, 'accounts'>): Promise<Frozen<AccountRecord>> {
  const account = await read.accounts.by('handle', given.toLowerCase())
  if (account !== undefined) return account
  throw new AppError('not_found', `Account ${JSON.stringify(given.slice(0, 60))} not found.`, {
    fix: dragoman => `Use the handle of a user or an organization. To list them: ${dragoman('accounts')}`,
  })
}
