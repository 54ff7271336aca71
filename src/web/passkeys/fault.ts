import type { PasskeyFault } from '../../auth/passkeys/passkey-fault.ts'
import { t } from '../i18n/t.ts'
import { type NextLink, sendErrorPage } from '../layout/error-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'

export const MALFORMED_ANSWER: PasskeyFault = { why: 'unverified', detail: 'the answer is malformed' }

const STATUS: Readonly<Record<PasskeyFault['why'], number>> = {
  unknown_challenge: 400,
  other_browser: 400,
  expired: 400,
  other_session: 400,
  unverified: 400,
  unknown_passkey: 403,
  other_user: 403,
  cloned: 403,
  suspended: 403,
  not_allowed: 403,
}

/** Sends the page of a refused passkey. The log has the details. */
export function sendPasskeyFault(request: PageRequest, fault: PasskeyFault, nextLink: NextLink): void {
  const { services, requestId } = request
  services.log.warn({ request_id: requestId, ...fault }, 'a passkey was refused')
  const status = STATUS[fault.why]
  sendErrorPage(request, { status, ...describeFault(fault), isStep: true, nextLink })
}

function describeFault({ why }: PasskeyFault): { readonly message: string; readonly fix: string } {
  switch (why) {
    case 'unknown_challenge':
    case 'other_browser':
    case 'expired':
    case 'other_session':
      return { message: t('passkeys.faults.used.message'), fix: t('passkeys.faults.used.fix') }
    case 'unverified':
    case 'unknown_passkey':
    case 'other_user':
    case 'cloned':
    case 'suspended':
    case 'not_allowed':
      return { message: t(`passkeys.faults.${why}.message`), fix: t(`passkeys.faults.${why}.fix`) }
  }
}
