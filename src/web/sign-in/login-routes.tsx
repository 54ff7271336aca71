import { findInteraction } from '../../auth/oauth/authorize/interactions.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { redirectToBaseUrl } from '../requests/base-url.ts'
import { localPath } from '../requests/local-path.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { ACTION_PARAM } from '../sessions/reauthentication.ts'
import { LoginPage } from './login-page.tsx'
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
      body: <LoginPage {...{ request, next, client, isAgain, isForAction: query.has(ACTION_PARAM), hasPasskey }} />,
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
