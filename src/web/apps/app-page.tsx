import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import { SCOPE_DESCRIPTIONS } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { App } from './load-app.ts'
import { describeRedirectPlaces } from './redirect-places.ts'
import { AppSignIns, LastUse } from './sign-ins.tsx'

interface AppPageProps {
  readonly visit: Visit
  readonly app: App
  /** All that work of the same app, the newest first. */
  readonly signIns: readonly App[]
  /** What the person has just allowed it. */
  readonly added: readonly Scope[]
  /** The handles of accounts where it may do so since then, too. */
  readonly reached: readonly string[]
  /** What the person has just taken from it. */
  readonly removed: Scope | undefined
  /** Whether there is more that it could be allowed. */
  readonly isAddable: boolean
}

/** One connected app: what it may do and where, and how to take that back. */
export function AppPage({ visit, app: { view, grant }, signIns, added, reached, removed, isAddable }: AppPageProps) {
  const now = visit.services.now()
  const { id, client_name, client_id, accounts, scopes, sessions, created_at, last_used_at } = view
  const path = `/account/apps/${id}`
  const missing = ALL_SCOPES.filter(scope => !scopes.includes(scope))
  return (
    <>
      <h1>
        <bdi>{client_name}</bdi>
      </h1>
      {added.length + reached.length > 0 && (
        <Notice kind="good" title="It may do more, from now on">
          <ul>
            {added.map(scope => (
              <li key={scope}>
                {SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
              </li>
            ))}
            {reached.map(handle => (
              <li key={handle}>
                Work in the account <code>{handle}</code>.
              </li>
            ))}
          </ul>
          <p>Go back to the app and let it try again.</p>
        </Notice>
      )}
      {removed !== undefined && (
        <Notice kind="good" title="It may not do this from now on">
          <p>
            {SCOPE_DESCRIPTIONS[removed]} <code>{removed}</code>
          </p>
        </Notice>
      )}
      <section class="card">
        <dl class="facts">
          <dt>Client id</dt>
          <dd>
            <code>{client_id}</code>
          </dd>
          <dt>Where it runs</dt>
          <dd>{describeRedirectPlaces(grant)}</dd>
          <dt>Connected</dt>
          <dd>
            <Time at={created_at} now={now} />
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse grant={grant} at={last_used_at} now={now} />
          </dd>
          <dt>Live machines</dt>
          <dd>{sessions}</dd>
          <dt>Accounts</dt>
          <dd>{accounts === 'all' ? 'All of yours, and those that you join later' : accounts.join(', ') || 'None'}</dd>
        </dl>
        <p class="hint">The name is what the app calls itself; nobody has checked it.</p>
      </section>
      <section class="card">
        <div class="split">
          <h2>What it may do</h2>
          {isAddable && <ButtonLink href={approvalPath(id, missing)}>Add scopes or accounts</ButtonLink>}
        </div>
        {scopes.length === 0 && <p>Nothing. It stays connected and is refused everything that needs a scope.</p>}
        <ul class="rows">
          {scopes.map(scope => (
            <li key={scope}>
              <div>
                <span>
                  {isScope(scope) && SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
                </span>
              </div>
              <Form visit={visit} action={`${path}/scopes`}>
                <input type="hidden" name="scope" value={scope} />
                <Button small name="answer" value="remove" label={`Remove ${scope}`}>
                  Remove
                </Button>
              </Form>
            </li>
          ))}
        </ul>
        <p class="hint">
          What you remove stops at once, also for account tokens that the app made: those that have the scope are
          revoked.
        </p>
      </section>
      {signIns.length > 1 && (
        <section class="card">
          <h2>Sign-ins</h2>
          <p>
            This app registered again when it signed in again. This page shows the sign-in that connected{' '}
            <Time at={created_at} now={now} />.
          </p>
          <AppSignIns visit={visit} signIns={signIns} />
        </section>
      )}
      <section class="card">
        <h2>Revoke</h2>
        <p>
          {signIns.length > 1
            ? `Its ${pluralize(signIns.length, 'sign-in')} stop working at once, with every account token that they made. It has to ask you again.`
            : 'It stops working on every machine at once, with every account token that it made, and has to ask you again.'}
        </p>
        <details>
          <summary>Revoke this app</summary>
          <Form visit={visit} action={`${path}/revoke`} class="actions">
            <Button look="danger">Revoke {client_name}</Button>
          </Form>
        </details>
      </section>
    </>
  )
}
