import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface RemoveLastIdentityPageProps {
  readonly request: PageRequest
  readonly identity: Frozen<IdentityRecord>
}

/** Asks before a user removes their last sign-in method. */
export function RemoveLastIdentityPage({ request, identity: { id, login, issuer } }: RemoveLastIdentityPageProps) {
  return (
    <section class="card">
      <h1>{t('account.methods.remove_last.title')}</h1>
      <p>{t('account.methods.remove_last.effect', { login, host: new URL(issuer).host })}</p>
      <Form request={request} action={`/account/identities/${id}/remove`}>
        <input type="hidden" name="sure" value="1" />
        <div class="actions">
          <Button look="danger">{t('common.remove')}</Button>
          <ButtonLink href="/account">{t('common.cancel')}</ButtonLink>
        </div>
      </Form>
    </section>
  )
}
