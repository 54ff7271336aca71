import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { setQuota, showQuota } from '../../operator/accounts/quota.ts'
import { assertOperator } from '../../operator/action.ts'
import { escapeInvisible } from '../../text/escape.ts'
import {
  formatAmount,
  formatExactBytes,
  isByteResource,
  QUOTA_RESOURCES,
  type QuotaResource,
} from '../../tools/quota/limits.ts'
import { attempt, type FormFailure } from '../forms/attempt.ts'
import { sendPage } from '../layout/send-page.tsx'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { pendingAction } from '../sessions/pending-action.ts'
import { requireFreshSession, withSession } from '../sessions/require.ts'
import { limitsPath, OperatorLimitsPage } from './limits-page.tsx'
import { runOperatorAction } from './run-action.ts'

/** The limits of one account, for operators. */
export const operatorLimitsRoute: Route = {
  path: '/operator/accounts/:account',
  get: withSession(sendLimitsPage),
  post: async visit => {
    const { services, form } = visit
    const account = getAccountHandle(visit)
    // Nobody signs in again to be told that it is not theirs.
    if (visit.signedIn !== undefined) {
      await assertOperator(services.store.read, { services, by: sessionPrincipal(visit.signedIn) })
    }
    const pressed = {
      button: `“Save limits” of ${escapeInvisible(account)}`,
      fields: [...QUOTA_RESOURCES],
      page: limitsPath(account),
    }
    const signedIn = requireFreshSession(visit, pressed)
    if (signedIn === undefined) return
    const given = QUOTA_RESOURCES.flatMap(resource => {
      const value = form.get(resource)?.trim() ?? ''
      return value === '' ? [] : [[resource, value] as const]
    })
    const input = { account, reset: true, ...Object.fromEntries(given) }
    const failure = await attempt(visit, QUOTA_RESOURCES, () => runOperatorAction(visit, signedIn, setQuota, input))
    if (failure === undefined) redirect(visit, `${limitsPath(account)}?saved=limits`)
    else await sendLimitsPage(visit, signedIn, failure)
  },
}

const getAccountHandle = ({ params }: Visit): string => (params['account'] ?? '').slice(0, 60).toLowerCase()

async function sendLimitsPage(visit: Visit, signedIn: SignedIn, failure?: FormFailure): Promise<void> {
  const quota = await runOperatorAction(visit, signedIn, showQuota, { account: getAccountHandle(visit) })
  const form = failure === undefined ? pendingAction(visit)?.form : visit.form
  const typedIn = (resource: QuotaResource): string =>
    form?.get(resource) ?? formatLimitInput(resource, quota.own[resource])
  const typed = {
    projects: typedIn('projects'),
    strings: typedIn('strings'),
    bytes: typedIn('bytes'),
    history: typedIn('history'),
  }
  const isSaved = visit.query.get('saved') === 'limits'
  const title = `${failure === undefined ? '' : 'Error: '}Limits of ${quota.account}`
  const body = <OperatorLimitsPage {...{ visit, quota, typed, failure, isSaved }} />
  sendPage(visit, { title, status: failure?.status ?? 200, body })
}

/** A limit as it can be typed; empty = that of the server. */
function formatLimitInput(resource: QuotaResource, limit: number | undefined): string {
  if (limit === undefined) return ''
  return isByteResource(resource) ? formatExactBytes(limit) : formatAmount(resource, limit)
}
