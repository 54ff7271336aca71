import { z } from 'zod'
import { tokenRevocationEvents } from '../../auth/audit/token-revocations.ts'
import { revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import { defineOperatorCommand, recordOperatorEvent } from '../command.ts'

/** Revokes anybody's token, and every token made with it, at once and for good. */
export const revokeToken = defineOperatorCommand(
  'token revoke',
  z.strictObject({ id: z.string() }),
  ({ id }, context) => {
    const { services } = context
    const work = async (tx: Transaction) => {
      const token = await tx.tokens.get(id)
      const user = token && (await tx.users.get(token.user_id))
      if (token === undefined || user === undefined) {
        throw new AppError('not_found', `There is no token with the id ${JSON.stringify(id.slice(0, 60))}.`, {
          fix: dragoman => `List the ids of a user's tokens, such as ada's: ${dragoman('token list --user ada')}`,
        })
      }
      const ended = await revokeTokens(tx, [token], services.now())
      const revoked = ended.length
      for (const event of tokenRevocationEvents(ended.slice(1), 'maker_revoked'))
        await recordOperatorEvent(tx, event, context)
      if (revoked > 0) {
        const detail = { name: token.name, prefix: token.prefix, revoked }
        const account = { id: token.account_id }
        await recordOperatorEvent(tx, { action: 'token revoke', account, target: token.id, detail }, context)
      }
      return { id: token.id, revoked }
    }
    return services.store.transaction(work, { urgent: true })
  },
)
