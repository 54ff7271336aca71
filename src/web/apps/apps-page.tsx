import { pluralize } from '../../tools/pluralize.ts'
import { Button } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { ListedApp } from './load-app.ts'
import { describeRedirectPlaces } from './redirect-places.ts'
import { AppSignIns, LastUse } from './sign-ins.tsx'

/** That something of an app was used twice, which a thief does. */
export interface TokenTheft {
  readonly grantId: string
  readonly client: string
  readonly at: string
}

/** That an app is revoked, for who has just done it. */
export interface RevokedApp {
  readonly client: string
  readonly at: string
  /** Whether it was one of several sign-ins. */
  readonly isPart: boolean
}

interface AppsPageProps {
  readonly visit: Visit
  readonly apps: readonly ListedApp[]
  /** Whether there are more than are listed. */
  readonly more: boolean
  readonly thefts: readonly TokenTheft[]
  readonly revoked: RevokedApp | undefined
  readonly hasRevokedAll: boolean
}

/** The apps that act for a person. */
export function AppsPage({ visit, apps, more, thefts, revoked, hasRevokedAll }: AppsPageProps) {
  const now = visit.services.now()
  return (
    <>
      <h1>Connected apps</h1>
      {revoked !== undefined && (
        <Notice
          kind="good"
          title={revoked.isPart ? `A sign-in of ${revoked.client} is revoked` : `${revoked.client} is revoked`}
        >
          <p>
            It was revoked <Time at={revoked.at} now={now} />, with every account token that it made, and has to ask you
            again.
          </p>
        </Notice>
      )}
      {hasRevokedAll && (
        <Notice kind="good" title="All apps are revoked">
          <p>Every account token that they made is revoked, too, and each app has to ask you again.</p>
        </Notice>
      )}
      {thefts.map(({ grantId, client, at }) => (
        <Notice key={`${grantId} ${at}`} kind="danger" title={`${client} was signed out on one machine`}>
          <p>
            Something that it had used before was used again <Time at={at} now={now} />. That happens when a copy of it
            was stolen, and sometimes after a backup was restored. That machine has to connect anew, and the account
            tokens that the app made were revoked. If you do not know why, revoke the app.
          </p>
        </Notice>
      ))}
      {apps.length === 0 ? (
        <div class="empty">
          <p>No app is connected. Paste the address of this service into your agent, and it will ask you here.</p>
          <CopyBlock label="The address" text={`${visit.services.baseUrl}/mcp`} />
        </div>
      ) : (
        <section class="card">
          <p>These apps act for you, each within its scopes and never beyond your own rights.</p>
          <ul class="rows">
            {apps.map(app => (
              <Row key={app.view.id} visit={visit} app={app} />
            ))}
          </ul>
          {more && <p class="hint">There are more: revoke some of these to see them.</p>}
          <details>
            <summary>Revoke all</summary>
            <Form visit={visit} action="/account/apps" class="split">
              <p>Every app stops working at once, with every account token that it made, and has to ask you again.</p>
              <Button look="danger">Revoke all apps</Button>
            </Form>
          </details>
        </section>
      )}
    </>
  )
}

function Row({ visit, app }: { readonly visit: Visit; readonly app: ListedApp }) {
  const now = visit.services.now()
  const { id, client_name, scopes, sessions, created_at } = app.view
  const signIns = [app, ...app.earlier]
  const signInCount = pluralize(signIns.length, 'sign-in')
  const last = signIns.reduce((one, other) =>
    (other.view.last_used_at ?? '') > (one.view.last_used_at ?? '') ? other : one,
  )
  return (
    <li>
      <div>
        <a class="name" href={`/account/apps/${id}`}>
          <bdi>{client_name}</bdi>
        </a>
        <p class="hint">
          {describeRedirectPlaces(app.grant)}, {pluralize(scopes.length, 'scope')},{' '}
          {signIns.length === 1 && `${pluralize(sessions, 'machine')}, `}connected <Time at={created_at} now={now} />
        </p>
        <p class="hint">
          Used <LastUse grant={last.grant} at={last.view.last_used_at} now={now} />
        </p>
        {signIns.length > 1 && (
          <details>
            <summary aria-label={`${signInCount} of ${client_name}`}>{signInCount}</summary>
            <AppSignIns visit={visit} signIns={signIns} />
          </details>
        )}
      </div>
      <details>
        {signIns.length === 1 ? (
          <summary aria-label={`Revoke: ${client_name}`}>Revoke</summary>
        ) : (
          <summary aria-label={`Revoke app: ${client_name}`}>Revoke app</summary>
        )}
        <Form visit={visit} action={`/account/apps/${id}/revoke`}>
          {signIns.length > 1 && <p class="hint">All {signInCount} stop working at once.</p>}
          <Button look="danger" small>
            Revoke {client_name}
          </Button>
        </Form>
      </details>
    </li>
  )
}
