import { sendPage } from '../page.tsx'
import { Api } from '../pages/api.tsx'
import { forSignedIn } from '../require-session.ts'
import type { Route } from '../visit.ts'

/** The API section of a person: addresses, and the ways in. */
export const apiRoute: Route = {
  path: '/account/api',
  get: forSignedIn(async visit => sendPage(visit, { title: 'API', body: <Api baseUrl={visit.services.baseUrl} /> })),
}
