import { approvalPath } from '../../auth/oauth/grants/approval-link.ts'
import { SCOPE_DESCRIPTIONS } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { App } from './load-app.ts'
import { describeRedirectPlaces } from './redirect-places.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'
import { AppSignIns, LastUse } from './sign-ins.tsx'

interface AppPageProps {
  readonly visit: Visit
  readonly app: App
  /** All active sign-ins of the app, newest first. */
  readonly signIns: readonly App[]
  /** Scopes that the user just allowed. */
  readonly added: readonly Scope[]
  /** Handles of accounts that the user just allowed. */
  readonly reached: readonly string[]
  /** The scope that the user just removed. */
  readonly removed: Scope | undefined
  /** Whether any scope or account can be added. */
  readonly isAddable: boolean
}

/** One connected app: its facts, permissions and sign-ins, with buttons to revoke them. */
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
        <Notice kind="good" title="Permissions added">
          <ul>
            {added.map(scope => (
              <li key={scope}>
                {SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
              </li>
            ))}
            {reached.map(handle => (
              <li key={handle}>
                Access to the account <code>{handle}</code>.
              </li>
            ))}
          </ul>
          <p>Go back to the app and try again.</p>
        </Notice>
      )}
      {removed !== undefined && (
        <Notice kind="good" title="Permission removed">
          <p>
            {SCOPE_DESCRIPTIONS[removed]} <code>{removed}</code>
          </p>
        </Notice>
      )}
      <section class="card">
        <dl class="facts">
          <dt>Client ID</dt>
          <dd>
            <code>{client_id}</code>
          </dd>
          <dt>Redirects to</dt>
          <dd>{describeRedirectPlaces(grant)}</dd>
          <dt>Connected</dt>
          <dd>
            <Time at={created_at} now={now} />
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse grant={grant} at={last_used_at} now={now} />
          </dd>
          <dt>Devices</dt>
          <dd>{sessions}</dd>
          <dt>Accounts</dt>
          <dd>
            {accounts === 'all' ? 'All, including organizations that you join later' : accounts.join(', ') || 'None'}
          </dd>
        </dl>
        <p class="hint">The app chose its name itself. The name is not verified.</p>
      </section>
      <section class="card">
        <div class="split">
          <h2>Permissions</h2>
          {isAddable && <ButtonLink href={approvalPath(id, missing)}>Add permissions or accounts</ButtonLink>}
        </div>
        {scopes.length === 0 && <p>None. The app stays connected, but can't access anything.</p>}
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
          Removing a permission takes effect immediately. Account tokens that the app created with it are revoked.
        </p>
      </section>
      {signIns.length > 1 && (
        <section class="card">
          <h2>Sign-ins</h2>
          <p>
            This app registers again at each sign-in. This page shows the sign-in of <Time at={created_at} now={now} />.
          </p>
          <AppSignIns visit={visit} signIns={signIns} />
        </section>
      )}
      <section class="card danger-zone">
        <h2>Danger zone</h2>
        <RevokeConsequence count={signIns.length} />
        <div class="actions">
          <Confirm visit={visit} id={id} open="Revoke app" title={`Revoke ${client_name}?`} action={`${path}/revoke`}>
            <RevokeConsequence count={signIns.length} />
          </Confirm>
        </div>
      </section>
    </>
  )
}
