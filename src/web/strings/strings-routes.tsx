import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { loadProject } from '../layout/load-project.ts'
import { sendPage } from '../layout/send-page.tsx'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { act } from './act.ts'
import { findAction, OUTCOMES, type Outcome } from './actions.ts'
import { KeptTextPage } from './kept-text-page.tsx'
import { readString } from './read-string.ts'
import type { ActionFailure } from './refusals.ts'
import { shortenKey, stringPath } from './string-frame.tsx'
import { StringPage } from './string-page.tsx'

/** A form with the longest text, percent-encoded. */
const MAX_FORM_BYTES = 1024 * 1024

/** The page of one string (`?locale=`): agents name it to users who decide about a translation. */
export const stringRoute: Route = {
  path: '/p/:account/:project/strings/:id',
  formBytes: MAX_FORM_BYTES,
  get: withSession((visit, signedIn) => sendStringPage(visit, signedIn, undefined)),
  post: withSession(async (visit, signedIn) => {
    const action = findAction(visit)
    if (action === undefined) {
      throw new AppError('invalid_input', 'The form has no action.', { fix: 'Reload the page and try again.' })
    }
    const read = await readString(visit, signedIn)
    const done = await act(visit, signedIn, action, read)
    if (typeof done !== 'string') return sendStringPage(visit, signedIn, done)
    redirect(visit, stringPath(visit, read.string, read.translation?.locale, { done }))
  }),
  signedOut: async visit => returnTexts(visit),
  expired: async visit => returnTexts(visit),
}

/** Shows what the user wrote into a form that is no longer valid. */
function returnTexts(visit: Visit): void {
  const names = [...visit.form.keys()].filter(name => /^(text|form-.*|comment|words.*|reason.*)$/.test(name))
  const texts = names.map(name => (visit.form.get(name) ?? '').replaceAll('\r\n', '\n')).filter(text => text !== '')
  const isSignedIn = visit.signedIn !== undefined
  visit.noteError(isSignedIn ? 'form_expired' : 'signed_out')
  sendPage(visit, {
    title: isSignedIn ? 'Form expired' : 'Signed out',
    status: isSignedIn ? 400 : 401,
    body: <KeptTextPage texts={texts} isSignedIn={isSignedIn} backPath={previousPage(visit)} />,
  })
}

async function sendStringPage(visit: Visit, signedIn: SignedIn, failure: ActionFailure | undefined): Promise<void> {
  const { string, translation } = await readString(visit, signedIn)
  const { place } = await loadProject(visit, signedIn, 'string')
  const outcome = failure === undefined ? findOutcome(visit) : undefined
  const name = translation === undefined ? shortenKey(string.key) : `${shortenKey(string.key)} (${translation.locale})`
  sendPage(visit, {
    title: failure === undefined ? name : `Error: ${name}`,
    status: failure?.status ?? 200,
    project: place,
    body: <StringPage visit={visit} string={string} translation={translation} failure={failure} outcome={outcome} />,
  })
}

const findOutcome = ({ query }: Visit): Outcome | undefined =>
  (Object.keys(OUTCOMES) as Outcome[]).find(outcome => outcome === query.get('done'))
