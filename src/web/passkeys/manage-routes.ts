import { recordEvent } from '../../auth/audit/events.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { endSessions, type SignedIn, sessionCredential, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { PasskeyRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import { Line } from '../../tools/schemas/fields.ts'
import { validateLine } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { auditContext } from '../requests/audit-context.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withFreshSession, withSession } from '../sessions/require.ts'
import { PASSKEYS_PATH } from './paths.ts'

const BACK_TO_ACCOUNT = () => ({ nextLink: { href: '/account', text: t('account.title') } })

/** Renames a passkey of the signed-in user. */
export const renamePasskeyRoute: Route = {
  path: `${PASSKEYS_PATH}/:id/rename`,
  post: withSession(async (request, signedIn) => {
    const given = request.form.get('name') ?? ''
    const { data: name } = Line.safeParse(given)
    if (name === undefined)
      throw new PageError('invalid_input', validateLine(given) ?? '', { ...BACK_TO_ACCOUNT(), field: 'name' })
    await change(request, signedIn, async (tx, passkey) => {
      await tx.passkeys.put({ ...passkey, name })
      return { action: 'passkey_renamed', changes: { name: { from: passkey.name, to: name } } }
    })
    redirect(request, '/account?saved=passkey_name')
  }),
}

/** Removes a passkey of the signed-in user, and signs out the other browsers that signed in with one. */
export const removePasskeyRoute: Route = {
  path: `${PASSKEYS_PATH}/:id/remove`,
  post: withFreshSession({ button: () => t('passkeys.remove.button'), page: '/account' })(async (request, signedIn) => {
    const { user, session } = signedIn
    await change(request, signedIn, async (tx, passkey) => {
      await tx.passkeys.remove(passkey.id)
      const sessions = await endSessions(tx, user.id, ({ method, id }) => method === 'passkey' && id !== session.id)
      return { action: 'passkey_removed', detail: { sessions } }
    })
    redirect(request, '/account?saved=passkey_removed')
  }),
}

type PasskeyChange = Pick<Parameters<typeof recordEvent>[1], 'action' | 'changes' | 'detail'>

/** Changes the passkey of the path, in one transaction with its audit event. */
async function change(
  request: PageRequest,
  signedIn: SignedIn,
  apply: (tx: Transaction, passkey: Frozen<PasskeyRecord>) => Promise<PasskeyChange>,
): Promise<void> {
  const { user, session } = signedIn
  const { store, now } = request.services
  await store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(signedIn), tx, now())
    const passkey = await tx.passkeys.get(request.params['id'] ?? '')
    if (passkey?.user_id !== user.id) throw new PageError('not_found', t('passkeys.not_yours'), BACK_TO_ACCOUNT())
    const { detail, ...event } = await apply(tx, passkey)
    const credential = sessionCredential(session)
    await recordEvent(
      tx,
      { ...event, user, credential, target: passkey.name, detail: { ...detail, passkey: passkey.id } },
      auditContext(request),
    )
  })
}
