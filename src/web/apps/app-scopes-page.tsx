import type { OfferedScope } from '../../auth/oauth/authorize/consent.ts'
import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { Notice } from '../components/notice.tsx'
import { ScopeChoice } from '../components/scope-list.tsx'
import { AllowDenyButtons } from '../forms/answer-buttons.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { App } from './load-app.ts'

interface AppScopesPageProps {
  readonly visit: Visit
  readonly app: App
  readonly offered: readonly OfferedScope[]
  /** Names in the address that are no scopes. */
  readonly unknown: readonly string[]
  /** Accounts of the person that the app does not reach. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  /** The ids of those that are ticked. */
  readonly ticked: readonly string[]
  readonly nothingTicked: boolean
  /** Whether the person began it on the page of the app. */
  readonly isOwnWish: boolean
}

/** The field that keeps that. */
export const OWN_REQUEST_FIELD = 'own'

/** Asks the owner of a grant whether its app may do more. */
export function AppScopesPage(props: AppScopesPageProps) {
  const {
    visit,
    app: { view },
    offered,
    unknown,
    accounts,
    ticked,
    nothingTicked,
    isOwnWish,
  } = props
  const wanted = offered.filter(({ isWanted }) => isWanted)
  const others = offered.filter(({ isWanted }) => !isWanted)
  const path = `/account/apps/${view.id}`
  const name = <bdi>{view.client_name}</bdi>
  const isEmpty = offered.length + accounts.length === 0
  const add = offered.map(({ scope }) => scope)
  return (
    <>
      <h1>Allow {name} more?</h1>
      {unknown.length > 0 && (
        <Notice kind="warning" title="The address names what is no scope">
          <p>{unknown.join(', ')}</p>
        </Notice>
      )}
      {nothingTicked && (
        <Notice kind="danger" title="Nothing is ticked" isFirst>
          <span>Tick what it may do, or choose Deny.</span>
        </Notice>
      )}
      {isEmpty ? (
        <section class="card">
          <p>There is nothing to add: it may do this already, and it was refused nothing in the last 15 minutes.</p>
        </section>
      ) : (
        <Form visit={visit} action={approvalPath(view.id, add)} class="card">
          {isOwnWish && <input type="hidden" name={OWN_REQUEST_FIELD} value="1" />}
          {wanted.length > 0 && (
            <section class="stack">
              <h2>It was refused this in the last 15 minutes</h2>
              <ScopeChoice offered={wanted} />
            </section>
          )}
          {others.length > 0 && (
            <section class="stack">
              {isOwnWish ? (
                <h2>Tick what it may do from now on</h2>
              ) : (
                <Notice kind="warning" title="Nobody asked for this">
                  <span>
                    The app was not refused any of this lately. If somebody gave you this address, they may want it for
                    themselves. Tick only what you meant to allow.
                  </span>
                </Notice>
              )}
              <ScopeChoice offered={others} />
            </section>
          )}
          {accounts.length > 0 && (
            <fieldset class="checklist">
              <legend>Accounts that it does not reach</legend>
              {accounts.map(({ id, handle, name: title, kind }) => (
                <label key={id}>
                  <input type="checkbox" name="account" value={id} checked={ticked.includes(id)} />
                  <span>
                    <bdi>{title}</bdi> <code>{handle}</code>
                    {kind === 'organization' && <span class="hint">organization</span>}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <p class="hint">What you allow counts at once, on every machine where it is connected.</p>
          <AllowDenyButtons />
        </Form>
      )}
      <p>
        <a href={path}>What {name} may do now</a>
      </p>
    </>
  )
}
