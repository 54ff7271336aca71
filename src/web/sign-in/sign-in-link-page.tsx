import type { SignInLinkFault } from '../../auth/sign-in/sign-in-links.ts'
import type { ErrorCode } from '../../errors.ts'
import { ErrorDetails } from '../components/error-details.tsx'
import { getCommandLine } from '../format/command-line.ts'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'

interface ConfirmSignInLinkPageProps {
  readonly visit: Visit
  /** The username that the link signs in. */
  readonly handle: string
  readonly action: string
}

/** Asks before using a sign-in link that another user created, or that would end another user's session. */
export function ConfirmSignInLinkPage({ visit, handle, action }: ConfirmSignInLinkPageProps) {
  const other = visit.signedIn?.user.handle
  return (
    <section class="card">
      <h1>Sign in as {handle}?</h1>
      {other !== undefined && other !== handle ? (
        <p>
          This browser is signed in as <strong>{other}</strong>. If you continue, {other} is signed out here.
        </p>
      ) : (
        <p>
          This link signs this browser in as <strong>{handle}</strong>. Continue only if you asked for it, or if the
          operator of this server sent it to you.
        </p>
      )}
      <Form visit={visit} action={action} class="actions">
        <button type="submit" class="button primary">
          Sign in as {handle}
        </button>
        <a class="button" href="/">
          Cancel
        </a>
      </Form>
    </section>
  )
}

/** The texts for a sign-in link that does not work. */
export const SIGN_IN_LINK_FAULTS = {
  malformed: {
    status: 400,
    code: 'invalid_input',
    title: 'This is not a sign-in link',
    message: 'A part of the address is missing or wrong. Copy the whole link.',
  },
  gone: {
    status: 410,
    code: 'gone',
    title: 'This link was already used',
    message: 'A sign-in link works once. If you did not use it, tell the operator of this server.',
  },
  expired: {
    status: 410,
    code: 'gone',
    title: 'This link has expired',
    message: 'A sign-in link expires after 15 minutes.',
  },
  suspended: {
    status: 403,
    code: 'forbidden',
    title: 'This user is suspended',
    message: 'The operator of this server suspended the user of this link. Ask them about it.',
  },
} as const satisfies Record<SignInLinkFault, { status: number; code: ErrorCode; title: string; message: string }>

/** Describes the fault of a sign-in link, and how to get a new one. */
export function SignInLinkFaultPage({ visit, fault }: { readonly visit: Visit; readonly fault: SignInLinkFault }) {
  const { title, message } = SIGN_IN_LINK_FAULTS[fault]
  return (
    <section class="card">
      <h1>{title}</h1>
      <p>{message}</p>
      {fault !== 'suspended' && (
        <p>
          To get a new one, run <code>{getCommandLine(visit)('login-link')}</code> on the server, or ask an operator.
        </p>
      )}
      <ErrorDetails />
    </section>
  )
}
