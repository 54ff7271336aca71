import { z } from 'zod'
import { tokenRevocationEvents } from '../../auth/audit/token-revocations.ts'
import { hasReleasedHandle } from '../../auth/deletion.ts'
import { isActive, revokeTokens } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import { toTokenView } from '../../tools/tokens/view.ts'
import { defineOperatorCommand, recordOperatorEvent } from '../command.ts'
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

/** Revokes a token of any user, and all tokens created with it. */
export const revokeToken = defineOperatorCommand(
  'token revoke',
  z.strictObject({
    id: z.string(),
    /** The expected owner. */
    user: z.string().optional(),
  }),
  ({ id, user: owner }, context) => {
    const { services } = context
    const work = async (tx: Transaction) => {
      const token = await tx.tokens.get(id)
      const user = token && (await tx.users.get(token.user_id))
      const isExpected = owner === undefined || user?.handle === owner.toLowerCase()
      if (token === undefined || user === undefined || !isExpected) {
        throw new AppError('not_found', `Token ${JSON.stringify(id.slice(0, 60))} not found.`, {
          fix: dragoman =>
            `Use the ID of a token. To list those of a user: ${dragoman(`token list --user ${owner ?? 'ada'}`)}`,
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
