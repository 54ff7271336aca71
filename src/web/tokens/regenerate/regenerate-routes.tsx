import { z } from 'zod'
import { needsFreshSignIn } from '../../../auth/policy/scope-groups.ts'
import { isScope } from '../../../auth/policy/scopes.ts'
import { parseExpiry } from '../../../auth/tokens/lifecycle.ts'
import { isFresh } from '../../../auth/users/sessions.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { TokenRecord } from '../../../store/records/identity.ts'
import { createToken } from '../../../tools/tokens/create-token.ts'
import { revokeToken } from '../../../tools/tokens/revoke-token.ts'
import type { TokenView } from '../../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Facts } from '../../forms/facts.tsx'
import { Form, IdempotencyField } from '../../forms/form.tsx'
import { findPriorSubmission, isExpiredForm, submitOnce } from '../../forms/submit-once.ts'
import { rich, t } from '../../i18n/t.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import {
  callTool,
  type PageRequest,
  type Route,
  redirect,
  type SignedInRequest,
  useRequest,
} from '../../requests/page-request.ts'
import { redirectToConfirmIdentity } from '../../sessions/reauthentication.ts'
import { withSession } from '../../sessions/require.ts'
import { Expiry, ScopeNames } from '../facts.tsx'
import { canRegenerate, getOwnToken, renewExpiration, revokedPath, viewToken } from '../own-token.ts'
import { CreatedTokenShape, sendAlreadyCreatedPage, sendCreatedPage } from '../send-created-page.tsx'

/** Replaces the value of an account token. Keeps its name, scopes and time until expiration. */
export const regenerateRoute: Route = {
  path: '/account/tokens/:id/regenerate',
  get: withSession(async request => {
    const token = await getOwnToken(request)
    if (token.revoked_at !== null) return redirect(request, revokedPath(token.id))
    await askFirst(request, token)
  }),
  post: withSession(async request => {
    const token = await getOwnToken(request)
    const spent = await findPriorSubmission(request)
    if (spent !== undefined) return sendAlreadyCreatedPage(request, spent)
    if (token.revoked_at !== null) return redirect(request, revokedPath(token.id))
    if (isExpiredForm(request) || needsReauthentication(request, token)) return askFirst(request, token)
    const view = await viewRegenerable(request, token)
    const submitted = await submitOnce(request, () => regenerate(request, view))
    if ('spent' in submitted) return sendAlreadyCreatedPage(request, submitted.spent)
    sendCreatedPage(request, submitted.done, { isRegenerated: true })
  }),
}

async function askFirst(request: SignedInRequest, token: Frozen<TokenRecord>): Promise<void> {
  const view = await viewRegenerable(request, token)
  if (needsReauthentication(request, token)) {
    return redirectToConfirmIdentity(request, `/account/tokens/${token.id}/regenerate`)
  }
  const now = request.services.now()
  const expiresAt = parseExpiry(renewExpiration(token, now), now)
  sendPage(request, {
    title: t('tokens.regenerate.title', { name: view.name }),
    body: <RegeneratePage token={view} expiresAt={expiresAt} />,
  })
}

/** Revokes the old token only after the new one exists, so that the user always has a token that works. */
async function regenerate(request: SignedInRequest, old: TokenView) {
  const { id, name, description = '', scopes, account } = old
  const expires_at = renewExpiration(old, request.services.now())
  const input = { name, description, scopes, account, expires_at }
  const created = await callTool(request, { tool: createToken, input, shape: CreatedTokenShape })
  await callTool(request, { tool: revokeToken, input: { id }, shape: z.object({}) })
  return created
}

/** Returns whether the user must sign in again, as for a new token with these scopes. */
const needsReauthentication = (
  { signedIn: { session }, services }: SignedInRequest,
  { scopes }: Frozen<TokenRecord>,
): boolean => scopes.some(scope => isScope(scope) && needsFreshSignIn(scope)) && !isFresh(session, services.now())

/**
 * Checks that a token can be regenerated.
 * @throws PageError `forbidden` for a token that an app or another token created.
 */
async function viewRegenerable(request: PageRequest, token: Frozen<TokenRecord>): Promise<TokenView> {
  const view = await viewToken(request, token)
  if (canRegenerate(view)) return view
  throw new PageError('forbidden', t('tokens.regenerate.not_possible.message'), {
    fix: t('tokens.regenerate.not_possible.fix'),
    nextLink: { href: `/account/tokens/${token.id}`, text: t('tokens.regenerate.not_possible.token') },
  })
}

interface RegeneratePageProps {
  readonly token: TokenView
  /** Expiration of the new value; null means never. */
  readonly expiresAt: string | null
}

/** Asks before a token gets a new value. */
function RegeneratePage({ token, expiresAt }: RegeneratePageProps) {
  const { id, name, prefix, scopes } = token
  const path = `/account/tokens/${id}`
  return (
    <Form action={`${path}/regenerate`} class="card">
      <h1>{rich('tokens.regenerate.title', { name: <bdi>{name}</bdi> })}</h1>
      <p>{rich('tokens.regenerate.effect', { prefix: <code>{prefix}…</code> })}</p>
      <Facts
        of={{
          [t('tokens.fields.scope')]: <ScopeNames scopes={scopes} />,
          [t('tokens.regenerate.new_expiration')]: <Expiry at={expiresAt} now={useRequest().services.now()} />,
        }}
      />
      <IdempotencyField />
      <div class="actions">
        <Button look="primary">{t('tokens.regenerate.open')}</Button>
        <ButtonLink href={path}>{t('common.cancel')}</ButtonLink>
      </div>
    </Form>
  )
}
