import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import type { PriorSubmission } from '../forms/submit-once.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'
import { type CreatedToken, TokenCreatedPage } from './token-created-page.tsx'

/** The part of the output of `create_token` that the page reads. */
export const CreatedTokenShape = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
  token: z.string(),
})

/** Sends the page with the value of a new token, the only page that has it. `isRegenerated`: the value replaces another one. */
export function sendCreatedPage(request: PageRequest, created: CreatedToken, { isRegenerated = false } = {}): void {
  const title = isRegenerated ? t('tokens.created.regenerated') : t('tokens.created.title')
  sendPage(request, { title, body: <TokenCreatedPage {...{ request, created, title, isRegenerated }} /> })
}

/** Responds to a form that already created its token. */
export async function sendAlreadyCreatedPage(
  request: PageRequest,
  { user }: SignedIn,
  { id }: PriorSubmission,
): Promise<void> {
  const token = await request.services.store.read.tokens.get(id ?? '')
  const created = token?.user_id === user.id && token.revoked_at === null ? token : undefined
  sendPage(request, {
    title: t('tokens.already_created.title'),
    body: <TokenAlreadyCreatedPage request={request} created={created} />,
  })
}

interface TokenAlreadyCreatedPageProps {
  readonly request: PageRequest
  /** The token that the form created; undefined while it is being created, and after it was revoked. */
  readonly created: Frozen<TokenRecord> | undefined
}

/** The response to a form that already created its token. */
function TokenAlreadyCreatedPage({ request, created }: TokenAlreadyCreatedPageProps) {
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
