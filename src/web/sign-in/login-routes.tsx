import { findInteraction } from '../../auth/oauth/authorize/interactions.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { rich, t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { PasskeySignIn } from '../passkeys/passkey-form.tsx'
import { redirectToBaseUrl } from '../requests/base-url.ts'
import { localPath } from '../requests/local-path.ts'
import { type PageRequest, type Route, redirect, useRequest } from '../requests/page-request.ts'
import { ACTION_PARAM } from '../sessions/reauthentication.ts'
import { SAVED_CHOICE_PARAM } from '../sessions/saved-choice.ts'
import { describeRequestedData, ProviderForm } from './provider-form.tsx'
import { saveReturnPath } from './return-path.ts'

/** The sign-in page. `next` is the path to open afterwards. `again=1` requires a new sign-in even of a signed-in user. */
export const loginRoute: Route = {
  path: '/login',
  isStep: true,
  get: async request => {
    if (redirectToBaseUrl(request)) return
    const { query, signedIn } = request
    const next = localPath(query.get('next'))
    const isAgain = query.get('again') === '1' && signedIn !== undefined
    if (signedIn !== undefined && !isAgain) {
      saveReturnPath(request, undefined)
      return redirect(request, next ?? '/')
    }
    saveReturnPath(request, next)
    const client = await findWaitingClient(request, next)
    const hasPasskey = isAgain && (await request.services.store.read.passkeys.count('user', signedIn.user.id)) > 0
    sendPage(request, {
      title: t('sign_in.title'),
      body: <LoginPage {...{ next, client, isAgain, isForAction: query.has(ACTION_PARAM), hasPasskey }} />,
      isStep: true,
    })
  },
}

/** The name of the app whose consent page follows the sign-in; undefined if another page follows. */
async function findWaitingClient(
  { services, browser }: PageRequest,
  next: string | undefined,
): Promise<string | undefined> {
  const { store, now } = services
  const [, id] = /^\/oauth\/consent\/([^/?]+)/.exec(next ?? '') ?? []
  const interaction = id === undefined ? undefined : await findInteraction(store.read, id, browser, now())
  if (interaction === undefined || interaction.answered !== undefined) return undefined
  const client = await store.read.clients.get(interaction.client_id)
  return (client?.name ?? t('sign_in.next.unknown_app')).slice(0, 80)
}

interface LoginPageProps {
  readonly next: string | undefined
  /** The app that waits for consent, by its self-declared name. */
  readonly client: string | undefined
  readonly isAgain: boolean
  readonly isForAction: boolean
  readonly hasPasskey: boolean
}

/** Signs in with a passkey, a provider or a link: there are no passwords. */
function LoginPage({ next, client, isAgain, isForAction, hasPasskey }: LoginPageProps) {
  const request = useRequest()
  const { auth, baseUrl } = request.services
  const { providers } = auth
  const isAction = isForAction || isSignInStep(next)
  const canConfirm = isAgain && hasPasskey
  return (
    <>
      <div class="intro">
        <h1>{isAgain ? t('sign_in.again') : t('sign_in.title')}</h1>
        <p>
          {isAgain && request.signedIn !== undefined
            ? t('sign_in.signed_in_as', { user: request.signedIn.user.handle })
            : t('sign_in.to', { host: new URL(baseUrl).host })}
        </p>
      </div>
      {isAgain && isAction && (
        <Notice kind="info" title={t('sign_in.confirm.title')}>
          <p>{t('sign_in.confirm.advice')}</p>
        </Notice>
      )}
      {client !== undefined && (
        <Notice kind="info" title={t('sign_in.next.title')}>
          <span>{rich('sign_in.next.advice', { app: <strong>{client}</strong> })}</span>
        </Notice>
      )}
      <section class="card" aria-label={t(providers.length > 0 ? 'sign_in.providers.label' : 'passkeys.title')}>
        {canConfirm && <PasskeySignIn next={next} isConfirmation />}
        {!(canConfirm && isAction) && <PasskeySignIn next={next} />}
        {providers.map(provider => (
          <ProviderForm key={provider.kind} provider={provider} next={next} />
        ))}
        {providers.length > 0 && <p class="hint">{describeRequestedData(auth, 'reads')}</p>}
      </section>
      <section class="card">
        <h2>{t('sign_in.link.title')}</h2>
        <p>{providers.length > 0 ? t('sign_in.link.once') : t('sign_in.link.get')}</p>
        <CopyBlock label={t('sign_in.link.terminal')} text={getCommandLine(request)('login-link')} />
        <p class="hint">{t('sign_in.link.advice')}</p>
      </section>
    </>
  )
}

/** Returns whether the next page restores the user's selection. */
const isSignInStep = (next: string | undefined): boolean =>
  next !== undefined && new URL(next, 'http://here.invalid').searchParams.has(SAVED_CHOICE_PARAM)
