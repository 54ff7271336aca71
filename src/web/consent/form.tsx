import type { ComponentChildren } from 'preact'
import type { IncompleteReason, Offer } from '../../auth/oauth/authorize/consent.ts'
import { needsFreshSignIn } from '../../auth/policy/scope-groups.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { ScopeChoice, ScopeSentences } from '../components/scope-list.tsx'
import { formatDuration } from '../format/duration.ts'
import { AllowDenyButtons } from '../forms/answer-buttons.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { AccountChoice } from './account-choice.tsx'

/** What the person has to correct; a form with nothing ticked is asked again without one. */
const PROBLEM_MESSAGES: Readonly<Record<Exclude<IncompleteReason, 'no_scope'>, string>> = {
  no_answer: 'Choose Allow or Deny.',
  no_account: 'No account is ticked. Tick at least one, or choose all your accounts.',
  two_reaches: 'You chose all your accounts and ticked some of them. Choose which of the two counts, or untick them.',
}

interface ConsentFormProps {
  readonly visit: Visit
  /** The path that it is sent to. */
  readonly action: string
  /** Where to come back after signing in again. */
  readonly back: string
  readonly offer: Offer
  /** Whether the program has something already and asks for more. */
  readonly isMore: boolean
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
  /** Fields of its own. */
  readonly children?: ComponentChildren
}

/** The question of a consent page with its two answers, which weigh the same. Deny comes first, so that Enter in a field allows nothing. */
export function ConsentForm(props: ConsentFormProps) {
  const { visit, action, offer, accounts, problem, children } = props
  const offersAll = offer.extra.length > 0 || problem === 'no_scope'
  return (
    <Form visit={visit} action={action} class="card">
      {isFault(problem) && <Notice kind="danger" title={PROBLEM_MESSAGES[problem]} isFirst />}
      {problem === 'no_scope' && (
        <Notice kind="info" title="Choose what to allow" isFirst>
          <span>
            Nothing was ticked. Choose Allow all requested, or tick what the app may do and choose Allow. To give it no
            access, choose Deny.
          </span>
        </Notice>
      )}
      {children}
      {offer.granted.length > 0 && (
        <details open={offer.scopes.length === 0}>
          <summary>What it may do already</summary>
          <div class="stack">
            <ScopeSentences scopes={offer.granted} />
          </div>
        </details>
      )}
      {offer.scopes.length > 0 && <RequestedScopes {...props} />}
      <AccountChoice accounts={accounts} offered={offer.accounts} />
      <p class="hint">
        In each account it can do no more than your own role there allows. {describeLifetime(visit)} You can look at it
        and revoke it at any time under <a href="/account/apps">connected apps</a>.
      </p>
      {offersAll && (
        <p class="hint">Allow grants what is ticked. Allow all requested grants everything that the app asks for.</p>
      )}
      <AllowDenyButtons offersAll={offersAll} />
    </Form>
  )
}

/** Whether the person has to correct something. */
export const isFault = (problem: IncompleteReason | undefined): problem is Exclude<IncompleteReason, 'no_scope'> =>
  problem !== undefined && problem !== 'no_scope'

/** What the app asks for: first what no page ticks by itself. */
function RequestedScopes({ visit, back, offer, isMore }: ConsentFormProps) {
  const extra = offer.scopes.filter(({ scope }) => offer.extra.includes(scope))
  const usual = offer.scopes.filter(one => !extra.includes(one))
  const extraTitle = usual.length === 0 ? 'Asked for: not ticked' : 'Also asked for: not ticked'
  const needsFresh = offer.scopes.some(({ scope }) => needsFreshSignIn(scope))
  return (
    <>
      {isMore && (
        <Notice kind="warning" title="It asks for more than it has">
          <span>What you allow counts from now on, wherever the app is connected.</span>
          {extra.length > 0 && <h2>{extraTitle}</h2>}
          <ScopeChoice offered={extra} />
          {usual.length > 0 && <h2>Refused a moment ago: ticked</h2>}
          <ScopeChoice offered={usual} />
        </Notice>
      )}
      {!isMore && extra.length > 0 && (
        <Notice kind="warning" title={extraTitle}>
          <span>Everyday work does not need this. Tick what you want to allow.</span>
          <ScopeChoice offered={extra} />
        </Notice>
      )}
      {!isMore && usual.length > 0 && (
        <>
          <h2>It would like to</h2>
          <ScopeChoice offered={usual} />
        </>
      )}
      {needsFresh && (
        <FreshSignInNotice visit={visit} what="Manage and Delete need" first="allow something there" back={back} />
      )}
    </>
  )
}

function describeLifetime({ services }: Visit): string {
  const { refresh, refreshMax } = services.auth.lifetimes
  const idle = `It stays connected until you revoke it or do not use it for ${formatDuration(refresh)}`
  return refreshMax === undefined ? `${idle}.` : `${idle}, and for ${formatDuration(refreshMax)} at most.`
}
