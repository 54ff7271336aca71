import type { SignInFault } from '../../auth/sign-in/sign-in-fault.ts'
import { t } from '../i18n/t.ts'
import type { NextLink } from '../layout/error-page.tsx'
import type { PageCode } from '../layout/page-code.ts'

interface SignInFaultMessage {
  readonly status: number
  /** Default: by the status. */
  readonly code?: PageCode
  readonly message: string
  readonly fix: string
  readonly nextLink?: NextLink
}

/** Describes a failed sign-in through a provider to the user. The log has the details. */
export function describeSignInFault(
  fault: SignInFault,
  provider: string,
  login: string | undefined,
): SignInFaultMessage {
  const values = { provider, login: login ?? '' }
  const messageName = login === undefined ? 'message_unknown' : 'message'
  const again = { status: 400, nextLink: { href: '/login', text: t('common.sign_in') } }
  switch (fault.why) {
    case 'no_state':
    case 'unknown_state':
    case 'other_browser':
    case 'other_provider':
    case 'expired':
      return { ...again, message: t('sign_in.faults.used.message', values), fix: t('sign_in.faults.used.fix') }
    case 'denied':
    case 'code_refused':
      return { ...again, message: t(`sign_in.faults.${fault.why}`, values), fix: t('sign_in.faults.start_again') }
    case 'untrusted':
    case 'upstream': {
      const message = t(`sign_in.faults.${fault.why}.message`, values)
      const fix = t(`sign_in.faults.${fault.why}.fix`)
      return fault.why === 'untrusted' ? { ...again, message, fix } : { status: 502, message, fix }
    }
    case 'not_allowed':
    case 'not_invited':
    case 'suspended':
    case 'of_someone_else':
    case 'signed_out': {
      const message = t(`sign_in.faults.${fault.why}.${messageName}`, values)
      const fix = t(`sign_in.faults.${fault.why}.fix`, values)
      if (fault.why === 'signed_out') return { ...again, code: 'signed_out', message, fix }
      return { status: fault.why === 'of_someone_else' ? 409 : 403, message, fix }
    }
  }
}
