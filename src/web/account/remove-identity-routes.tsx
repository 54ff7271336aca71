import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { endSessions, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { recordOwnEvent } from '../requests/audit-context.ts'
import { type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withFreshSession } from '../sessions/require.ts'

/** Removes a sign-in method of the signed-in user. Asks before removing the last one. */
export const removeIdentityRoute: Route = {
  path: '/account/identities/:id/remove',
  post: withFreshSession({ button: () => t('account.methods.remove.button'), page: '/account' })(async request => {
    const isSure = request.form.get('sure') === '1'
    const last = await request.services.store.transaction(tx => remove(request, tx, isSure))
    if (last === undefined) redirect(request, '/account?removed=1')
    else
      sendPage(request, {
        title: t('account.methods.remove_last.page'),
        body: <RemoveLastIdentityPage identity={last} />,
      })
  }),
}

/** Removes the identity. Returns it instead if it is the last one and `isSure` is false. */
async function remove(
  request: SignedInRequest,
  tx: Transaction,
  isSure: boolean,
): Promise<Frozen<IdentityRecord> | undefined> {
  const { signedIn } = request
  await assertCredentialActive(sessionPrincipal(signedIn), tx, request.services.now())
  const { user, session } = signedIn
  const mine = await tx.identities.list('user', user.id)
  const identity = mine.find(({ id }) => id === request.params['id'])
  if (identity === undefined) {
    throw new PageError('not_found', t('account.methods.not_yours'), {
      nextLink: { href: '/account', text: t('account.title') },
    })
  }
  const isLast = mine.length === 1 && (await tx.passkeys.count('user', user.id)) === 0
  if (isLast && !isSure) return identity
  await tx.identities.remove(identity.id)
  const { provider, subject, login } = identity
  const sessions = await endSessions(tx, user.id, other => other.method === provider && other.id !== session.id)
  const [target, detail] = [`${provider}:${subject}`, { login, sessions }]
  await recordOwnEvent(request, tx, signedIn, { action: 'identity_removed', target, detail })
  return undefined
}

/** Asks before a user removes their last sign-in method. */
function RemoveLastIdentityPage({ identity: { id, login, issuer } }: { readonly identity: Frozen<IdentityRecord> }) {
  return (
    <section class="card">
      <h1>{t('account.methods.remove_last.title')}</h1>
      <p>{t('account.methods.remove_last.effect', { login, host: new URL(issuer).host })}</p>
      <Form action={`/account/identities/${id}/remove`}>
        <input type="hidden" name="sure" value="1" />
        <div class="actions">
          <Button look="danger">{t('common.remove')}</Button>
          <ButtonLink href="/account">{t('common.cancel')}</ButtonLink>
        </div>
      </Form>
    </section>
  )
}
