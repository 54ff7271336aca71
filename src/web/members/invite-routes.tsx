import { CLOSED_INVITATION_ERRORS } from '../../auth/organizations/answer-invitation.ts'
import {
  findInvitationBySecret,
  INVITE_PATH,
  parseInvitationSecret,
  validateInvitation,
} from '../../auth/organizations/invitations.ts'
import { isOwnerOrMember } from '../../auth/organizations/membership.ts'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import { toInvitationView } from '../../tools/invitations/view.ts'
import { t } from '../i18n/t.ts'
import { sendErrorPage } from '../layout/error-page.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { isUserNavigation } from '../requests/navigation.ts'
import { isSignedIn, type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { requireSession } from '../sessions/require.ts'
import { saveReturnPath } from '../sign-in/return-path.ts'
import { InvitePage, OtherUserInvitationPage } from './invite-page.tsx'
import { findAnsweredPath, submitInvitationAnswer } from './my-invitations-routes.tsx'
import {
  clearSavedInvitation,
  getSavedInvitation,
  INVITATION_PATH as PATH,
  saveInvitation,
} from './saved-invitation.ts'

/** The link of an invitation. Moves its secret to a cookie, so that no page has it in its URL. */
export const inviteLinkRoute: Route = {
  path: `${INVITE_PATH}:secret`,
  limit: 'login',
  isStep: true,
  get: async request => {
    const secret = parseInvitationSecret(request.params['secret'] ?? '')
    if (secret === undefined) {
      throw new AppError('not_found', t('members.answer.incomplete'), {
        fix: t('members.answer.incomplete_fix'),
      })
    }
    request.response.setHeader('cache-control', 'no-store')
    // A prefetch opens nothing: browsers drop an empty response, and send the request again when the user opens the link.
    if (!isUserNavigation(request.incoming)) return void request.response.writeHead(204).end()
    saveInvitation(request, secret)
    redirect(request, PATH)
  },
}

/** The invitation that was opened in this browser. */
export const inviteRoute: Route = {
  path: PATH,
  isStep: true,
  get: request => showInvitation(request),
  post: submitAnswer,
}

type Invitation = Frozen<InvitationRecord>

/** Shows the invitation. `isOther`: it was opened after the one of the submitted form, so neither is answered. */
async function showInvitation(request: PageRequest, isOther = false): Promise<void> {
  const { services } = request
  const { read } = services.store
  const invitation = await findOpenedInvitation(request)
  if (invitation === undefined) return sendEndedInvitationPage(request, noInvitation())
  if (isSignedIn(request) && isForOtherUser(invitation, request.signedIn)) return sendOtherUserInvitationPage(request)
  const judged = await validateInvitation(invitation, read, services.now())
  if ('fault' in judged) {
    const to = isSignedIn(request) ? await findAnsweredPath(request, invitation.id) : undefined
    return to === undefined
      ? sendEndedInvitationPage(request, CLOSED_INVITATION_ERRORS[judged.fault])
      : redirect(request, to)
  }
  // Otherwise, a sign-in link from a terminal would lead to the home page.
  if (!isSignedIn(request)) saveReturnPath(request, PATH)
  const { account } = judged
  const isIn = isSignedIn(request) && (await isOwnerOrMember(account, request.signedIn.user, read))
  const [view, inviter] = await Promise.all([toInvitationView(invitation, read), read.users.get(invitation.invited_by)])
  const props = { view, organization: account.name, inviter: inviter?.name, isMember: isIn, isOther }
  const title = t(isOther ? 'members.answer.page_error' : 'members.answer.page', { organization: account.name })
  sendPage(request, { title, status: isOther ? 409 : 200, body: <InvitePage {...props} />, isStep: true })
}

async function submitAnswer(request: PageRequest): Promise<void> {
  if (!requireSession(request)) return
  const invitation = await findOpenedInvitation(request)
  const sent = request.form.get('invitation') ?? ''
  // An earlier click or another tab has answered it. The browser then no longer has it, and may have opened another.
  const answered = invitation?.id === sent ? undefined : await findAnsweredPath(request, sent)
  if (answered !== undefined) return redirect(request, answered)
  const said = request.form.get('answer')
  const secret = getSavedInvitation(request)
  if (invitation === undefined || secret === undefined || (said !== 'accept' && said !== 'decline')) {
    return redirect(request, PATH)
  }
  // Another link may have been opened since the page was shown. A user must see an invitation before answering it.
  if (invitation.id !== sent) return showInvitation(request, true)
  if (isForOtherUser(invitation, request.signedIn)) return sendOtherUserInvitationPage(request)
  const given = { id: invitation.id, invitation: secret, accept: said === 'accept' }
  const { to } = await submitInvitationAnswer(request, given)
  clearSavedInvitation(request)
  redirect(request, to)
}

async function findOpenedInvitation(request: PageRequest): Promise<Invitation | undefined> {
  const secret = getSavedInvitation(request)
  return secret === undefined ? undefined : findInvitationBySecret(secret, request.services.store.read)
}

const isForOtherUser = ({ user_id }: Invitation, { user }: SignedIn): boolean =>
  user_id !== undefined && user_id !== user.id

function sendOtherUserInvitationPage(request: SignedInRequest): void {
  const body = <OtherUserInvitationPage signedIn={request.signedIn} back={PATH} />
  sendPage(request, { title: t('members.answer.another.page'), status: 403, body, isStep: true })
}

const noInvitation = () => ({
  message: t('members.answer.none'),
  fix: t('members.answer.none_fix'),
})

function sendEndedInvitationPage(
  request: PageRequest,
  { message, fix }: { readonly message: string; readonly fix: string },
): void {
  const nextLink = request.signedIn && { href: '/account/invitations', text: t('members.answer.yours') }
  sendErrorPage(request, { status: 410, message, fix, isStep: true, nextLink })
}
