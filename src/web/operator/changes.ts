import type { SignedIn } from '../../auth/users/sessions.ts'
import { setAccess } from '../../operator/accounts/access.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { resume, suspend } from '../../operator/users/suspension.ts'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { loadAccountRow } from './load-account.ts'
import { runOperatorAction } from './run-action.ts'

/** An action on one account. */
interface Change {
  /** The text of its button, as it is quoted in a sentence. */
  readonly button: (account: string) => string
  readonly run: (request: PageRequest, signedIn: SignedIn, handle: string) => Promise<unknown>
  /** Describes the result; undefined if the account is in another state, even if the URL claims otherwise. */
  readonly describe: (row: AccountRow) => string | undefined
}

const CHANGES: Readonly<Record<string, Change>> = {
  grant: {
    button: account => t('operator.changes.grant.button', { account }),
    run: (request, signedIn, handle) => runOperatorAction(request, signedIn, setAccess, { handle, has_access: true }),
    describe: ({ account, has_access }) => (has_access ? t('operator.changes.grant.done', { account }) : undefined),
  },
  withdraw: {
    button: account => t('operator.changes.withdraw.button', { account }),
    run: (request, signedIn, handle) => runOperatorAction(request, signedIn, setAccess, { handle, has_access: false }),
    describe: ({ account, has_access }) => (has_access ? undefined : t('operator.changes.withdraw.done', { account })),
  },
  suspend: {
    button: account => t('operator.changes.suspend.button', { account }),
    run: (request, signedIn, user) => runOperatorAction(request, signedIn, suspend, { user }),
    describe: ({ account, person }) =>
      person?.suspended_at === undefined ? undefined : t('operator.changes.suspend.done', { account }),
  },
  resume: {
    button: account => t('operator.changes.resume.button', { account }),
    run: (request, signedIn, user) => runOperatorAction(request, signedIn, resume, { user }),
    describe: ({ account, person }) =>
      person === undefined || person.suspended_at !== undefined
        ? undefined
        : t('operator.changes.resume.done', { account }),
  },
}

export const findChange = (name: string): Change | undefined =>
  Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined

/** Describes the result of the last action. The URL contains the action only; the state of the account is looked up. */
export async function findFlash(request: PageRequest, signedIn: SignedIn): Promise<string | undefined> {
  const [handle, name] = [request.query.get('changed') ?? '', request.query.get('change') ?? '']
  const change = findChange(name)
  if (change === undefined) return undefined
  const row = await loadAccountRow(request, signedIn, handle)
  return row && change.describe(row)
}
