import type { AuditEvent } from '../../auth/audit/events.ts'
import { parseCreationAnswer } from '../../auth/passkeys/browser-answer.ts'
import { getCreationOptions, verifyCreation } from '../../auth/passkeys/ceremonies.ts'
import { addPasskey, MAX_PASSKEYS } from '../../auth/passkeys/passkeys.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { endSessions, isFresh, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { PasskeyRecord } from '../../store/records/sign-in.ts'
import type { Transaction } from '../../store/store.ts'
import { Line } from '../../tools/schemas/fields.ts'
import { ButtonLink } from '../components/button.tsx'
import { browserName } from '../format/browser-name.ts'
import { Field } from '../forms/form.tsx'
import { MAX_LINE_UNITS, validateLine } from '../forms/text-validation.ts'
import { rich, t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import { recordOwnEvent } from '../requests/audit-context.ts'
import { localPath } from '../requests/local-path.ts'
import { type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { sendJson } from '../requests/send-json.ts'
import { reauthenticationPath, redirectToConfirmIdentity } from '../sessions/reauthentication.ts'
import { withFreshSession, withSession } from '../sessions/require.ts'
import {
  CREDENTIAL_FIELD,
  getStep,
  issueChallenge,
  MALFORMED_ANSWER,
  requireParty,
  sendPasskeyFault,
  takeChallenge,
} from './challenge.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { NEW_PASSKEY_PATH, newPasskeyPath, PASSKEYS_PATH } from './paths.ts'

const BACK_TO_ACCOUNT = () => ({ nextLink: { href: '/account', text: t('account.title') } })

/** Renames a passkey of the signed-in user. */
export const renamePasskeyRoute: Route = {
  path: `${PASSKEYS_PATH}/:id/rename`,
  post: withSession(async request => {
    const given = request.form.get('name') ?? ''
    const { data: name } = Line.safeParse(given)
    if (name === undefined)
      throw new PageError('invalid_input', validateLine(given) ?? '', { ...BACK_TO_ACCOUNT(), field: 'name' })
    await change(request, async (tx, passkey) => {
      await tx.passkeys.put({ ...passkey, name })
      return { action: 'passkey_renamed', changes: { name: { from: passkey.name, to: name } } }
    })
    redirect(request, '/account?saved=passkey_name')
  }),
}

/** Removes a passkey of the signed-in user, and signs out the other browsers that signed in with one. */
export const removePasskeyRoute: Route = {
  path: `${PASSKEYS_PATH}/:id/remove`,
  post: withFreshSession({ button: () => t('passkeys.remove.button'), page: '/account' })(async request => {
    const { user, session } = request.signedIn
    await change(request, async (tx, passkey) => {
      await tx.passkeys.remove(passkey.id)
      const sessions = await endSessions(tx, user.id, ({ method, id }) => method === 'passkey' && id !== session.id)
      return { action: 'passkey_removed', detail: { sessions } }
    })
    redirect(request, '/account?saved=passkey_removed')
  }),
}

type PasskeyChange = Pick<AuditEvent, 'action' | 'changes' | 'detail'>

/** Changes the passkey of the path, in one transaction with its audit event. */
async function change(
  request: SignedInRequest,
  apply: (tx: Transaction, passkey: Frozen<PasskeyRecord>) => Promise<PasskeyChange>,
): Promise<void> {
  const { user } = request.signedIn
  const { store, now } = request.services
  await store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(request.signedIn), tx, now())
    const passkey = await tx.passkeys.get(request.params['id'] ?? '')
    if (passkey?.user_id !== user.id) throw new PageError('not_found', t('passkeys.not_yours'), BACK_TO_ACCOUNT())
    const { detail, ...event } = await apply(tx, passkey)
    await recordOwnEvent(request, tx, request.signedIn, {
      ...event,
      target: passkey.name,
      detail: { ...detail, passkey: passkey.id },
    })
  })
}

/** The page that creates a passkey, also after a sign-in by link. `next` is the path to open afterwards. */
export const newPasskeyRoute: Route = {
  path: NEW_PASSKEY_PATH,
  isStep: true,
  get: withSession(async request => {
    const { query, services, incoming } = request
    const next = localPath(query.get('next'))
    if (!isFresh(request.signedIn.session, services.now()))
      return redirectToConfirmIdentity(request, newPasskeyPath(next))
    const count = await services.store.read.passkeys.count('user', request.signedIn.user.id)
    const name = browserName(incoming.headers['user-agent'])
    sendPage(request, {
      title: t('passkeys.new.title'),
      body: <NewPasskeyPage {...{ request, next, count, name }} />,
      isStep: next !== undefined,
    })
  }),
}

/** Creates a passkey. The script of the page first asks for a challenge, then submits the form with the answer. */
export const createPasskeyRoute: Route = {
  path: PASSKEYS_PATH,
  postLimit: 'login',
  get: async request => redirect(request, '/account'),
  post: withSession(async request => {
    const step = getStep(request)
    if (step === 'neither') return redirect(request, newPasskeyPath(localPath(request.form.get('next'))))
    const isAnswer = step === 'answer'
    if (!isFresh(request.signedIn.session, request.services.now())) return requireFreshSignIn(request, isAnswer)
    await (isAnswer ? createPasskey : sendChallenge)(request)
  }),
}

/** The page is older than ten minutes: the user signs in again and returns to it. */
function requireFreshSignIn(request: PageRequest, isAnswer: boolean): void {
  const back = newPasskeyPath(localPath(request.form.get('next')))
  if (isAnswer) redirectToConfirmIdentity(request, back)
  else sendJson(request, { location: reauthenticationPath(back) })
}

async function sendChallenge(request: SignedInRequest): Promise<void> {
  const { user } = request.signedIn
  const party = requireParty(request)
  const existing = await request.services.store.read.passkeys.list('user', user.id)
  const challenge = await issueChallenge(request, { purpose: 'create', userId: user.id })
  sendJson(request, { create: await getCreationOptions(party, { challenge, user, existing }) })
}

async function createPasskey(request: SignedInRequest): Promise<void> {
  const { form, services } = request
  const { user } = request.signedIn
  const next = localPath(form.get('next'))
  const refuse = (fault: Parameters<typeof sendPasskeyFault>[1]) =>
    sendPasskeyFault(request, fault, { href: newPasskeyPath(next), text: t('passkeys.new.again') })
  const party = requireParty(request)
  const answer = parseCreationAnswer(form.get(CREDENTIAL_FIELD) ?? '')
  if (answer === undefined) return refuse(MALFORMED_ANSWER)
  const taken = await takeChallenge(request, answer, ['create'])
  if ('fault' in taken) return refuse(taken.fault)
  if (taken.challenge.user_id !== user.id) return refuse({ why: 'other_session' })
  const credential = await verifyCreation(party, answer)
  if ('fault' in credential) return refuse(credential.fault)
  const name = toPasskeyName(request)
  await services.store.transaction(async tx => {
    await assertCredentialActive(sessionPrincipal(request.signedIn), tx, services.now())
    const clock = { now: services.now(), newId: services.newId }
    const passkey = await addPasskey(tx, user, { ...credential, name }, clock).catch(toPageError)
    const event = { action: 'passkey_created', target: name, detail: { passkey: passkey.id } } as const
    await recordOwnEvent(request, tx, request.signedIn, event)
  })
  redirect(request, next ?? '/account?saved=passkey')
}

/** The typed name; by default, and instead of a name that is no line of text, that of the browser. */
export function toPasskeyName({ form, incoming }: PageRequest): string {
  const { data } = Line.safeParse(form.get('name') ?? '')
  return data ?? browserName(incoming.headers['user-agent'])
}

/** Words the errors of `addPasskey` in the language of the page. */
export function toPageError(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.code !== 'conflict' && error.code !== 'already_exists') throw error
  const name = error.code === 'conflict' ? 'full' : 'exists'
  throw new PageError('conflict', t(`passkeys.errors.${name}.message`, { max: MAX_PASSKEYS }), {
    fix: t(`passkeys.errors.${name}.fix`),
    nextLink: { href: '/account', text: t('account.title') },
  })
}

interface NewPasskeyPageProps {
  readonly request: SignedInRequest
  /** The path to open afterwards; undefined for the account page. */
  readonly next: string | undefined
  readonly count: number
  readonly name: string
}

/** Offers to create a passkey: from the account page, and after a sign-in by link. */
function NewPasskeyPage({ request, next, count, name }: NewPasskeyPageProps) {
  const isFull = count >= MAX_PASSKEYS
  const leave = (
    <ButtonLink href={next ?? '/account'}>{t(next === undefined ? 'common.cancel' : 'passkeys.new.later')}</ButtonLink>
  )
  return (
    <section class="card">
      <h1>{t('passkeys.new.title')}</h1>
      <p>{t('passkeys.new.intro', { user: request.signedIn.user.handle })}</p>
      {count > 0 && <p>{rich('passkeys.new.existing', { count, link: text => <a href="/account">{text}</a> })}</p>}
      {isFull ? (
        <>
          <p>{t('passkeys.errors.full.message', { max: MAX_PASSKEYS })}</p>
          <div class="actions">{leave}</div>
        </>
      ) : (
        <PasskeyForm action={PASSKEYS_PATH} submit={t('passkeys.new.submit')} next={next} other={leave} isPrimary>
          <Field
            name="name"
            label={t('passkeys.new.name')}
            hint={t('passkeys.new.name_hint')}
            value={name}
            maxlength={MAX_LINE_UNITS}
          />
        </PasskeyForm>
      )}
      {next !== undefined && <p class="hint">{t('passkeys.new.later_hint')}</p>}
    </section>
  )
}
