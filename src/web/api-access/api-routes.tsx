import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { Route } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { ApiPage } from './api-page.tsx'

/** The overview of a user's API section. */
export const apiRoute: Route = {
  path: '/account/api',
  get: withSession(async request =>
    sendPage(request, { title: t('api_access.page'), body: <ApiPage baseUrl={request.services.baseUrl} /> }),
  ),
}
