import { sendErrorPage } from '../layout/error-page.tsx'
import type { Visit } from '../requests/visit.ts'

/** Answers a no after a yes that an app has used: it must not look as if nothing was allowed. */
export const sendDenyTooLatePage = (visit: Visit, grantId: string, { isStep }: { readonly isStep: boolean }): void =>
  sendErrorPage(visit, {
    status: 400,
    message: 'Deny came too late: you had chosen Allow, and the app is connected.',
    fix: 'If you do not want that, revoke it on its page.',
    isStep,
    nextLink: { href: `/account/apps/${grantId}`, text: 'Look at the app' },
  })
