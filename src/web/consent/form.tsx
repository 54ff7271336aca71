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

/** Errors that the user has to correct. An empty selection is not an error: the form is shown again. */
const PROBLEM_MESSAGES: Readonly<Record<Exclude<IncompleteReason, 'no_scope'>, string>> = {
  no_answer: 'Choose Allow or Deny.',
  no_account: 'Select at least one account, or choose all your accounts.',
  two_reaches:
    'You chose all your accounts and also selected some. Choose “Only selected accounts”, or clear the selection.',
}

interface ConsentFormProps {
  readonly visit: Visit
  /** The path that the form is sent to. */
  readonly action: string
  /** The page to return to after signing in again. */
  readonly back: string
  readonly offer: Offer
  /** Whether a connected app asks for more permissions. */
  readonly isMore: boolean
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly problem?: IncompleteReason | undefined
  /** Additional fields. */
  readonly children?: ComponentChildren
}

/**
 * The form of a consent page, whose two answers have equal weight. Deny comes first, so that Enter in a field doesn't
 * allow anything.
 */
export function ConsentForm(props: ConsentFormProps) {
  const { visit, action, offer, accounts, problem, children } = props
  const offersAll = offer.extra.length > 0 || problem === 'no_scope'
  return (
    <Form visit={visit} action={action} class="card">
      {isFault(problem) && <Notice kind="danger" title={PROBLEM_MESSAGES[problem]} isFirst />}
      {problem === 'no_scope' && (
        <Notice kind="info" title="Choose what to allow" isFirst>
          <span>
            You selected no permission. Choose Allow all requested, or select permissions and choose Allow. To give no
            access, choose Deny.
          </span>
        </Notice>
      )}
      {children}
      {offer.granted.length > 0 && (
        <details open={offer.scopes.length === 0}>
          <summary>Current permissions</summary>
          <div class="stack">
            <ScopeSentences scopes={offer.granted} />
          </div>
        </details>
      )}
      {offer.scopes.length > 0 && <RequestedScopes {...props} />}
      <AccountChoice accounts={accounts} offered={offer.accounts} />
      <p class="hint">
        The app never exceeds your own permissions in an account. {describeLifetime(visit)} You can revoke it at any
        time under <a href="/account/apps">connected apps</a>.
      </p>
      {offersAll && (
        <p class="hint">Allow grants what is selected. Allow all requested grants everything that the app asks for.</p>
      )}
      <AllowDenyButtons offersAll={offersAll} />
    </Form>
  )
}

/** Whether the user has to correct something. */
export const isFault = (problem: IncompleteReason | undefined): problem is Exclude<IncompleteReason, 'no_scope'> =>
  problem !== undefined && problem !== 'no_scope'

/** The requested scopes: first those that are never preselected. */
function RequestedScopes({ visit, back, offer, isMore }: ConsentFormProps) {
  const extra = offer.scopes.filter(({ scope }) => offer.extra.includes(scope))
  const usual = offer.scopes.filter(one => !extra.includes(one))
  const extraTitle = usual.length === 0 ? 'Requested, not selected' : 'Also requested, not selected'
  const needsFresh = offer.scopes.some(({ scope }) => needsFreshSignIn(scope))
  return (
    <>
      {isMore && (
        <Notice kind="warning" title="This app asks for more permissions">
          <span>Your answer applies immediately, on every device where the app is connected.</span>
          {extra.length > 0 && <h2>{extraTitle}</h2>}
          <ScopeChoice offered={extra} />
          {usual.length > 0 && <h2>Needed a moment ago, selected</h2>}
          <ScopeChoice offered={usual} />
        </Notice>
      )}
      {!isMore && extra.length > 0 && (
        <Notice kind="warning" title={extraTitle}>
          <span>Everyday work does not need this. Select only what you want to allow.</span>
          <ScopeChoice offered={extra} />
        </Notice>
      )}
      {!isMore && usual.length > 0 && (
        <>
          <h2>Permissions</h2>
          <ScopeChoice offered={usual} collapsesReads />
        </>
      )}
      {needsFresh && (
        <FreshSignInNotice
          visit={visit}
          what="Admin and delete permissions need"
          first="allow one of them"
          back={back}
        />
      )}
    </>
  )
}

function describeLifetime({ services }: Visit): string {
  const { refresh, refreshMax } = services.auth.lifetimes
  const idle = `It stays connected until you revoke it or don't use it for ${formatDuration(refresh)}`
  return refreshMax === undefined ? `${idle}.` : `${idle}, and for ${formatDuration(refreshMax)} at most.`
}
