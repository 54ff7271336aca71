import type { LoginLinkFault } from '../../auth/users/login-links.ts'
import { getCommandLine } from '../format/command-line.ts'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'

interface ConfirmLoginLinkPageProps {
  readonly visit: Visit
  /** Whom the link signs in. */
  readonly handle: string
  readonly action: string
}

/** Asks before a link that somebody else made, or that would end another person's session, signs in. */
export function ConfirmLoginLinkPage({ visit, handle, action }: ConfirmLoginLinkPageProps) {
  const other = visit.signedIn?.user.handle
  return (
    <section class="card">
      <h1>Sign in as {handle}?</h1>
      {other !== undefined && other !== handle ? (
        <p>
          This browser is signed in as <strong>{other}</strong>. If you go on, {other} is signed out here.
        </p>
      ) : (
        <p>
          This link signs this browser in as <strong>{handle}</strong>. Go on only if you asked for it, or if the person
          who runs this service sent it to you.
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

/** What a page says about a link that signs nobody in. */
export const LOGIN_LINK_FAULTS = {
  malformed: {
    status: 400,
    title: 'This is not a sign-in link',
    message: 'A part of the address is missing or was changed on the way.',
  },
  gone: {
    status: 410,
    title: 'This link was used already',
    message: 'A sign-in link works once. If it was not you who used it, tell the person who runs this service.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    message: 'A sign-in link works for 15 minutes.',
  },
  suspended: {
    status: 403,
    title: 'This person is suspended',
    message: 'The person who runs this service keeps whom this link is for out of it. Ask them why, and for how long.',
  },
} as const satisfies Record<LoginLinkFault, { status: number; title: string; message: string }>

/** Says which fault a link has, and how to get a new one. */
export function LoginLinkFaultPage({ visit, fault }: { readonly visit: Visit; readonly fault: LoginLinkFault }) {
  const { title, message } = LOGIN_LINK_FAULTS[fault]
  return (
    <section class="card">
      <h1>{title}</h1>
      <p>{message}</p>
      {fault !== 'suspended' && (
        <p>
          To get a new one, run <code>{getCommandLine(visit)('login-link')}</code> on the server, or ask an operator.
        </p>
      )}
      <p class="hint">
        Request <code>{visit.requestId}</code>
      </p>
    </section>
  )
}
