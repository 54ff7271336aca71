import { escapeInvisible } from '../../text/escape.ts'
import { Confirm } from '../components/confirm.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import type { App } from './load-app.ts'

interface AppSignInsProps {
  /** Sign-ins of one app, newest first. */
  readonly signIns: readonly App[]
}

/** The sign-ins of an app that registers again on each device, such as a laptop and a desktop. */
export function AppSignIns({ signIns }: AppSignInsProps) {
  return (
    <ul class="rows">
      {signIns.map(({ view, grant }, index) => (
        <li key={view.id}>
          <div>
            <a href={`/account/apps/${view.id}`}>
              {rich('apps.sign_in.connected', { time: <Time at={view.created_at} /> })}
            </a>
            <p class="hint">
              {rich(view.last_used_at === null ? 'apps.sign_in.facts_unused' : 'apps.sign_in.facts', {
                scopes: t('apps.scopes', { count: view.scopes.length }),
                devices: t('apps.devices', { count: view.sessions }),
                time: <Time at={view.last_used_at} />,
                ...getOrigin(grant),
              })}
            </p>
          </div>
          <Confirm
            id={`sign-in-${view.id}`}
            open={t('apps.revoke.open')}
            label={t('apps.sign_in.revoke_label', { number: index + 1, app: view.client_name })}
            title={t('apps.sign_in.revoke_title', { app: view.client_name })}
            action={`/account/apps/${view.id}/revoke-sign-in`}
            small
          >
            <p>{t('apps.sign_in.revoke_effect')}</p>
          </Confirm>
        </li>
      ))}
    </ul>
  )
}

/** Time and origin of a sign-in's last use. */
export function LastUse({ grant, at }: { readonly grant: App['grant']; readonly at: string | null }) {
  const origin = getOrigin(grant)
  if (at === null) return <>{t('apps.sign_in.never')}</>
  return (
    <>
      <Time at={at} />
      <span class="hint">{origin.origin !== 'none' && ` ${t('apps.sign_in.origin', origin)}`}</span>
    </>
  )
}

/** The values of a message about the origin of a use. */
function getOrigin({ address, user_agent }: App['grant']) {
  const origin =
    address === undefined
      ? user_agent === undefined
        ? 'none'
        : 'client'
      : user_agent === undefined
        ? 'address'
        : 'both'
  return { origin, address: address ?? '', client: escapeInvisible(user_agent ?? '') }
}

/** Describes the effect of revoking an app with `count` sign-ins. */
export const RevokeConsequence = ({ count }: { readonly count: number }) => (
  <p>{t('apps.revoke.consequence', { count })}</p>
)
