import type { TokenView } from '../../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import { rich, t } from '../../i18n/t.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { Expiry, ScopeNames } from '../facts.tsx'

interface RegeneratePageProps {
  readonly request: PageRequest
  readonly token: TokenView
  /** Expiration of the new value; null means never. */
  readonly expiresAt: string | null
}

/** Asks before a token gets a new value. */
export function RegeneratePage({ request, token, expiresAt }: RegeneratePageProps) {
  const { id, name, prefix, scopes } = token
  const path = `/account/tokens/${id}`
  return (
    <Form request={request} action={`${path}/regenerate`} class="card">
      <h1>{rich('tokens.regenerate.title', { name: <bdi>{name}</bdi> })}</h1>
      <p>{rich('tokens.regenerate.effect', { prefix: <code>{prefix}…</code> })}</p>
      <dl class="facts">
        <dt>{t('tokens.fields.scope')}</dt>
        <dd>
          <ScopeNames scopes={scopes} />
        </dd>
        <dt>{t('tokens.regenerate.new_expiration')}</dt>
        <dd>
          <Expiry at={expiresAt} now={request.services.now()} />
        </dd>
      </dl>
      <IdempotencyField request={request} />
      <div class="actions">
        <Button look="primary">{t('tokens.regenerate.open')}</Button>
        <ButtonLink href={path}>{t('common.cancel')}</ButtonLink>
      </div>
    </Form>
  )
}
