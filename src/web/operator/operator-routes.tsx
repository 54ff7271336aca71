import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { setAccess } from '../../operator/accounts/access.ts'
import { listAccounts } from '../../operator/accounts/list.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { assertOperator } from '../../operator/action.ts'
import { overview } from '../../operator/overview.ts'
import { resume, suspend } from '../../operator/users/suspension.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { sendPage } from '../layout/send-page.tsx'
import { listingWithFlash } from '../requests/flash.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { requireFreshSession, withSession } from '../sessions/require.ts'
import { OperatorPage } from './operator-page.tsx'
import { runOperatorAction } from './run-action.ts'

/** So many rows with their forms keep a page below 50 kB. */
const ROWS = 25

const PATH = '/operator'

/** What an operator can change of an account: how it is done, and what is said once it is so. */
const CHANGES: Readonly<Record<string, Change>> = {
  grant: {
    button: account => `“Grant access” of ${account}`,
    make: (visit, signedIn, handle) => runOperatorAction(visit, signedIn, setAccess, { handle, has_access: true }),
    said: ({ account, has_access }) => (has_access ? `${account} can write.` : undefined),
  },
  withdraw: {
    button: account => `“Withdraw access” of ${account}`,
    make: (visit, signedIn, handle) => runOperatorAction(visit, signedIn, setAccess, { handle, has_access: false }),
    said: ({ account, has_access }) => (has_access ? undefined : `${account} only reads from now on.`),
  },
  suspend: {
    button: account => `“Suspend ${account}”`,
    make: (visit, signedIn, user) => runOperatorAction(visit, signedIn, suspend, { user }),
    said: ({ account, person }) =>
      person?.suspended_at === undefined ? undefined : `${account} is suspended and signed out everywhere.`,
  },
  resume: {
    button: account => `“Let ${account} in again”`,
    make: (visit, signedIn, user) => runOperatorAction(visit, signedIn, resume, { user }),
    said: ({ account, person }) =>
      person === undefined || person.suspended_at !== undefined ? undefined : `${account} is let in again.`,
  },
}

interface Change {
  /** What stands on its button, as a sentence names it. */
  readonly button: (account: string) => string
  readonly make: (visit: Visit, signedIn: SignedIn, handle: string) => Promise<unknown>
  /** Undefined when it is not so, whatever the address says. */
  readonly said: (row: AccountRow) => string | undefined
}

const list: Route = {
  path: PATH,
  get: withSession(async (visit, signedIn) => {
    const { query } = visit
    const input = {
      limit: ROWS,
      cursor: query.get('cursor') ?? undefined,
      kind: query.get('kind') || undefined,
      starting_with: query.get('starting_with') ?? undefined,
    }
    const { store, heap, operators } = await runOperatorAction(visit, signedIn, overview, {})
    const { accounts, next_cursor: next } = await runOperatorAction(visit, signedIn, listAccounts, input)
    const flash = await findFlash(visit, signedIn)
    const props = { visit, signedIn, store, heap, operators, accounts, next, flash }
    sendPage(visit, { title: 'Operate this service', body: <OperatorPage {...props} /> })
  }),
}

const changeOne: Route = {
  path: `${PATH}/accounts`,
  post: async visit => {
    const { form, services } = visit
    // Nobody signs in again to be told that it is not theirs.
    if (visit.signedIn !== undefined) {
      await assertOperator(services.store.read, { services, by: sessionPrincipal(visit.signedIn) })
    }
    const [name, account] = [form.get('change') ?? '', form.get('account') ?? '']
    const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
    if (change === undefined) {
      throw new AppError('invalid_input', 'The form does not say what is to be changed.', {
        fix: 'Load the page again.',
      })
    }
    const signedIn = requireFreshSession(visit, { button: change.button(escapeInvisible(account.slice(0, 60))) })
    if (signedIn === undefined) return
    await change.make(visit, signedIn, account)
    redirect(visit, listingWithFlash(visit, PATH, { changed: account, change: name }))
  },
}

/** The page of those who operate the service, and what its forms do: everybody else is told that it is not theirs. */
export const OPERATOR_ROUTES: readonly Route[] = [list, changeOne]

/** How an account stands after a change. The address only says which: what it claims is looked up. */
async function findFlash(visit: Visit, signedIn: SignedIn): Promise<string | undefined> {
  const [handle, name] = [visit.query.get('changed') ?? '', visit.query.get('change') ?? '']
  const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
  if (change === undefined || handle.length > 60) return undefined
  const { accounts } = await runOperatorAction(visit, signedIn, listAccounts, { starting_with: handle, limit: 1 })
  const row = accounts.find(({ account }) => account === handle)
  return row && change.said(row)
}
