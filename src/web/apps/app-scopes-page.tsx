import type { OfferedScope } from '../../auth/oauth/authorize/consent.ts'
import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { ErrorDetails } from '../components/error-details.tsx'
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
  /** Names in the URL that are not scopes. */
  readonly unknown: readonly string[]
  /** Accounts of the user that the app cannot access. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  /** IDs of the selected accounts. */
  readonly ticked: readonly string[]
  readonly nothingTicked: boolean
  /** Whether the user came from the page of the app. */
  readonly isOwnWish: boolean
}

/** The field that stores `isOwnWish`. */
export const OWN_REQUEST_FIELD = 'own'

/** Asks the user of a grant to allow more permissions for its app. */
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
      <h1>Add permissions for {name}</h1>
      {unknown.length > 0 && (
        <Notice kind="warning" title="Unknown scopes in the address">
          <p>{unknown.join(', ')}</p>
        </Notice>
      )}
      {nothingTicked && (
        <Notice kind="danger" title="Nothing is selected" isFirst>
          <span>Select what to allow, or choose Deny.</span>
          <ErrorDetails />
        </Notice>
      )}
      {isEmpty ? (
        <section class="card">
          <p>There is nothing to add. The app already has these permissions.</p>
        </section>
      ) : (
        <Form visit={visit} action={approvalPath(view.id, add)} class="card">
          {isOwnWish && <input type="hidden" name={OWN_REQUEST_FIELD} value="1" />}
          {wanted.length > 0 && (
            <section class="stack">
              <h2>Needed in the last 15 minutes</h2>
              <ScopeChoice offered={wanted} />
            </section>
          )}
          {others.length > 0 && (
            <section class="stack">
              {isOwnWish ? (
                <h2>Permissions</h2>
              ) : (
                <Notice kind="warning" title="The app did not ask for this">
                  <span>
                    If someone gave you this link, they may want the access for themselves. Select only what you meant
                    to allow.
                  </span>
                </Notice>
              )}
              <ScopeChoice offered={others} />
            </section>
          )}
          {accounts.length > 0 && (
            <fieldset class="checklist">
              <legend>Other accounts</legend>
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
          <p class="hint">Your answer applies immediately, on every device where the app is connected.</p>
          <AllowDenyButtons />
        </Form>
      )}
      <p>
        <a href={path}>Current permissions of {name}</a>
      </p>
    </>
  )
}
