import { OVER } from '../../auth/answer-invitation.ts'
import { belongsTo } from '../../auth/belongs.ts'
import { bySecret, INVITE_PATH, judgeInvitation, secretIn } from '../../auth/invitations.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { InvitationRecord } from '../../store/records/identity.ts'
import { viewInvitation } from '../../tools/organizations/invitation-shape.ts'
import { giveAnswer, whereAnswered } from '../give-answer.ts'
import { forgetInvitation, keepInvitation, keptInvitation, INVITATION_PAGE as PATH } from '../kept-invitation.ts'
import { isOwnNavigation } from '../own-navigation.ts'
import { sendPage } from '../page.tsx'
import { sendErrorPage } from '../pages/error.tsx'
import { ForeignInvitation, Invite } from '../pages/invite.tsx'
import { redirect } from '../redirect.ts'
import { requireSession } from '../require-session.ts'
import type { Route, Visit } from '../visit.ts'
import { rememberWanted } from '../wanted-path.ts'

/** The link of an invitation: a cookie takes its secret, and no page is at an address that has it. */
export const inviteLinkRoute: Route = {
  path: `${INVITE_PATH}:secret`,
  limit: 'login',
  isStep: true,
  get: async visit => {
    const secret = secretIn(visit.params['secret'] ?? '')
    if (secret === undefined) {
      throw new AppError('not_found', 'This link of an invitation is not whole.', {
        fix: 'Copy all of it from where it was given to you, and open it again.',
      })
    }
    visit.response.setHeader('cache-control', 'no-store')
    // What is loaded ahead is not opened yet: browsers throw an empty answer away, and ask again once it is.
    if (!isOwnNavigation(visit.request)) return void visit.response.writeHead(204).end()
    keepInvitation(visit, secret)
    redirect(visit, PATH)
  },
}

/** The invitation that this browser opened. */
export const inviteRoute: Route = {
  path: PATH,
  isStep: true,
  get: visit => show(visit),
  post: answer,
}

type Invitation = Frozen<InvitationRecord>

/** `isOther`: it was opened after the one that the form was for, which answers neither. */
async function show(visit: Visit, isOther = false): Promise<void> {
  const { services, signedIn } = visit
  const { read } = services.store
  const invitation = await openedHere(visit)
  if (invitation === undefined) return sendOver(visit, NONE)
  if (signedIn !== undefined && isForeign(invitation, signedIn)) return sendForeign(visit, signedIn)
  const judged = await judgeInvitation(invitation, read, services.now())
  if ('fault' in judged) {
    const to = signedIn && (await whereAnswered(visit, signedIn, invitation.id))
    return to === undefined ? sendOver(visit, OVER[judged.fault]) : redirect(visit, to)
  }
  // Signing in may lead through a terminal, and back to the start page.
  if (signedIn === undefined) rememberWanted(visit, PATH)
  const { account } = judged
  const isIn = signedIn !== undefined && (await belongsTo(account, signedIn.user, read))
  const [view, inviter] = await Promise.all([viewInvitation(invitation, read), read.users.get(invitation.invited_by)])
  const props = { visit, view, organization: account.name, inviter: inviter?.name, isMember: isIn, isOther }
  const title = `${isOther ? 'Error: ' : ''}Invitation to ${account.name}`
  sendPage(visit, { title, status: isOther ? 409 : 200, body: <Invite {...props} />, isStep: true })
}

async function answer(visit: Visit): Promise<void> {
  const signedIn = requireSession(visit)
  if (signedIn === undefined) return
  const invitation = await openedHere(visit)
  const sent = visit.form.get('invitation') ?? ''
  // The first press of two, or another tab, has answered it: the browser forgot it then, and may have opened another.
  const answered = invitation?.id === sent ? undefined : await whereAnswered(visit, signedIn, sent)
  if (answered !== undefined) return redirect(visit, answered)
  const said = visit.form.get('answer')
  const secret = keptInvitation(visit)
  if (invitation === undefined || secret === undefined || (said !== 'accept' && said !== 'decline')) {
    return redirect(visit, PATH)
  }
  // Another link may have been opened in this browser since the page was shown: nobody answers what they have not seen.
  if (invitation.id !== sent) return show(visit, true)
  if (isForeign(invitation, signedIn)) return sendForeign(visit, signedIn)
  const given = { id: invitation.id, invitation: secret, accept: said === 'accept' }
  const { to } = await giveAnswer(visit, signedIn, given)
  forgetInvitation(visit)
  redirect(visit, to)
}

async function openedHere(visit: Visit): Promise<Invitation | undefined> {
  const secret = keptInvitation(visit)
  return secret === undefined ? undefined : bySecret(secret, visit.services.store.read)
}

const isForeign = ({ user_id }: Invitation, { user }: SignedIn): boolean => user_id !== undefined && user_id !== user.id

function sendForeign(visit: Visit, signedIn: SignedIn): void {
  const body = <ForeignInvitation signedIn={signedIn} back={PATH} />
  sendPage(visit, { title: 'An invitation for somebody else', status: 403, body, isStep: true })
}

const NONE = {
  message: 'This browser has opened no invitation in the last hour, or one that there is not.',
  fix: 'Open the link that you were given once more; cookies have to be on. If it leads here again, ask for another.',
}

function sendOver(visit: Visit, { message, fix }: { readonly message: string; readonly fix: string }): void {
  const wayOn = visit.signedIn && { href: '/account/invitations', text: 'Your invitations' }
  sendErrorPage(visit, { status: 410, message, fix, isStep: true, wayOn })
}
