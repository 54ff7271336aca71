import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ScopeSentences } from '../../components/scope-list.tsx'
import { formatDay } from '../../format/day.ts'
import { Form } from '../../forms/form.tsx'
import type { Visit } from '../../requests/visit.ts'
import { getExpirationDay, type TokenDraft } from './draft.ts'
import { DraftFields } from './draft-fields.tsx'

interface TokenReviewPageProps {
  readonly visit: Visit
  readonly draft: TokenDraft
  readonly isOnOrganization: boolean
}

/** Shows a token with admin or delete permissions before it is created. */
export function TokenReviewPage({ visit, draft, isOnOrganization }: TokenReviewPageProps) {
  const { name, description, account, scopes } = draft
  const until = getExpirationDay(draft, visit.services.now())
  return (
    <Form visit={visit} action="/account/tokens/new" class="card">
      <h1>Create this token?</h1>
      <Notice kind="warning" title="This token can manage or delete">
        <p>A bug in your script could permanently delete data. Keep only the permissions that it needs.</p>
      </Notice>
      {until === '' && (
        <Notice kind="warning" title="This token never expires">
          <p>Anyone who finds a copy can use it until it is revoked. Choose a date if you can.</p>
        </Notice>
      )}
      <dl class="facts">
        <dt>Name</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        {description !== '' && (
          <>
            <dt>Description</dt>
            <dd class="text" dir="auto">
              {description}
            </dd>
          </>
        )}
        <dt>Account</dt>
        <dd>{isOnOrganization ? `${account} (only this organization)` : `${account} (you)`}</dd>
        <dt>Expiration</dt>
        <dd>{until === '' ? 'Never' : `${formatDay(until)}, at the end of the day in UTC`}</dd>
      </dl>
      <div class="stack">
        <h2>Permissions</h2>
        <ScopeSentences scopes={scopes} />
      </div>
      <DraftFields visit={visit} draft={draft} />
      <div class="actions">
        <Button look="primary" name="step" value="confirm">
          Create token
        </Button>
        <Button name="step" value="edit">
          Edit
        </Button>
      </div>
    </Form>
  )
}
