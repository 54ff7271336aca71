import type { ComponentChildren } from 'preact'
import type { Offer } from '../../auth/oauth/consent.ts'
import { needsFreshSignIn } from '../../auth/oauth/scope-groups.ts'
import { isFresh, type SignedIn } from '../../auth/sessions.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Frozen } from '../../store/store.ts'
import { signInAgainPath } from '../sign-in-again.ts'
import type { Visit } from '../visit.ts'
import { AccountChoice } from './account-choice.tsx'
import { Form } from './form.tsx'
import { ScopeChoice, ScopeSentences } from './scope-list.tsx'

/** What is missing in a form that was sent. */
export type Problem = 'no_answer' | 'no_scope' | 'no_account'

interface ConsentFormProps {
  readonly visit: Visit
  readonly action: string
  readonly signedIn: SignedIn
  readonly offer: Offer
  /** Whether the app has something already and asks for more. */
  readonly isMore: boolean
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: Problem | undefined
  /** Fields of its own. */
  readonly children?: ComponentChildren
}

const PROBLEMS: Readonly<Record<Problem, string>> = {
  no_answer: 'Choose Allow or Deny.',
  no_scope: 'Nothing is ticked. Tick what the app may do, or choose Deny.',
  no_account: 'No account is ticked. Tick at least one, or choose all.',
}

/** The question of a consent page with its two answers, which weigh the same. Deny comes first, so that Enter in a field allows nothing. */
export function ConsentForm(props: ConsentFormProps) {
  const { visit, action, signedIn, offer, isMore, accounts, problem, children } = props
  const isDangerous = offer.scopes.some(({ scope }) => needsFreshSignIn(scope))
  const isStale = !isFresh(signedIn.session, visit.services.now())
  return (
    <Form visit={visit} action={action}>
      {problem !== undefined && (
        <p class="warning" role="alert">
          {PROBLEMS[problem]}
        </p>
      )}
      {children}
      {offer.granted.length > 0 && (
        <details open={offer.scopes.length === 0}>
          <summary>What it may do already</summary>
          <ScopeSentences scopes={offer.granted} />
        </details>
      )}
      {offer.scopes.length > 0 && (
        <section class={isMore ? 'warning' : 'question'}>
          <h2>{isMore ? 'It asks for more' : 'It would like to'}</h2>
          {isMore && <p>Tick only what you want it to do from now on, on every machine where you connected it.</p>}
          <ScopeChoice offered={offer.scopes} />
          {isDangerous && isStale && (
            <p class="hint">
              What administers or deletes needs a sign-in of the last ten minutes:{' '}
              <a href={signInAgainPath(visit)}>sign in again</a> before you tick it.
            </p>
          )}
        </section>
      )}
      <AccountChoice accounts={accounts} chosen={offer.accounts} />
      <p class="hint">
        {lifetimeOf(visit)} You can see and disconnect it at any time under <a href="/account/apps">connected apps</a>.
      </p>
      <div class="answers">
        <button type="submit" name="answer" value="deny">
          Deny
        </button>
        <button type="submit" name="answer" value="allow">
          Allow
        </button>
      </div>
    </Form>
  )
}

function lifetimeOf({ services }: Visit): string {
  const { refresh, refreshMax } = services.auth.lifetimes
  const idle = `It stays connected until you disconnect it or do not use it for ${span(refresh)}`
  return refreshMax === undefined ? `${idle}.` : `${idle}, and for ${span(refreshMax)} at most.`
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
]

/** A span in the largest unit in which it is whole: 30 days. */
function span(ms: number): string {
  const found = UNITS.find(one => ms % one.ms === 0)
  const count = found === undefined ? ms : ms / found.ms
  return `${count} ${found?.unit ?? 'millisecond'}${count === 1 ? '' : 's'}`
}
