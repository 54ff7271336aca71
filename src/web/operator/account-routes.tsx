import { AppError } from '../../errors.ts'
import { setAccess } from '../../operator/accounts/access.ts'
import { disableEngine, enableEngine, listEngines, type SpendRow } from '../../operator/accounts/engines.ts'
import { listAccounts } from '../../operator/accounts/list.ts'
import { setQuota, showQuota } from '../../operator/accounts/quota.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { resume, suspend } from '../../operator/users/suspension.ts'
import { escapeInvisible } from '../../text/escape.ts'
import {
  formatAmount,
  formatExactBytes,
  isByteResource,
  QUOTA_RESOURCES,
  type QuotaResource,
} from '../../tools/quota/limits.ts'
import { type FormFailure, formRoute } from '../forms/form-route.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { listingWithFlash } from '../requests/flash.ts'
import { type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { pendingAction } from '../sessions/pending-action.ts'
import { requireSession } from '../sessions/require.ts'
import { OperatorAccountPage } from './account-page.tsx'
import { budgetField, findBudgetFaults, hasBudgetField } from './engines-card.tsx'
import { accountPath, CHANGE_PATH } from './paths.ts'
import { assertVisitorOperates, runOperatorAction } from './run-action.ts'

/** Loads an account by handle, as operators list it; undefined if unknown. */
async function loadAccountRow(request: SignedInRequest, handle: string): Promise<AccountRow | undefined> {
  if (handle.length > MAX_HANDLE_LENGTH) return undefined
  const { accounts } = await runOperatorAction(request, listAccounts, { starting_with: handle, limit: 1 })
  return accounts.find(({ account }) => account === handle)
}

const MAX_HANDLE_LENGTH = 60

/** An action on one account. */
interface Change {
  /** The text of its button, as it is quoted in a sentence. */
  readonly button: (account: string) => string
  readonly run: (request: SignedInRequest, handle: string) => Promise<unknown>
  /** Describes the result; undefined if the account is in another state, even if the URL claims otherwise. */
  readonly describe: (row: AccountRow) => string | undefined
}

const CHANGES: Readonly<Record<string, Change>> = {
  grant: {
    button: account => t('operator.changes.grant.button', { account }),
    run: (request, handle) => runOperatorAction(request, setAccess, { handle, has_access: true }),
    describe: ({ account, has_access }) => (has_access ? t('operator.changes.grant.done', { account }) : undefined),
  },
  withdraw: {
    button: account => t('operator.changes.withdraw.button', { account }),
    run: (request, handle) => runOperatorAction(request, setAccess, { handle, has_access: false }),
    describe: ({ account, has_access }) => (has_access ? undefined : t('operator.changes.withdraw.done', { account })),
  },
  suspend: {
    button: account => t('operator.changes.suspend.button', { account }),
    run: (request, user) => runOperatorAction(request, suspend, { user }),
    describe: ({ account, person }) =>
      person?.suspended_at === undefined ? undefined : t('operator.changes.suspend.done', { account }),
  },
  resume: {
    button: account => t('operator.changes.resume.button', { account }),
    run: (request, user) => runOperatorAction(request, resume, { user }),
    describe: ({ account, person }) =>
      person === undefined || person.suspended_at !== undefined
        ? undefined
        : t('operator.changes.resume.done', { account }),
  },
}

const findChange = (name: string): Change | undefined => (Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined)

/** Describes the result of the last action. The URL contains the action only; the state of the account is looked up. */
async function findFlash(request: SignedInRequest): Promise<string | undefined> {
  const [handle, name] = [request.query.get('changed') ?? '', request.query.get('change') ?? '']
  const change = findChange(name)
  if (change === undefined) return undefined
  const row = await loadAccountRow(request, handle)
  return row && change.describe(row)
}

const one = formRoute({
  path: `${CHANGE_PATH}/:account`,
  show: (request, refused) => sendAccountPage(request, refused?.failure),
  sensitive: async request => {
    await assertVisitorOperates(request)
    const account = getAccountHandle(request)
    const button = t('operator.account.buttons.save_limits', { account: escapeInvisible(account) })
    return { button, fields: [...QUOTA_RESOURCES], page: accountPath(account) }
  },
  read: getAccountHandle,
  fields: QUOTA_RESOURCES,
  submit: (request, account) => {
    const given = QUOTA_RESOURCES.flatMap(resource => {
      const value = request.form.get(resource)?.trim() ?? ''
      return value === '' ? [] : [[resource, value] as const]
    })
    const input = { account, reset: true, ...Object.fromEntries(given) }
    return runOperatorAction(request, setQuota, input)
  },
  next: (_, { sent }) => `${accountPath(sent)}?saved=limits`,
})

const engines: Route = {
  path: `${CHANGE_PATH}/:account/engines`,
  post: async request => {
    await assertVisitorOperates(request)
    const account = getAccountHandle(request)
    const button = t('operator.account.buttons.save_budgets', { account: escapeInvisible(account) })
    if (!requireSession(request, { button, page: accountPath(account) })) return
    const rows = (await loadSpends(request, account)).filter(hasBudgetField)
    const valueOf = ({ engine }: SpendRow): string => request.form.get(budgetField(engine))?.trim() ?? ''
    if (Object.keys(findBudgetFaults(rows, valueOf)).length > 0) {
      await sendAccountPage(request, undefined, request.form)
      return
    }
    for (const row of rows) {
      const [given, { engine, missing }] = [valueOf(row), row]
      if (given !== '' && missing !== true) {
        await runOperatorAction(request, enableEngine, { account, engine, budget: given })
      } else if (given === '') await runOperatorAction(request, disableEngine, { account, engine })
    }
    redirect(request, `${accountPath(account)}?saved=engines`)
  },
}

const loadSpends = async (request: SignedInRequest, account: string): Promise<readonly SpendRow[]> =>
  (await runOperatorAction(request, listEngines, { account })).accounts

const change: Route = {
  path: CHANGE_PATH,
  post: async request => {
    await assertVisitorOperates(request)
    const { form } = request
    const [name, account] = [form.get('change') ?? '', form.get('account') ?? '']
    const known = findChange(name)
    if (known === undefined) {
      throw new AppError('invalid_input', t('operator.account.no_action.message'), {
        fix: t('operator.account.no_action.fix'),
      })
    }
    if (!requireSession(request, { button: known.button(escapeInvisible(account.slice(0, 60))) })) return
    await known.run(request, account)
    redirect(request, listingWithFlash(request, accountPath(account), { changed: account, change: name }))
  },
}

export const OPERATOR_ACCOUNT_ROUTES: readonly Route[] = [one, engines, change]

function getAccountHandle({ params }: PageRequest): string {
  return (params['account'] ?? '').slice(0, 60).toLowerCase()
}

async function sendAccountPage(
  request: SignedInRequest,
  failure?: FormFailure,
  budgets?: URLSearchParams,
): Promise<void> {
  const handle = getAccountHandle(request)
  const quota = await runOperatorAction(request, showQuota, { account: handle })
  const row = await loadAccountRow(request, quota.account)
  if (row === undefined) {
    throw new AppError('not_found', t('operator.account.not_found.message', { handle: JSON.stringify(handle) }), {
      fix: t('operator.account.not_found.fix'),
    })
  }
  const form = failure === undefined ? pendingAction(request)?.form : request.form
  const typedIn = (resource: QuotaResource): string =>
    form?.get(resource) ?? formatLimitInput(resource, quota.own[resource])
  const typed = {
    projects: typedIn('projects'),
    strings: typedIn('strings'),
    bytes: typedIn('bytes'),
    history: typedIn('history'),
  }
  const saved = (['limits', 'engines'] as const).find(card => card === request.query.get('saved'))
  const spends = await loadSpends(request, quota.account)
  const flash = await findFlash(request)
  const me = request.signedIn.user.handle
  const isFine = failure === undefined && budgets === undefined
  const title = t(isFine ? 'operator.account.page' : 'operator.account.page_error', { account: quota.account })
  const body = <OperatorAccountPage {...{ row, quota, me, typed, failure, flash, saved, spends, budgets }} />
  sendPage(request, { title, status: failure?.status ?? (isFine ? 200 : 400), body })
}

/** Formats a limit for its input field; empty means the server's limit. */
function formatLimitInput(resource: QuotaResource, limit: number | undefined): string {
  if (limit === undefined) return ''
  return isByteResource(resource) ? formatExactBytes(limit) : formatAmount(resource, limit)
}
