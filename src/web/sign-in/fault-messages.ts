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

const signInLink = (): NextLink => ({ href: '/login', text: t('common.sign_in') })

/** Describes a failed sign-in through a provider to the user. The log has the details. */
export function describeSignInFault(
  fault: SignInFault,
  provider: string,
  login: string | undefined,
): SignInFaultMessage {
  const values = { provider, login: login ?? '' }
  const messageName = login === undefined ? 'message_unknown' : 'message'
  switch (fault.why) {
    case 'no_state':
    case 'unknown_state':
    case 'other_browser':
    case 'other_provider':
    case 'expired':
      return {
        status: 400,
        message: t('sign_in.faults.used.message', values),
        fix: t('sign_in.faults.used.fix'),
        nextLink: signInLink(),
      }
    case 'denied':
    case 'code_refused':
      return {
        status: 400,
        message: t(`sign_in.faults.${fault.why}`, values),
        fix: t('sign_in.faults.start_again'),
        nextLink: signInLink(),
      }
    case 'untrusted':
      return {
        status: 400,
        message: t('sign_in.faults.untrusted.message', values),
        fix: t('sign_in.faults.untrusted.fix'),
        nextLink: signInLink(),
      }
    case 'upstream':
      return {
        status: 502,
        message: t('sign_in.faults.upstream.message', values),
        fix: t('sign_in.faults.upstream.fix'),
      }
    case 'not_allowed':
    case 'not_invited':
    case 'suspended':
      return {
        status: 403,
        message: t(`sign_in.faults.${fault.why}.${messageName}`, values),
        fix: t(`sign_in.faults.${fault.why}.fix`),
      }
    case 'of_someone_else':
      return {
        status: 409,
        message: t(`sign_in.faults.of_someone_else.${messageName}`, values),
        fix: t('sign_in.faults.of_someone_else.fix', values),
      }
    case 'signed_out':
      return {
        status: 400,
        code: 'signed_out',
        message: t(`sign_in.faults.signed_out.${messageName}`, values),
        fix: t('sign_in.faults.signed_out.fix'),
        nextLink: signInLink(),
      }
  }
}
