import type { TokenView } from '../../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import { rich, t } from '../../i18n/t.ts'
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
      <h1>{rich('tokens.regenerate.title', { name: <bdi>{name}</bdi> })}</h1>
      <p>{rich('tokens.regenerate.effect', { prefix: <code>{prefix}…</code> })}</p>
      <dl class="facts">
        <dt>{t('tokens.fields.scope')}</dt>
        <dd>
          <ScopeNames scopes={scopes} />
        </dd>
        <dt>{t('tokens.regenerate.new_expiration')}</dt>
        <dd>
          <Expiry at={expiresAt} now={visit.services.now()} />
        </dd>
      </dl>
      <IdempotencyField visit={visit} />
      <div class="actions">
        <Button look="primary">{t('tokens.regenerate.open')}</Button>
        <ButtonLink href={path}>{t('common.cancel')}</ButtonLink>
      </div>
    </Form>
  )
}
