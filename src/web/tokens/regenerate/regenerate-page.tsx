import type { TokenView } from '../../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import type { Visit } from '../../requests/visit.ts'
import { Expiry, ScopeNames } from '../facts.tsx'

interface RegeneratePageProps {
  readonly visit: Visit
  readonly token: TokenView
  /** Expiration of the new value; null means never. */
  readonly expiresAt: string | null
}

/** Asks before a token gets a new value. */
export function RegeneratePage({ visit, token, expiresAt }: RegeneratePageProps) {
  const { id, name, prefix, scopes } = token
  const path = `/account/tokens/${id}`
  return (
    <Form visit={visit} action={`${path}/regenerate`} class="card">
      <h1>
        Regenerate <bdi>{name}</bdi>?
      </h1>
      <p>
        You get a new value. The name and permissions stay the same. The old value (<code>{prefix}…</code>) stops
        working immediately, and so does every token that was created with it. You can't undo this.
      </p>
      <dl class="facts">
        <dt>Permissions</dt>
        <dd>
          <ScopeNames scopes={scopes} />
        </dd>
        <dt>New expiration</dt>
        <dd>
          <Expiry at={expiresAt} now={visit.services.now()} />
        </dd>
      </dl>
      <IdempotencyField visit={visit} />
      <div class="actions">
        <Button look="primary">Regenerate</Button>
        <ButtonLink href={path}>Cancel</ButtonLink>
      </div>
    </Form>
  )
}
