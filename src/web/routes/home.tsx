import { z } from 'zod'
import { getContext } from '../../tools/context/get-context.ts'
import { AccountView } from '../../tools/people/account-shape.ts'
import { callTool } from '../call-tool.ts'
import { sendPage } from '../page.tsx'
import { Home, Welcome } from '../pages/home.tsx'
import type { Route } from '../visit.ts'

const Shown = z.object({
  accounts: z.array(AccountView).default([]),
  projects: z.array(z.object({ project: z.string(), status: z.string() })).default([]),
  more_projects: z.boolean().default(false),
})

/** The start page; programs get JSON at the same address (http/app.ts). */
export const homeRoute: Route = {
  path: '/',
  get: async visit => {
    const { signedIn, services } = visit
    const { baseUrl } = services
    visit.response.setHeader('vary', 'accept')
    if (signedIn === undefined) {
      sendPage(visit, { title: 'Start', body: <Welcome baseUrl={baseUrl} /> })
      return
    }
    const shown = await callTool(visit, signedIn, { tool: getContext, input: {}, shape: Shown })
    const { accounts, projects, more_projects: hasMore } = shown
    const { name } = signedIn.user
    sendPage(visit, { title: 'Start', body: <Home {...{ baseUrl, name, accounts, projects, hasMore }} /> })
  },
}
