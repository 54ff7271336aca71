import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../auth/secrets.ts'
import type { Visit } from '../requests/visit.ts'

export const CSRF_FIELD = 'csrf'

/** What the token of a form begins with that was made for somebody who was signed in. */
const SIGNED_IN_PREFIX = 'in.'

/** The token of a form: good for this browser, this session and this address alone. */
export function csrfToken({ browser, signedIn }: Pick<Visit, 'browser' | 'signedIn'>, action: string): string {
  const session = signedIn?.session.id ?? ''
  const token = createHmac('sha256', browser)
    .update(`${session} ${stripQuery(action)}`)
    .digest('base64url')
  return signedIn === undefined ? token : `${SIGNED_IN_PREFIX}${token}`
}

/** Whether a form says that its person was signed in when they loaded it. Nothing proves that once they are not: it is good for words alone. */
export const wasSignedInWhenLoaded = ({ form }: Pick<Visit, 'form'>): boolean =>
  form.get(CSRF_FIELD)?.startsWith(SIGNED_IN_PREFIX) === true

/** Whether a form that was sent to `path` holds the token that was made for it. */
export function hasValidCsrfToken(visit: Pick<Visit, 'browser' | 'signedIn' | 'form'>, path: string): boolean {
  const sent = visit.form.getAll(CSRF_FIELD)
  return sent.length === 1 && constantTimeEqual(sent[0] ?? '', csrfToken(visit, path))
}

const stripQuery = (action: string): string => action.split('?', 1)[0] ?? action
