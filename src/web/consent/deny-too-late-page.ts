import { sendErrorPage } from '../layout/error-page.tsx'
import type { Visit } from '../requests/visit.ts'

/** Responds to Deny after an Allow that the app has used, so that the page doesn't suggest that nothing was allowed. */
export const sendDenyTooLatePage = (visit: Visit, grantId: string, { isStep }: { readonly isStep: boolean }): void =>
  sendErrorPage(visit, {
    status: 400,
    code: 'conflict',
    title: 'Deny came too late',
    message: 'You chose Allow before, and the app is already connected.',
    fix: 'To end its access, revoke it on its page.',
    isStep,
    nextLink: { href: `/account/apps/${grantId}`, text: 'Open the app' },
  })
