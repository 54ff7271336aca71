import type { SignInFault } from '../../auth/sign-in/sign-in-fault.ts'
import type { NextLink } from '../layout/error-page.tsx'

interface SignInFaultMessage {
  readonly status: number
  readonly message: string
  readonly fix: string
  readonly nextLink?: NextLink
}

const TRY_AGAIN = 'Start again on the sign-in page.'
const SIGN_IN_LINK: NextLink = { href: '/login', text: 'Sign in' }

/** Describes a failed sign-in through a provider to the user. The log has the details. */
export function describeSignInFault(
  fault: SignInFault,
  provider: string,
  login: string | undefined,
): SignInFaultMessage {
  const who = login === undefined ? `Your account at ${provider}` : `${login} at ${provider}`
  switch (fault.why) {
    case 'no_state':
    case 'unknown_state':
    case 'other_browser':
    case 'other_provider':
    case 'expired':
      return {
        status: 400,
        message: `This sign-in with ${provider} was already used, expired after 10 minutes, or was started in another browser.`,
        fix: `${TRY_AGAIN} Allow cookies for this site.`,
        nextLink: SIGN_IN_LINK,
      }
    case 'denied':
      return {
        status: 400,
        message: `You were not signed in, because you denied access at ${provider}.`,
        fix: TRY_AGAIN,
        nextLink: SIGN_IN_LINK,
      }
    case 'code_refused':
      return {
        status: 400,
        message: `${provider} rejected the sign-in. It may have expired.`,
        fix: TRY_AGAIN,
        nextLink: SIGN_IN_LINK,
      }
    case 'untrusted':
      return {
        status: 400,
        message: `The answer of ${provider} could not be verified.`,
        fix: `${TRY_AGAIN} If it happens again, send the request ID below to the operator of this server.`,
        nextLink: SIGN_IN_LINK,
      }
    case 'upstream':
      return {
        status: 502,
        message: `${provider} could not be reached.`,
        fix: 'Try again in a minute. If it happens again, send the request ID below to the operator of this server.',
      }
    case 'not_allowed':
      return {
        status: 403,
        message: `${who} is not allowed to sign in.`,
        fix: 'Ask the operator of this server to add you to DRAGOMAN_ALLOWED.',
      }
    case 'not_invited':
      return {
        status: 403,
        message: `${who} is new here. New users need an invitation.`,
        fix: 'If you have an invitation link, open it in this browser and sign in from its page within an hour. If the link was used or has expired, ask for a new one. Or ask an operator of this server for a sign-in link, sign in and add this account yourself.',
      }
    case 'suspended':
      return {
        status: 403,
        message: `${who} belongs to a suspended user.`,
        fix: 'Ask the operator of this server.',
      }
    case 'of_someone_else':
      return {
        status: 409,
        message: `${who} belongs to another user here. It was not added to your account.`,
        fix: `Sign in with ${provider} as that user, or remove it there first.`,
      }
    case 'signed_out':
      return {
        status: 400,
        message: `${who} was not added, because you were signed out.`,
        fix: 'Sign in and add it again.',
        nextLink: SIGN_IN_LINK,
      }
  }
}
