import { z } from 'zod'
import { authorize } from '../../auth/policy/authorize.ts'
import { createAccountToken } from '../../auth/tokens/lifecycle.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { accountTarget, selfTarget } from '../pipeline/resources.ts'
import { Handle } from '../schemas/fields.ts'
import { TokenDescription, TokenName, TokenView, toTokenView } from './view.ts'

/** Creates an account token. No other answer contains its value (`5.7.value-once`). */
export const createToken = writeTool({
  name: 'create_token',
  title: 'Create token',
  pastTense: 'Created token',
  description:
    'Create a token for scripts and CI. Store its value: it is shown once. Scopes and expiration cannot change.',
  scope: 'user:write',
  secret: true,
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'core',
  rest: [{ method: 'POST', path: '/api/tokens', status: 201 }],
  input: z.object({
    name: TokenName,
    description: TokenDescription.optional(),
    scopes: z.array(z.string()).max(100).describe('Such as project:read; at most your own'),
    expires_at: z.string().trim().max(60).optional().describe('RFC 3339; default: never'),
    account: Handle.optional().describe('Default: yours. With an organization: reaches only that'),
  }),
  output: TokenView.omit({ last_used_from: true }).extend({ token: z.string() }),
  structured: true,
  resource: async ({ account }, call) => {
    const target = selfTarget(call)
    const own = await call.read.accounts.get(call.principal.user.account_id)
    if (account !== undefined && account.toLowerCase() !== own?.handle) {
      const found = await accountTarget(account, call)
      await authorize(call.principal, 'organization:read', found.target, call.read)
      return { target, account: found.account }
    }
    return { target, account: own }
  },
  handler: async ({ name, description = '', scopes, expires_at }, { tx, principal, services, resource, audit }) => {
    const account = resource.account ?? throwMissingAccount(principal.user.id)
    const input = { name, description, scopes, expiresAt: expires_at, account }
    const created = await createAccountToken(tx, input, { principal, now: services.now(), newId: services.newId })
    const detail = { name, prefix: created.token.prefix, scopes: created.token.scopes.join(' ') }
    audit(created.token.id, detail, undefined, account)
    return { ...toTokenView(created.token, account), token: created.value }
  },
})

function throwMissingAccount(user: string): never {
  throw new Error(`user ${user} has no personal account`)
}
