import { z } from 'zod'
import { defineOperatorAction } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'
import { findAccount } from './find-account.ts'

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
