import { escapeInvisible } from '../../text/escape.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Confirm } from '../components/confirm.tsx'
import { Time } from '../format/time.tsx'
import type { Visit } from '../requests/visit.ts'
import type { App } from './load-app.ts'

interface AppSignInsProps {
  readonly visit: Visit
  /** Sign-ins of one app, newest first. */
  readonly signIns: readonly App[]
}

/** The sign-ins of an app that registers again on each device, such as a laptop and a desktop. */
export function AppSignIns({ visit, signIns }: AppSignInsProps) {
  const now = visit.services.now()
  return (
    <ul class="rows">
      {signIns.map(({ view, grant }, index) => (
        <li key={view.id}>
          <div>
            <a href={`/account/apps/${view.id}`}>
              Connected <Time at={view.created_at} now={now} />
            </a>
            <p class="hint">
              {pluralize(view.scopes.length, 'scope')}, {pluralize(view.sessions, 'device')}, used{' '}
              <Time at={view.last_used_at} now={now} />
              <UsedFrom grant={grant} />
            </p>
          </div>
          <Confirm
            visit={visit}
            id={`sign-in-${view.id}`}
            open="Revoke"
            label={`Revoke sign-in ${index + 1} of ${view.client_name}`}
            title={`Revoke this sign-in of ${view.client_name}?`}
            action={`/account/apps/${view.id}/revoke-sign-in`}
            small
          >
            <p>This sign-in stops working immediately, with all account tokens that it created.</p>
          </Confirm>
        </li>
      ))}
    </ul>
  )
}

interface LastUseProps {
  readonly grant: App['grant']
  readonly at: string | null
  readonly now: Date
}

/** Time and origin of a sign-in's last use. */
export function LastUse({ grant, at, now }: LastUseProps) {
  if (at === null) return <>Never</>
  return (
    <>
      <Time at={at} now={now} />
      <span class="hint">
        <UsedFrom grant={grant} />
      </span>
    </>
  )
}

const UsedFrom = ({ grant }: Pick<LastUseProps, 'grant'>) => (
  <>
    {grant.address !== undefined && ` from ${grant.address}`}
    {grant.user_agent !== undefined && ` by ${escapeInvisible(grant.user_agent)}`}
  </>
)
