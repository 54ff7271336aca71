import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'

interface TokenAlreadyCreatedPageProps {
  readonly request: PageRequest
  /** The token that the form created; undefined while it is being created, and after it was revoked. */
  readonly created: Frozen<TokenRecord> | undefined
}

/** The response to a form that already created its token. */
export function TokenAlreadyCreatedPage({ request, created }: TokenAlreadyCreatedPageProps) {
  return (
    <section class="card">
      <h1>{t('tokens.already_created.title')}</h1>
      <p>{created === undefined ? t('tokens.already_created.find') : t('tokens.already_created.regenerate')}</p>
      {created !== undefined && (
        <>
          <p>
            <bdi>{created.name}</bdi> <code>{created.prefix}…</code>
          </p>
          <div class="actions">
            <ButtonLink href={`/account/tokens/${created.id}/regenerate`} look="primary">
              {t('tokens.regenerate.open')}
            </ButtonLink>
            <Confirm
              request={request}
              id={created.id}
              open={t('tokens.revoke.open')}
              title={t('tokens.revoke.title', { name: created.name })}
              action={`/account/tokens/${created.id}/revoke`}
            >
              <RevokeConsequence />
            </Confirm>
          </div>
        </>
      )}
      <div class="actions">
        <ButtonLink href="/account/tokens">{t('tokens.already_created.list')}</ButtonLink>
      </div>
    </section>
  )
}
