import { sendPage } from '../page.tsx'
import { ApiPage } from '../pages/api.tsx'
import { withSession } from '../require-session.ts'
import type { Route } from '../visit.ts'

/** The API section of a person: addresses, and the ways in. */
export const apiRoute: Route = {
  path: '/account/api',
  get: withSession(async visit =>
    sendPage(visit, { title: 'API', body: <ApiPage baseUrl={visit.services.baseUrl} /> }),
  ),
}
