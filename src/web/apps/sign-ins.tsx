import { escapeInvisible } from '../../text/escape.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button } from '../components/button.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import type { App } from './load-app.ts'

interface AppSignInsProps {
  readonly visit: Visit
  /** Of one app, the newest first. */
  readonly signIns: readonly App[]
}

/** The sign-ins of an app that registers anew each time, such as those of a laptop and a desktop: each with its last use, and a button to revoke it. */
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
              {pluralize(view.scopes.length, 'scope')}, {pluralize(view.sessions, 'machine')}, used{' '}
              <LastUse grant={grant} at={view.last_used_at} now={now} />
            </p>
          </div>
          <details>
            <summary aria-label={`Revoke: sign-in ${index + 1} of ${view.client_name}`}>Revoke</summary>
            <Form visit={visit} action={`/account/apps/${view.id}/revoke-sign-in`}>
              <Button look="danger" small label={`Revoke sign-in ${index + 1} of ${view.client_name}`}>
                Revoke sign-in
              </Button>
            </Form>
          </details>
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

/** When a sign-in was last used, and from where. */
export function LastUse({ grant, at, now }: LastUseProps) {
  return (
    <>
      <Time at={at} now={now} />
      {grant.address !== undefined && ` from ${grant.address}`}
      {grant.user_agent !== undefined && ` by ${escapeInvisible(grant.user_agent)}`}
    </>
  )
}
