import { type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import { assertOperator } from '../../operator/deed.ts'
import { setQuota, showQuota } from '../../operator/quota.ts'
import { shown } from '../../shown.ts'
import { formatAmount, isSize, RESOURCES, type Resource, spellBytes } from '../../tools/quota/limits.ts'
import { attempt, type FormFailure } from '../attempt.ts'
import { leftUndone } from '../left-undone.ts'
import { sendPage } from '../page.tsx'
import { limitsPath, OperatorLimits } from '../pages/operator-limits.tsx'
import { redirect } from '../redirect.ts'
import { forSignedIn, requireFreshSession } from '../require-session.ts'
import { runDeed } from '../run-deed.ts'
import type { Route, Visit } from '../visit.ts'

/** The limits of one account, for operators. */
export const operatorLimitsRoute: Route = {
  path: '/operator/accounts/:account',
  get: forSignedIn(sendLimits),
  post: async visit => {
    const { services, form } = visit
    const account = accountOf(visit)
    // Nobody signs in again to be told that it is not theirs.
    if (visit.signedIn !== undefined) {
      await assertOperator(services.store.read, { services, by: sessionPrincipal(visit.signedIn) })
    }
    const pressed = { button: `“Save limits” of ${shown(account)}`, fields: [...RESOURCES], page: limitsPath(account) }
    const signedIn = requireFreshSession(visit, pressed)
    if (signedIn === undefined) return
    const given = RESOURCES.flatMap(resource => {
      const value = form.get(resource)?.trim() ?? ''
      return value === '' ? [] : [[resource, value] as const]
    })
    const input = { account, reset: true, ...Object.fromEntries(given) }
    const failure = await attempt(visit, RESOURCES, () => runDeed(visit, signedIn, setQuota, input))
    if (failure === undefined) redirect(visit, `${limitsPath(account)}?saved=limits`)
    else await sendLimits(visit, signedIn, failure)
  },
}

const accountOf = ({ params }: Visit): string => (params['account'] ?? '').slice(0, 60).toLowerCase()

async function sendLimits(visit: Visit, signedIn: SignedIn, failure?: FormFailure): Promise<void> {
  const quota = await runDeed(visit, signedIn, showQuota, { account: accountOf(visit) })
  const form = failure === undefined ? leftUndone(visit)?.form : visit.form
  const typedIn = (resource: Resource): string => form?.get(resource) ?? spelled(resource, quota.own[resource])
  const typed = {
    projects: typedIn('projects'),
    strings: typedIn('strings'),
    bytes: typedIn('bytes'),
    history: typedIn('history'),
  }
  const isSaved = visit.query.get('saved') === 'limits'
  const title = `${failure === undefined ? '' : 'Error: '}Limits of ${quota.account}`
  const body = <OperatorLimits {...{ visit, quota, typed, failure, isSaved }} />
  sendPage(visit, { title, status: failure?.status ?? 200, body })
}

/** A limit as it can be typed; empty = that of the server. */
function spelled(resource: Resource, limit: number | undefined): string {
  if (limit === undefined) return ''
  return isSize(resource) ? spellBytes(limit) : formatAmount(resource, limit)
}
