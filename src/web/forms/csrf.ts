import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../auth/secrets.ts'
import type { PageRequest } from '../requests/page-request.ts'

export const CSRF_FIELD = 'csrf'

/** Prefix of CSRF tokens that were created for a signed-in user. */
const SIGNED_IN_PREFIX = 'in.'

/** Creates the CSRF token of a form: valid for this browser, session and path only. */
export function csrfToken({ browser, signedIn }: Pick<PageRequest, 'browser' | 'signedIn'>, action: string): string {
  const session = signedIn?.session.id ?? ''
  const token = createHmac('sha256', browser)
    .update(`${session} ${stripQuery(action)}`)
    .digest('base64url')
  return signedIn === undefined ? token : `${SIGNED_IN_PREFIX}${token}`
}

/** Returns whether a form claims that its user was signed in when it was loaded. Unproven: use it only to choose the message. */
export const wasSignedInWhenLoaded = ({ form }: Pick<PageRequest, 'form'>): boolean =>
  form.get(CSRF_FIELD)?.startsWith(SIGNED_IN_PREFIX) === true

/** Returns whether a form submitted to `path` has the CSRF token that was created for it. */
export function hasValidCsrfToken(request: Pick<PageRequest, 'browser' | 'signedIn' | 'form'>, path: string): boolean {
  const sent = request.form.getAll(CSRF_FIELD)
  return sent.length === 1 && constantTimeEqual(sent[0] ?? '', csrfToken(request, path))
}

const stripQuery = (action: string): string => action.split('?', 1)[0] ?? action
