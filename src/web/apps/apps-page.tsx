import { pluralize } from '../../tools/pluralize.ts'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import type { Visit } from '../requests/visit.ts'
import type { ListedApp } from './load-app.ts'
import { describeRedirectPlaces } from './redirect-places.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'
import { AppSignIns, LastUse } from './sign-ins.tsx'

/** A refresh token of an app that was used twice, for example after a theft. */
export interface TokenTheft {
  readonly grantId: string
  readonly client: string
  readonly at: string
}

/** An app that was just revoked. */
export interface RevokedApp {
  readonly client: string
  readonly at: string
  /** Whether a single sign-in of the app was revoked. */
  readonly isPart: boolean
}

interface AppsPageProps {
  readonly visit: Visit
  readonly apps: readonly ListedApp[]
  /** Whether there are more apps than the list shows. */
  readonly more: boolean
  readonly thefts: readonly TokenTheft[]
  readonly revoked: RevokedApp | undefined
  readonly hasRevokedAll: boolean
}

/** The apps with access to a user's account. */
export function AppsPage({ visit, apps, more, thefts, revoked, hasRevokedAll }: AppsPageProps) {
  const now = visit.services.now()
  return (
    <>
      <div class="split">
        <h1>Connected apps</h1>
        {apps.length > 0 && (
          <Confirm
            visit={visit}
            id="all"
            open="Revoke all"
            title="Revoke all apps?"
            action="/account/apps"
            submit="Revoke all apps"
          >
            <p>All apps stop working immediately, with all account tokens that they created. You can't undo this.</p>
          </Confirm>
        )}
      </div>
      {revoked !== undefined && (
        <Notice
          kind="good"
          title={revoked.isPart ? `A sign-in of ${revoked.client} is revoked` : `${revoked.client} is revoked`}
        >
          <p>
            It stopped working <Time at={revoked.at} now={now} />, with all account tokens that it created.
          </p>
        </Notice>
      )}
      {hasRevokedAll && (
        <Notice kind="good" title="All apps are revoked">
          <p>All account tokens that they created are revoked, too.</p>
        </Notice>
      )}
      {thefts.map(({ grantId, client, at }) => (
        <Notice key={`${grantId} ${at}`} kind="danger" title={`${client} was signed out on one device`}>
          <p>
            One of its tokens was used twice <Time at={at} now={now} />. It may be stolen, or a backup was restored. The
            account tokens that the app created are revoked. Connect that device again. If you don't know the cause,
            revoke the app.
          </p>
        </Notice>
      ))}
      {apps.length === 0 ? (
        <div class="empty">
          <p>No app is connected. Add this address to your agent. It asks for access here.</p>
          <CopyBlock label="MCP address" text={`${visit.services.baseUrl}/mcp`} />
        </div>
      ) : (
        <section class="card" aria-label="Apps">
          <DataTable label="Connected apps" columns={COLUMNS}>
            {apps.map(app => (
              <Row key={app.view.id} visit={visit} app={app} />
            ))}
          </DataTable>
          {more && <p class="hint">Revoke apps to see the others.</p>}
        </section>
      )}
    </>
  )
}

const COLUMNS = [
  { heading: 'App' },
  { heading: 'Permissions', kind: 'wide' },
  { heading: 'Devices', kind: 'wide' },
  { heading: 'Last used' },
  { heading: 'Connected', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
] as const

function Row({ visit, app }: { readonly visit: Visit; readonly app: ListedApp }) {
  const now = visit.services.now()
  const { id, client_name, scopes, sessions, created_at } = app.view
  const signIns = [app, ...app.earlier]
  const signInCount = pluralize(signIns.length, 'sign-in')
  const last = signIns.reduce((one, other) =>
    (other.view.last_used_at ?? '') > (one.view.last_used_at ?? '') ? other : one,
  )
  return (
    <>
      <tr>
        <td>
          <a class="name" href={`/account/apps/${id}`}>
            <bdi>{client_name}</bdi>
          </a>
          <span class="hint">{describeRedirectPlaces(app.grant)}</span>
        </td>
        <td class="wide">{pluralize(scopes.length, 'scope')}</td>
        <td class="wide">
          {pluralize(
            signIns.length === 1 ? sessions : signIns.reduce((sum, { view }) => sum + view.sessions, 0),
            'device',
          )}
        </td>
        <td>
          <LastUse grant={last.grant} at={last.view.last_used_at} now={now} />
        </td>
        <td class="wide">
          <Time at={created_at} now={now} />
        </td>
        <td class="actions">
          <Confirm
            visit={visit}
            id={id}
            open="Revoke"
            label={`Revoke ${client_name} (${describeRedirectPlaces(app.grant)})`}
            title={`Revoke ${client_name}?`}
            action={`/account/apps/${id}/revoke`}
            small
          >
            <RevokeConsequence count={signIns.length} />
          </Confirm>
        </td>
      </tr>
      {signIns.length > 1 && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <details>
              <summary aria-label={`${signInCount} of ${client_name}`}>{signInCount}</summary>
              <AppSignIns visit={visit} signIns={signIns} />
            </details>
          </td>
        </tr>
      )}
    </>
  )
}
