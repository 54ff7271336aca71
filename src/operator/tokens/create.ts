import { z } from 'zod'
import type { Principal } from '../../auth/policy/principal.ts'
import { ALL_SCOPES } from '../../auth/policy/scopes.ts'
import { createAccountToken } from '../../auth/tokens/lifecycle.ts'
import { assertActive } from '../../auth/users/active-user.ts'
import { TokenDescription, TokenName, toTokenView } from '../../tools/tokens/view.ts'
import { defineOperatorCommand, recordOperatorEvent } from '../command.ts'
import { resolveUser, userInput } from '../users/resolve.ts'
import { summarizeUser } from '../users/view.ts'
import { parseExpiration, parseScopeList } from './options.ts'

const Input = z.strictObject({
  ...userInput,
  name: TokenName,
  description: TokenDescription.default(''),
  scopes: z.string(),
  expires_in: z.string().optional(),
})

/** Creates an account token for a user. */
export const createToken = defineOperatorCommand('token create', Input, async (input, context) => {
  const { services } = context
  const now = services.now()
  return services.store.transaction(async tx => {
    const { user, created } = await resolveUser(tx, input, services)
    assertActive(user)
    const account = await tx.accounts.get(user.account_id)
    if (account === undefined) throw new Error(`user ${user.id} has no account`)
    const wanted = {
      name: input.name,
      description: input.description,
      scopes: parseScopeList(input.scopes),
      expiresAt: parseExpiration(input.expires_in, now),
      account,
    }
    const credential = { kind: 'control' } as const
    const principal: Principal = { user, credential, scopes: new Set(ALL_SCOPES), reach: 'all', expiresAt: null }
    const { token, value } = await createAccountToken(tx, wanted, { principal, now, newId: services.newId })
    const detail = { name: token.name, prefix: token.prefix, scopes: token.scopes.join(' '), user_created: created }
    await recordOperatorEvent(tx, { action: 'token create', account, target: token.id, detail }, context)
    return {
      ...toTokenView(token, account),
      person: await summarizeUser(tx, user, created),
      user_created: created,
      token: value,
    }
  })
})
