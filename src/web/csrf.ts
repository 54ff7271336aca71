import { createHmac } from 'node:crypto'
import { isSame } from '../auth/secrets.ts'
import type { Visit } from './visit.ts'

export const CSRF_FIELD = 'csrf'

/** What the token of a form begins with that was made for somebody who was signed in. */
const FOR_PERSON = 'in.'

/** The token of a form: good for this browser, this session and this address alone. */
export function csrfToken({ browser, signedIn }: Pick<Visit, 'browser' | 'signedIn'>, action: string): string {
  const session = signedIn?.session.id ?? ''
  const token = createHmac('sha256', browser)
    .update(`${session} ${pathOf(action)}`)
    .digest('base64url')
  return signedIn === undefined ? token : `${FOR_PERSON}${token}`
}

/** Whether a form says that its person was signed in when they loaded it. Nothing proves that once they are not: it is good for words alone. */
export const wasForPerson = ({ form }: Pick<Visit, 'form'>): boolean =>
  form.get(CSRF_FIELD)?.startsWith(FOR_PERSON) === true

/** Whether a form that was sent to `path` holds the token that was made for it. */
export function isOwnForm(visit: Pick<Visit, 'browser' | 'signedIn' | 'form'>, path: string): boolean {
  const sent = visit.form.getAll(CSRF_FIELD)
  return sent.length === 1 && isSame(sent[0] ?? '', csrfToken(visit, path))
}

const pathOf = (action: string): string => action.split('?', 1)[0] ?? action
