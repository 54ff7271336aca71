import { z } from 'zod'
import { AccountView } from '../../tools/accounts/view.ts'
import { getContext } from '../../tools/context/get-context.ts'
import { listMyInvitations } from '../../tools/invitations/list-my-invitations.ts'
import { InvitationView } from '../../tools/invitations/view.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { Route } from '../requests/visit.ts'
import { HomePage, WelcomePage } from './home-page.tsx'
import { listProjectProgress } from './project-progress.ts'
import { listExpiringTokens } from './waiting.ts'

const HomeContext = z.object({
  accounts: z.array(AccountView).default([]),
  more_accounts: z.number().default(0),
  quota: z.array(z.string()).default([]),
})

/** Maximum invitations in the notice. */
const MAX_INVITATIONS = 5

/** The home page; programs get JSON at the same address (http/app.ts). */
export const homeRoute: Route = {
  path: '/',
  get: async visit => {
    const { signedIn, services } = visit
    const { baseUrl } = services
    visit.response.setHeader('vary', 'accept')
    if (signedIn === undefined) {
      sendPage(visit, { title: t('home.title'), body: <WelcomePage baseUrl={baseUrl} /> })
      return
    }
    const context = await callTool(visit, signedIn, { tool: getContext, input: {}, shape: HomeContext })
    const { projects, hasMore } = await listProjectProgress(visit, signedIn)
    const tokens = await listExpiringTokens(visit, signedIn)
    const { invitations } = await callTool(visit, signedIn, {
      tool: listMyInvitations,
      input: { limit: MAX_INVITATIONS },
      shape: z.object({ invitations: z.array(InvitationView) }),
    })
    const { accounts, more_accounts: moreAccounts, quota } = context
    const { user } = signedIn
    const props = {
      baseUrl,
      user,
      accounts,
      moreAccounts,
      projects,
      hasMore,
      invitations,
      quota,
      tokens,
      now: services.now(),
    }
    sendPage(visit, { title: t('home.title'), body: <HomePage {...props} /> })
  },
}
