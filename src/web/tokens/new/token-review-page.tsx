import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ScopeSentences } from '../../components/scope-list.tsx'
import { formatDay } from '../../format/day.ts'
import { Form } from '../../forms/form.tsx'
import { IdempotencyField } from '../../forms/submit-once-field.tsx'
import { t } from '../../i18n/t.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { getExpirationDay, type TokenDraft } from './draft.ts'

interface TokenReviewPageProps {
  readonly request: PageRequest
  readonly draft: TokenDraft
  readonly isOnOrganization: boolean
}

/** Shows a token with admin or delete permissions before it is created. */
export function TokenReviewPage({ request, draft, isOnOrganization }: TokenReviewPageProps) {
  const { name, description, account, scopes } = draft
  const until = getExpirationDay(draft, request.services.now())
  return (
    <Form request={request} action="/account/tokens/new" class="card">
      <h1>{t('tokens.review.title')}</h1>
      <Notice kind="warning" title={t('tokens.review.dangerous')}>
        <p>{t('tokens.review.dangerous_advice')}</p>
      </Notice>
      {until === '' && (
        <Notice kind="warning" title={t('tokens.review.endless')}>
          <p>{t('tokens.review.endless_advice')}</p>
        </Notice>
      )}
      <dl class="facts">
        <dt>{t('tokens.fields.name')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        {description !== '' && (
          <>
            <dt>{t('tokens.fields.description')}</dt>
            <dd class="text" dir="auto">
              {description}
            </dd>
          </>
        )}
        <dt>{t('tokens.fields.account')}</dt>
        <dd>{t(isOnOrganization ? 'tokens.review.only_organization' : 'tokens.new.owner.you', { account })}</dd>
        <dt>{t('tokens.fields.expires')}</dt>
        <dd>{until === '' ? t('tokens.never') : t('tokens.review.end_of_day', { day: formatDay(until) })}</dd>
      </dl>
      <div class="stack">
        <h2>{t('tokens.fields.scope')}</h2>
        <ScopeSentences scopes={scopes} />
      </div>
      <DraftFields request={request} draft={draft} />
      <div class="actions">
        <Button look="primary" name="step" value="confirm">
          {t('tokens.create')}
        </Button>
        <Button name="step" value="edit">
          {t('common.edit')}
        </Button>
      </div>
    </Form>
  )
}

interface DraftFieldsProps {
  readonly request: PageRequest
  readonly draft: TokenDraft
}

/** The hidden fields for creating a token from a draft. */
function DraftFields({ request, draft }: DraftFieldsProps) {
  const { scopes, ...others } = draft
  const until = getExpirationDay(draft, request.services.now())
  return (
    <>
      <IdempotencyField request={request} />
      {Object.entries({ ...others, until }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {scopes.map(scope => (
        <input key={scope} type="hidden" name="scope" value={scope} />
      ))}
    </>
  )
}
