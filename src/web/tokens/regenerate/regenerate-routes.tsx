import { z } from 'zod'
import { needsFreshSignIn } from '../../../auth/policy/scope-groups.ts'
import { isScope } from '../../../auth/policy/scopes.ts'
import { parseExpiry } from '../../../auth/tokens/lifecycle.ts'
import { isFresh, type SignedIn } from '../../../auth/users/sessions.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { TokenRecord } from '../../../store/records/identity.ts'
import { createToken } from '../../../tools/tokens/create-token.ts'
import { revokeToken } from '../../../tools/tokens/revoke-token.ts'
import type { TokenView } from '../../../tools/tokens/view.ts'
import { findPriorSubmission, isExpiredForm, submitOnce } from '../../forms/submit-once.ts'
import { t } from '../../i18n/t.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import { callTool } from '../../requests/call-tool.ts'
import { redirect } from '../../requests/redirect.ts'
import type { Route, Visit } from '../../requests/visit.ts'
import { redirectToConfirmIdentity } from '../../sessions/reauthentication.ts'
import { withSession } from '../../sessions/require.ts'
import { getOwnToken, revokedPath, viewToken } from '../own-token.ts'
import { CreatedTokenShape, sendAlreadyCreatedPage, sendCreatedPage } from '../send-created-page.tsx'
import { canRegenerate, renewExpiration } from './expiration.ts'
import { RegeneratePage } from './regenerate-page.tsx'

/** Replaces the value of an account token. Keeps its name, scopes and time until expiration. */
export const regenerateRoute: Route = {
  path: '/account/tokens/:id/regenerate',
  get: withSession(async (visit, signedIn) => {
    const token = await getOwnToken(visit, signedIn)
    if (token.revoked_at !== null) return redirect(visit, revokedPath(token.id))
    await askFirst(visit, signedIn, token)
  }),
  post: withSession(async (visit, signedIn) => {
    const token = await getOwnToken(visit, signedIn)
    const spent = await findPriorSubmission(visit, signedIn)
    if (spent !== undefined) return sendAlreadyCreatedPage(visit, signedIn, spent)
    if (token.revoked_at !== null) return redirect(visit, revokedPath(token.id))
    if (isExpiredForm(visit) || needsReauthentication(token, signedIn, visit)) return askFirst(visit, signedIn, token)
    const view = await viewRegenerable(visit, token)
    const submitted = await submitOnce(visit, signedIn, () => regenerate(visit, signedIn, view))
    if ('spent' in submitted) return sendAlreadyCreatedPage(visit, signedIn, submitted.spent)
    sendCreatedPage(visit, submitted.done, { isRegenerated: true })
  }),
}

async function askFirst(visit: Visit, signedIn: SignedIn, token: Frozen<TokenRecord>): Promise<void> {
  const view = await viewRegenerable(visit, token)
  if (needsReauthentication(token, signedIn, visit)) {
    return redirectToConfirmIdentity(visit, `/account/tokens/${token.id}/regenerate`)
  }
  const now = visit.services.now()
  const expiresAt = parseExpiry(renewExpiration(token, now), now)
  sendPage(visit, {
    title: t('tokens.regenerate.title', { name: view.name }),
    body: <RegeneratePage visit={visit} token={view} expiresAt={expiresAt} />,
  })
}

/** Revokes the old token only after the new one exists, so that the user always has a token that works. */
async function regenerate(visit: Visit, signedIn: SignedIn, old: TokenView) {
  const { id, name, description = '', scopes, account } = old
  const expires_at = renewExpiration(old, visit.services.now())
  const input = { name, description, scopes, account, expires_at }
  const created = await callTool(visit, signedIn, { tool: createToken, input, shape: CreatedTokenShape })
  await callTool(visit, signedIn, { tool: revokeToken, input: { id }, shape: z.object({}) })
  return created
}

/** Returns whether the user must sign in again, as for a new token with these scopes. */
const needsReauthentication = ({ scopes }: Frozen<TokenRecord>, { session }: SignedIn, { services }: Visit): boolean =>
  scopes.some(scope => isScope(scope) && needsFreshSignIn(scope)) && !isFresh(session, services.now())

/**
 * Checks that a token can be regenerated.
 * @throws PageError `forbidden` for a token that an app or another token created.
 */
async function viewRegenerable(visit: Visit, token: Frozen<TokenRecord>): Promise<TokenView> {
  const view = await viewToken(visit, token)
  if (canRegenerate(view)) return view
  throw new PageError('forbidden', t('tokens.regenerate.not_possible.message'), {
    fix: t('tokens.regenerate.not_possible.fix'),
    nextLink: { href: `/account/tokens/${token.id}`, text: t('tokens.regenerate.not_possible.token') },
  })
}
