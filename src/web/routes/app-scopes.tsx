import { assertAlive } from '../../auth/alive.ts'
import { recordEvent } from '../../auth/audit.ts'
import type { OfferedScope } from '../../auth/oauth/consent.ts'
import { needsFreshSignIn } from '../../auth/oauth/scope-groups.ts'
import { narrowGrant, offerMore, widenGrant } from '../../auth/oauth/widen-grant.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/scopes.ts'
import { isFresh, type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen, Reader, Transaction } from '../../store/store.ts'
import { liveFamilies } from '../../tools/grants/grant-shape.ts'
import { visibleAccounts } from '../../tools/resources.ts'
import { occasionOf } from '../occasion.ts'
import { appOf, ownLiveGrant } from '../own-app.ts'
import { redirect, sendPage } from '../page.tsx'
import { AppScopes } from '../pages/app-scopes.tsx'
import { requireSession } from '../require-session.ts'
import { signInAgain } from '../sign-in-again.ts'
import type { Route, Visit } from '../visit.ts'

/** Where the owner of a grant adds to it, and takes from it: the address that an agent shows to its person. */
export const appScopesRoute: Route = {
  path: '/account/apps/:grant/scopes',
  get: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const scene = await look(visit, signedIn, visit.services.store.read)
    const isStale = !isFresh(signedIn.session, visit.services.now())
    // What is ticked already would have to be ticked again after signing in.
    if (isStale && scene.offered.some(({ scope, isTicked }) => isTicked && needsFreshSignIn(scope))) {
      return signInAgain(visit)
    }
    await show(visit, scene)
  },
  post: async visit => {
    const signedIn = requireSession(visit)
    if (signedIn === undefined) return
    const outcome = await visit.services.store.transaction(tx => answer(visit, tx, signedIn))
    if (outcome === 'done') return redirect(visit, `/account/apps/${visit.params['grant']}`)
    const path = `/account/apps/${visit.params['grant']}/scopes?add=${askedIn(visit).filter(isScope).join('+')}`
    if (outcome === 'stale_sign_in') return signInAgain(visit, path)
    await show(visit, await look(visit, signedIn, visit.services.store.read), true)
  },
}

const MOST_NAMED = 10

interface Scene {
  readonly grant: Frozen<GrantRecord>
  readonly offered: readonly OfferedScope[]
  /** Accounts of the person that the grant does not reach. */
  readonly accounts: readonly Frozen<AccountRecord>[]
}

async function look(visit: Visit, signedIn: SignedIn, read: Reader): Promise<Scene> {
  const now = visit.services.now()
  const grant = await ownLiveGrant(visit, signedIn, read)
  const families = await liveFamilies(grant, read, now)
  const accounts =
    grant.accounts === 'all'
      ? []
      : await visibleAccounts({ principal: sessionPrincipal(signedIn), read }, 'account:read')
  return {
    grant,
    offered: offerMore(grant, families, askedIn(visit), now),
    accounts: accounts.filter(({ id }) => !grant.accounts.includes(id)),
  }
}

async function show(visit: Visit, { grant, offered, accounts }: Scene, nothingTicked = false): Promise<void> {
  const app = await appOf(visit, grant)
  const unknown = askedIn(visit)
    .filter(name => !isScope(name))
    .map(name => name.slice(0, 60))
    .slice(0, MOST_NAMED)
  const props = { visit, app, offered, unknown, accounts, nothingTicked }
  sendPage(visit, {
    title: `Allow ${app.view.client_name} more`,
    status: nothingTicked ? 400 : 200,
    body: <AppScopes {...props} />,
  })
}

/** In one transaction: what is allowed counts from then on, or nothing was. */
async function answer(
  visit: Visit,
  tx: Transaction,
  signedIn: SignedIn,
): Promise<'done' | 'nothing_ticked' | 'stale_sign_in'> {
  const { services, form } = visit
  const now = services.now()
  await assertAlive(sessionPrincipal(signedIn), tx, now)
  const { grant, offered, accounts } = await look(visit, signedIn, tx)
  const sent = new Set(form.getAll('scope'))
  const scopes = ALL_SCOPES.filter(scope => sent.has(scope))
  const reached = accounts.filter(({ id }) => form.getAll('account').includes(id))
  const note = (action: string, detail: Readonly<Record<string, string | number>>): Promise<void> => {
    const { user, session } = signedIn
    const credential = { kind: 'session', id: session.id } as const
    const about = { client_name: grant.client_name, ...detail }
    return recordEvent(tx, { action, user, credential, target: grant.id, detail: about }, occasionOf(visit))
  }
  switch (form.get('answer') ?? '') {
    case 'allow': {
      if (scopes.length + reached.length === 0) return 'nothing_ticked'
      if (scopes.some(needsFreshSignIn) && !isFresh(signedIn.session, now)) return 'stale_sign_in'
      const denied = offered.filter(one => one.isTicked && !sent.has(one.scope)).map(({ scope }) => scope)
      await widenGrant(tx, grant, { scopes, denied, accounts: reached.map(({ id }) => id) })
      await note('grant_widened', { scopes: scopes.join(' '), accounts: reached.map(one => one.handle).join(' ') })
      return 'done'
    }
    case 'deny': {
      const denied: readonly Scope[] = offered.filter(({ isWanted }) => isWanted).map(({ scope }) => scope)
      await widenGrant(tx, grant, { scopes: [], denied, accounts: [] })
      await note('grant_denied', { scopes: denied.join(' ') })
      return 'done'
    }
    case 'remove': {
      const lost = scopes.filter(scope => grant.scopes.includes(scope))
      if (lost.length === 0) return 'done'
      const revoked_tokens = await narrowGrant(tx, grant, lost, now)
      await note('grant_narrowed', { scopes: lost.join(' '), revoked_tokens })
      return 'done'
    }
    default:
      throw new AppError('invalid_input', 'The form does not say what to do.', { fix: 'Choose Allow or Deny.' })
  }
}

/** The names in `add`, joined by spaces (as `+`) or commas. */
const askedIn = ({ query }: Visit): readonly string[] => [
  ...new Set(query.getAll('add').flatMap(text => text.split(/[\s,]+/).filter(name => name !== ''))),
]
