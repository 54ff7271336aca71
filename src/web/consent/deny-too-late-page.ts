import { t } from '../i18n/t.ts'
import { sendErrorPage } from '../layout/error-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'

/** Responds to Deny after an Allow that the app has used, so that the page doesn't suggest that nothing was allowed. */
export const sendDenyTooLatePage = (
  request: PageRequest,
  grantId: string,
  { isStep }: { readonly isStep: boolean },
): void =>
  sendErrorPage(request, {
    status: 400,
    code: 'conflict',
    title: t('consent.too_late.title'),
    message: t('consent.too_late.message'),
    fix: t('consent.too_late.fix'),
    isStep,
    nextLink: { href: `/account/apps/${grantId}`, text: t('consent.too_late.open') },
  })
