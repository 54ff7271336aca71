import { z } from 'zod'
import { isActive } from '../auth/account-tokens.ts'
import { hasNoHandle } from '../auth/deletion.ts'
import { viewToken } from '../tools/tokens/token-shape.ts'
import { operatorCommand } from './command.ts'
import { findPerson } from './find-person.ts'

/** The active tokens of a person, for the operator who must find the one that leaked. */
export const listTokens = operatorCommand(
  'token list',
  z.strictObject({ user: z.string() }),
  async (input, context) => {
    const { store, now } = context.services
    const user = await findPerson(input.user, store.read)
    const at = now()
    const active = (await store.read.tokens.list('active', user.id)).filter(token => isActive(token, at))
    const views = active.map(async token => {
      const account = await store.read.accounts.get(token.account_id)
      return account === undefined || hasNoHandle(account) ? undefined : viewToken(token, account)
    })
    return { tokens: (await Promise.all(views)).filter(view => view !== undefined) }
  },
)
