import type { ComponentChildren } from 'preact'
import { Confirm } from '../components/confirm.tsx'
import type { Visit } from '../requests/visit.ts'

interface VisibilityFormProps {
  readonly visit: Visit
  readonly action: string
  /** The handle of the account. */
  readonly account: string
  readonly isPublic: boolean
  /** The users who can read a private account, such as "you". */
  readonly readers: string
  /** Describes the current visibility. */
  readonly children: ComponentChildren
}

/** Makes an account public or private. */
export function VisibilityForm({ visit, action, account, isPublic, readers, children }: VisibilityFormProps) {
  const other = isPublic ? 'private' : 'public'
  return (
    <section class="card">
      <h2>Visibility</h2>
      <p>{children}</p>
      <div class="actions">
        <Confirm
          visit={visit}
          id="visibility"
          open={`Make ${other}`}
          title={`Make ${account} ${other}?`}
          action={action}
          submit={`Make ${account} ${other}`}
          name="setting"
          value="visibility"
          look="primary"
        >
          <input type="hidden" name="public" value={isPublic ? 'no' : 'yes'} />
          <p>
            {isPublic
              ? `Only ${readers} can then read its projects.`
              : 'All signed-in users of this server can then read its projects, translations and voice over MCP and REST. They cannot change them. Pages and glossary terms stay private.'}
          </p>
        </Confirm>
      </div>
    </section>
  )
}
