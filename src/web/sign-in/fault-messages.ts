import type { SignInFault } from '../../auth/identity/sign-in-fault.ts'
import type { NextLink } from '../layout/error-page.tsx'

interface SignInFaultMessage {
  readonly status: number
  readonly message: string
  readonly fix: string
  readonly nextLink?: NextLink
}

const TRY_AGAIN = 'Start again on the sign-in page.'
const SIGN_IN_LINK: NextLink = { href: '/login', text: 'Sign in' }

/** What a person is told when signing in through a provider did not work; the log knows more. */
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
        message: `This answer of ${provider} belongs to no sign-in of this browser: it was used, is older than ten minutes, or was begun elsewhere.`,
        fix: `${TRY_AGAIN} Cookies have to be on.`,
        nextLink: SIGN_IN_LINK,
      }
    case 'denied':
      return {
        status: 400,
        message: `You were not signed in: ${provider} says that you refused.`,
        fix: TRY_AGAIN,
        nextLink: SIGN_IN_LINK,
      }
    case 'code_refused':
      return {
        status: 400,
        message: `${provider} did not accept its own answer any more.`,
        fix: TRY_AGAIN,
        nextLink: SIGN_IN_LINK,
      }
    case 'untrusted':
      return {
        status: 400,
        message: `What ${provider} answered does not prove who you are.`,
        fix: `${TRY_AGAIN} If it happens again, tell the operator of this server the request below.`,
        nextLink: SIGN_IN_LINK,
      }
    case 'upstream':
      return {
        status: 502,
        message: `${provider} could not be asked who you are.`,
        fix: 'Try again in a minute. If it happens again, tell the operator of this server the request below.',
      }
    case 'not_allowed':
      return {
        status: 403,
        message: `${who} may not sign in here.`,
        fix: 'Ask the operator of this server: DRAGOMAN_ALLOWED says who may sign in.',
      }
    case 'not_invited':
      return {
        status: 403,
        message: `${who} is new here, and new people come by invitation.`,
        fix: 'Do you have an invitation link? Open it in this browser and sign in from its page, within an hour. It lets one new person in, once and until it expires: if it does not, ask for another. Or ask an operator of this server for a sign-in link. Signed in by it, you can add this account yourself.',
      }
    case 'suspended':
      return {
        status: 403,
        message: `${who} signs in a person whom the operator of this server suspended.`,
        fix: 'Ask the operator of this server why, and for how long.',
      }
    case 'of_someone_else':
      return {
        status: 409,
        message: `${who} already signs in another person here, so it was not added to you.`,
        fix: `Sign in with ${provider} to be that person, or remove it there first.`,
      }
    case 'signed_out':
      return {
        status: 400,
        message: `${who} was not added: you are not signed in any more as the person who asked for it.`,
        fix: 'Sign in, and add it again.',
        nextLink: SIGN_IN_LINK,
      }
  }
}
