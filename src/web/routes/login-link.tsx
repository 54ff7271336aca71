import { recordEvent } from '../../auth/audit.ts'
import {
  findLoginLink,
  LOGIN_LINK_PATH,
  type LoginLinkFault,
  type LoginLinkLookup,
  type LoginLinkRefusal,
  redeemLoginLink,
} from '../../auth/login-links.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { afterSignIn } from '../after-sign-in.ts'
import { beginSession, giveSession } from '../begin-session.ts'
import { occasionOf } from '../occasion.ts'
import { isOwnNavigation } from '../own-navigation.ts'
import { sendPage } from '../page.tsx'
import { ConfirmLink, FaultyLink, LINK_FAULTS } from '../pages/login-link.tsx'
import { redirect } from '../redirect.ts'
import type { Route, Visit } from '../visit.ts'

/** The one-time sign-in link. */
export const loginLinkRoute: Route = {
  path: `${LOGIN_LINK_PATH}:secret`,
  limit: 'login',
  get: async visit => {
    const { services, request, signedIn } = visit
    const found = await findLoginLink(secretOf(visit), services.store.read, momentOf(visit))
    if (isThere(visit, found)) return goOn(visit)
    if ('fault' in found) {
      if (isOwnNavigation(request)) await noteRefusal(visit, found)
      return refuse(visit, found.fault)
    }
    const replaces = signedIn !== undefined && signedIn.user.id !== found.user.id
    if (!isOwnNavigation(request) || found.link.confirm || replaces) return ask(visit, found.user.handle)
    await signIn(visit)
  },
  post: async visit => signIn(visit),
}

async function signIn(visit: Visit): Promise<void> {
  const { services } = visit
  const found = await services.store.transaction(tx =>
    redeemLoginLink(tx, secretOf(visit), momentOf(visit), (user, isPromoted) =>
      beginSession(visit, tx, user, 'link', { operator: user.operator, isPromoted }),
    ),
  )
  if ('begun' in found) giveSession(visit, found.begun)
  else if (!isThere(visit, found)) {
    await noteRefusal(visit, found)
    return refuse(visit, found.fault)
  }
  await goOn(visit)
}

/** Whose link it was learns that somebody tried it. What nobody made is not kept: a stranger could fill the log with it. */
async function noteRefusal(visit: Visit, { fault: why, userId }: LoginLinkRefusal): Promise<void> {
  const { store } = visit.services
  const person = userId === undefined ? undefined : await store.read.users.get(userId)
  if (person === undefined) return
  const event = {
    action: 'sign_in_refused',
    account: { id: person.account_id },
    target: person.handle,
    detail: { method: 'link', why },
  } as const
  await store.transaction(tx => recordEvent(tx, event, occasionOf(visit)))
}

/** Whether the link has done already what it is for: this browser is signed in as its person. */
function isThere({ signedIn }: Visit, found: LoginLinkLookup): boolean {
  const userId = 'fault' in found ? found.userId : found.link.used && found.user.id
  return userId !== undefined && signedIn?.user.id === userId
}

const goOn = async (visit: Visit): Promise<void> => redirect(visit, await afterSignIn(visit))

const momentOf = ({ services, browser }: Visit) => ({ now: services.now(), browser: hashSecret(browser) })

const secretOf = ({ params }: Visit): string => params['secret'] ?? ''

function ask(visit: Visit, handle: string): void {
  const action = `${LOGIN_LINK_PATH}${secretOf(visit)}`
  sendPage(visit, {
    title: `Sign in as ${handle}`,
    body: <ConfirmLink visit={visit} handle={handle} action={action} />,
    isStep: true,
  })
}

function refuse(visit: Visit, fault: LoginLinkFault): void {
  const { status, title } = LINK_FAULTS[fault]
  sendPage(visit, { title, status, body: <FaultyLink visit={visit} fault={fault} />, isStep: true })
}
