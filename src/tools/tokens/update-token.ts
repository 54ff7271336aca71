import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { isActive } from '../../auth/tokens/lifecycle.ts'
import { AppError } from '../../errors.ts'
import { writeTool } from '../pipeline/define-tool.ts'
import { selfTarget } from '../pipeline/resources.ts'
import { getOwnToken, TokenDescription, TokenId, TokenName, TokenView, toTokenView } from './view.ts'

/** Changes the name or description of a token (`5.7.editable`). */
export const updateToken = writeTool({
  name: 'update_token',
  title: 'Update token',
  pastTense: 'Updated token',
  description:
    'Change the name or description of one of your active tokens. Scopes and expiration cannot change: create a new token.',
  scope: 'user:write',
  hints: { destructive: false, idempotent: true },
  immutable: {
    fields: ['scopes', 'expires_at'],
    message: "Scopes and expiration can't change.",
    fix: 'Create a new token with create_token, then revoke this one.',
  },
  changes: {
    fields: ['name', 'description'],
    fix: 'Give name, description or both. An empty string clears the description.',
  },
  grows: false,
  toolset: 'advanced',
  rest: [{ method: 'PATCH', path: '/api/tokens/:id' }],
  input: z.object({
    id: TokenId,
    name: TokenName.optional(),
    description: TokenDescription.optional().describe('An empty string clears it'),
  }),
  output: TokenView.omit({ last_used_from: true }),
  structured: true,
  resource: async ({ id }, call) => {
    const { token } = await getOwnToken(id, call)
    if (isActive(token, call.services.now())) return { target: selfTarget(call), token }
    throw new AppError('not_found', `Token ${id} is revoked or expired.`, {
      fix: 'Call list_tokens for the active tokens.',
      pageFix: 'Choose one of your active tokens.',
    })
  },
  handler: async ({ name, description }, { tx, resource: { token }, audit, skipAudit }) => {
    const changed = { ...token, name: name ?? token.name, description: description ?? token.description }
    const account = await tx.accounts.get(token.account_id)
    if (account === undefined) throw new Error(`token ${token.id} has no account`)
    const changes = diffFields(token, changed, ['name', 'description'])
    if (changes === undefined) skipAudit()
    else {
      await tx.tokens.put(changed)
      audit(token.id, { prefix: token.prefix }, changes, account)
    }
    return toTokenView(changed, account)
  },
})
