import { z } from 'zod'
import { isActive } from '../auth/account-tokens.ts'
import { AppError } from '../errors.ts'
import { viewToken } from '../tools/tokens/token-shape.ts'
import { operatorCommand } from './command.ts'

/** The active tokens of a person, for the operator who must find the one that leaked. */
export const listTokens = operatorCommand(
  'token list',
  z.strictObject({ user: z.string() }),
  async (input, context) => {
    const { store, now } = context.services
    const user = await store.read.users.by('handle', input.user.toLowerCase())
    if (user === undefined) {
      throw new AppError('not_found', `There is no user ${JSON.stringify(input.user.slice(0, 60))}.`, {
        fix: 'Check the handle; dragoman token create makes a person who is not there yet.',
      })
    }
    const at = now()
    const active = (await store.read.tokens.list('active', user.id)).filter(token => isActive(token, at))
    const views = active.map(async token => {
      const account = await store.read.accounts.get(token.account_id)
      return account && viewToken(token, account)
    })
    return { tokens: (await Promise.all(views)).filter(view => view !== undefined) }
  },
)
