import { z } from 'zod'
import { hasReleasedHandle } from '../../auth/deletion.ts'
import { isActive } from '../../auth/tokens/lifecycle.ts'
import { toTokenView } from '../../tools/tokens/view.ts'
import { defineOperatorCommand } from '../command.ts'
import { findUser } from '../users/find.ts'

/** Lists the active tokens of a user. */
export const listTokens = defineOperatorCommand(
  'token list',
  z.strictObject({ user: z.string() }),
  async (input, context) => {
    const { store, now } = context.services
    const user = await findUser(input.user, store.read)
    const at = now()
    const active = (await store.read.tokens.list('active', user.id)).filter(token => isActive(token, at))
    const views = active.map(async token => {
      const account = await store.read.accounts.get(token.account_id)
      return account === undefined || hasReleasedHandle(account) ? undefined : toTokenView(token, account)
    })
    return { tokens: (await Promise.all(views)).filter(view => view !== undefined) }
  },
)
