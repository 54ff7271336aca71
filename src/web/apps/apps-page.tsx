import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { describeRedirectPlaces, type ListedApp } from './load-app.ts'
import { AppSignIns, LastUse, RevokeConsequence } from './sign-ins.tsx'

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
  readonly isPart: boolean
}

interface AppsPageProps {
  readonly apps: readonly ListedApp[]
  readonly more: boolean
  readonly thefts: readonly TokenTheft[]
  readonly revoked: RevokedApp | undefined
  readonly hasRevokedAll: boolean
}

/** The apps with access to a user's account. */
export function AppsPage({ apps, more, thefts, revoked, hasRevokedAll }: AppsPageProps) {
  return (
    <>
      <div class="split">
        <h1>{t('apps.title')}</h1>
        {apps.length > 0 && (
          <Confirm
            id="all"
            open={t('apps.revoke_all.open')}
            title={t('apps.revoke_all.title')}
            action="/account/apps"
            submit={t('apps.revoke_all.submit')}
          >
            <p>{t('apps.revoke_all.effect')}</p>
          </Confirm>
        )}
      </div>
      {revoked !== undefined && (
        <Notice
          kind="good"
          title={t(revoked.isPart ? 'apps.revoked.sign_in' : 'apps.revoked.title', { app: revoked.client })}
        >
          <p>{rich('apps.revoked.message', { time: <Time at={revoked.at} /> })}</p>
        </Notice>
      )}
      {hasRevokedAll && (
        <Notice kind="good" title={t('apps.revoked.all')}>
          <p>{t('apps.revoked.all_message')}</p>
        </Notice>
      )}
      {thefts.map(({ grantId, client, at }) => (
        <Notice key={`${grantId} ${at}`} kind="danger" title={t('apps.theft.title', { app: client })}>
          <p>{rich('apps.theft.message', { time: <Time at={at} /> })}</p>
        </Notice>
      ))}
      {apps.length === 0 ? (
        <div class="empty">
          <p>{t('apps.empty')}</p>
          <CopyBlock label={t('apps.address')} text={`${useRequest().services.baseUrl}/mcp`} />
        </div>
      ) : (
        <section class="card" aria-label={t('apps.label')}>
          <DataTable label={t('apps.title')} columns={listColumns()}>
            {apps.map(app => (
              <Row key={app.view.id} app={app} />
            ))}
          </DataTable>
          {more && <p class="hint">{t('apps.more')}</p>}
        </section>
      )}
    </>
  )
}

const listColumns = () =>
  [
    { heading: t('apps.columns.app') },
    { heading: t('apps.columns.permissions'), kind: 'wide' },
    { heading: t('apps.columns.devices'), kind: 'wide' },
    { heading: t('apps.columns.last_used') },
    { heading: t('apps.columns.connected'), kind: 'wide' },
    { heading: t('apps.columns.actions'), kind: 'actions' },
  ] as const

function Row({ app }: { readonly app: ListedApp }) {
  const { id, client_name, scopes, sessions, created_at } = app.view
  const signIns = [app, ...app.earlier]
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
        <td class="wide">{t('apps.scopes', { count: scopes.length })}</td>
        <td class="wide">
          {t('apps.devices', {
            count: signIns.length === 1 ? sessions : signIns.reduce((sum, { view }) => sum + view.sessions, 0),
          })}
        </td>
        <td>
          <LastUse grant={last.grant} at={last.view.last_used_at} />
        </td>
        <td class="wide">
          <Time at={created_at} />
        </td>
        <td class="actions">
          <Confirm
            id={id}
            open={t('apps.revoke.open')}
            label={t('apps.revoke.label', { app: client_name, places: describeRedirectPlaces(app.grant) })}
            title={t('apps.revoke.title', { app: client_name })}
            action={`/account/apps/${id}/revoke`}
            small
          >
            <RevokeConsequence count={signIns.length} />
          </Confirm>
        </td>
      </tr>
      {signIns.length > 1 && (
        <tr>
          <td colSpan={listColumns().length}>
            <details>
              <summary aria-label={t('apps.sign_ins_of', { count: signIns.length, app: client_name })}>
                {t('apps.sign_ins', { count: signIns.length })}
              </summary>
              <AppSignIns signIns={signIns} />
            </details>
          </td>
        </tr>
      )}
    </>
  )
}
