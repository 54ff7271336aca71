import type { SignInLinkFault } from '../../auth/sign-in/sign-in-links.ts'
import type { ErrorCode } from '../../errors.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface ConfirmSignInLinkPageProps {
  readonly request: PageRequest
  /** The username that the link signs in. */
  readonly handle: string
  readonly action: string
}

/** Asks before using a sign-in link that another user created, or that would end another user's session. */
export function ConfirmSignInLinkPage({ request, handle, action }: ConfirmSignInLinkPageProps) {
  const other = request.signedIn?.user.handle
  return (
    <section class="card">
      <h1>{t('sign_in.link.confirm', { user: handle })}</h1>
      {other !== undefined && other !== handle ? (
        <p>{rich('sign_in.link.replaces', { other: <strong>{other}</strong>, name: other })}</p>
      ) : (
        <p>{rich('sign_in.link.signs_in', { user: <strong>{handle}</strong> })}</p>
      )}
      <Form request={request} action={action} class="actions">
        <button type="submit" class="button primary">
          {t('sign_in.link.confirm_page', { user: handle })}
        </button>
        <a class="button" href="/">
          {t('common.cancel')}
        </a>
      </Form>
    </section>
  )
}

/** The responses to a sign-in link that does not work. */
export const SIGN_IN_LINK_FAULTS = {
  malformed: { status: 400, code: 'invalid_input' },
  gone: { status: 410, code: 'gone' },
  expired: { status: 410, code: 'gone' },
  suspended: { status: 403, code: 'forbidden' },
} as const satisfies Record<SignInLinkFault, { status: number; code: ErrorCode }>

/** Describes the fault of a sign-in link, and how to get a new one. */
export function SignInLinkFaultPage({
  request,
  fault,
}: {
  readonly request: PageRequest
  readonly fault: SignInLinkFault
}) {
  return (
    <section class="card">
      <h1>{t(`sign_in.link.${fault}.title`)}</h1>
      <p>{t(`sign_in.link.${fault}.message`)}</p>
      {fault !== 'suspended' && (
        <p>
          {rich(fault === 'malformed' ? 'sign_in.link.copy_or_new' : 'sign_in.link.new', {
            command: <code>{getCommandLine(request)('login-link')}</code>,
          })}
        </p>
      )}
      <ErrorDetails />
    </section>
  )
}
