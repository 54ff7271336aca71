import type { ComponentChildren } from 'preact'
import type { Missing, Offer } from '../../auth/oauth/consent.ts'
import { needsFreshSignIn } from '../../auth/oauth/scope-groups.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen } from '../../store/store.ts'
import { formatSpan } from '../format-span.ts'
import type { Visit } from '../visit.ts'
import { AccountChoice } from './account-choice.tsx'
import { AllowOrDeny } from './answers.tsx'
import { Form } from './form.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { Notice } from './notice.tsx'
import { ScopeChoice, ScopeSentences } from './scope-list.tsx'

const PROBLEMS: Readonly<Record<Missing, string>> = {
  no_answer: 'Choose Allow or Deny.',
  no_scope: 'Nothing is ticked. Tick what the app may do, or choose Deny.',
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
  readonly problem?: Missing | undefined
  /** Fields of its own. */
  readonly children?: ComponentChildren
}

/** The question of a consent page with its two answers, which weigh the same. Deny comes first, so that Enter in a field allows nothing. */
export function ConsentForm(props: ConsentFormProps) {
  const { visit, action, offer, accounts, problem, children } = props
  return (
    <Form visit={visit} action={action} class="card">
      {problem !== undefined && <Notice kind="danger" title={PROBLEMS[problem]} isFirst />}
      {children}
      {offer.granted.length > 0 && (
        <details open={offer.scopes.length === 0}>
          <summary>What it may do already</summary>
          <div class="stack">
            <ScopeSentences scopes={offer.granted} />
          </div>
        </details>
      )}
      {offer.scopes.length > 0 && <Wishes {...props} />}
      <AccountChoice accounts={accounts} offered={offer.accounts} />
      <p class="hint">
        In each account it can do no more than your own role there allows. {lifetimeOf(visit)} You can look at it and
        revoke it at any time under <a href="/account/apps">connected apps</a>.
      </p>
      <AllowOrDeny />
    </Form>
  )
}

function Wishes({ visit, back, offer, isMore }: ConsentFormProps) {
  const needsFresh = offer.scopes.some(({ scope }) => needsFreshSignIn(scope))
  return (
    <>
      {isMore ? (
        <Notice kind="warning" title="It asks for more than it has">
          <span>Tick only what it may do from now on, wherever you connected it.</span>
          <ScopeChoice offered={offer.scopes} />
        </Notice>
      ) : (
        <>
          <h2>It would like to</h2>
          <ScopeChoice offered={offer.scopes} />
        </>
      )}
      {needsFresh && (
        <FreshSignIn visit={visit} what="Manage and Delete need" first="tick something there" back={back} />
      )}
    </>
  )
}

function lifetimeOf({ services }: Visit): string {
  const { refresh, refreshMax } = services.auth.lifetimes
  const idle = `It stays connected until you revoke it or do not use it for ${formatSpan(refresh)}`
  return refreshMax === undefined ? `${idle}.` : `${idle}, and for ${formatSpan(refreshMax)} at most.`
}
