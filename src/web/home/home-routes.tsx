import { z } from 'zod'
import { AccountView } from '../../tools/accounts/read-accounts.ts'
import { getContext } from '../../tools/context/get-context.ts'
import { listMyInvitations } from '../../tools/invitations/list-invitations.ts'
import { InvitationView } from '../../tools/invitations/view.ts'
import { Paging } from '../components/data-table.tsx'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, isSignedIn, type Route, useRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { HomePage, WelcomePage } from './home-page.tsx'
import { listProjectProgress } from './project-progress.ts'
import { listExpiringTokens, surveyWaiting, type WaitingSurvey } from './waiting.ts'
import { WAITING_PATH, WaitingLine } from './waiting-card.tsx'

const HomeContext = z.object({
  accounts: z.array(AccountView).default([]),
  more_accounts: z.number().default(0),
  quota: z.array(z.string()).default([]),
})

/** Maximum invitations in the notice. */
const MAX_INVITATIONS = 5

/** Projects whose waiting work the home page counts: the most of one account. */
const MAX_COUNTED = 200
/** Projects of a page that lists all of them in which something waits. */
const MAX_LISTED = 100

/** The home page; programs get JSON at the same address (http/app.ts). */
const homeRoute: Route = {
  path: '/',
  get: async request => {
    const { services } = request
    const { baseUrl } = services
    request.response.setHeader('vary', 'accept')
    if (!isSignedIn(request)) {
      sendPage(request, { title: t('home.title'), body: <WelcomePage baseUrl={baseUrl} /> })
      return
    }
    const context = await callTool(request, { tool: getContext, input: {}, shape: HomeContext })
    const progress = await listProjectProgress(request)
    const survey = await surveyWaiting(request, { limit: MAX_COUNTED })
    const tokens = await listExpiringTokens(request)
    const { invitations } = await callTool(request, {
      tool: listMyInvitations,
      input: { limit: MAX_INVITATIONS },
      shape: z.object({ invitations: z.array(InvitationView) }),
    })
    const props = { user: request.signedIn.user, ...context, ...progress, survey, invitations, tokens }
    sendPage(request, { title: t('home.title'), body: <HomePage {...props} /> })
  },
}

/** Everything that waits for the user, by project. */
const waitingRoute: Route = {
  path: WAITING_PATH,
  get: withSession(async request => {
    const cursor = request.query.get('cursor') ?? undefined
    const survey = await surveyWaiting(request, { limit: MAX_LISTED, cursor })
    sendPage(request, { title: t('home_waiting.title'), body: <WaitingPage survey={survey} /> })
  }),
}

export const HOME_ROUTES: readonly Route[] = [homeRoute, waitingRoute]

/** What waits in some projects of the user, and the way to the next ones. */
function WaitingPage({ survey: { waiting, counted, next } }: { readonly survey: WaitingSurvey }) {
  return (
    <>
      <div class="intro">
        <h1>{t('home_waiting.title')}</h1>
        {(next !== undefined || useRequest().query.has('cursor')) && (
          <p>{t('home_waiting.part', { count: counted })}</p>
        )}
      </div>
      <section class="card">
        {waiting.length === 0 ? (
          <p class="hint">{t('home_waiting.none')}</p>
        ) : (
          <ul class="waiting">
            {waiting.map(one => (
              <WaitingLine key={one.project} {...one} />
            ))}
          </ul>
        )}
        <Paging noun="projects" next={next} />
      </section>
    </>
  )
}
