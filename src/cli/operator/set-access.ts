import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { auditCommand, operatorCommand } from './command.ts'

const Input = z.strictObject({ handle: z.string(), has_access: z.boolean() })

/** Grants or withdraws the access of an account (spec 5.4): without it reading works and writing is refused. */
export const setAccess = operatorCommand('access', Input, ({ handle, has_access }, context) =>
  context.services.store.transaction(async tx => {
    const account = await tx.accounts.by('handle', handle.toLowerCase())
    const user = account && (await tx.users.get(account.owner_id))
    if (account === undefined || user === undefined) {
      throw new AppError('not_found', `There is no account ${JSON.stringify(handle.slice(0, 60))}.`, {
        fix: 'Give the handle of a person or an organization; dragoman token create makes a person.',
      })
    }
    const changed = account.has_access !== has_access
    if (changed) {
      await tx.accounts.put({ ...account, has_access })
      const action = has_access ? 'access grant' : 'access withdraw'
      await auditCommand(tx, { action, user, account, target: account.handle }, context)
    }
    return { account: account.handle, has_access, changed }
  }),
)
