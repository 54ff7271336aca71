import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import { REPLACED_ID_FIELD } from '../forms/idempotency.ts'
import type { Visit } from '../requests/visit.ts'
import type { TokenDraft } from './draft.ts'
import { DraftFields } from './draft-fields.tsx'

interface TokenAlreadyCreatedPageProps {
  readonly visit: Visit
  readonly draft: TokenDraft
  /** What the form made; undefined when that is revoked, or is being made. */
  readonly made: Frozen<TokenRecord> | undefined
}

/** What a form that made its token before answers when it is sent again. */
export function TokenAlreadyCreatedPage({ visit, draft, made }: TokenAlreadyCreatedPageProps) {
  return (
    <section class="card">
      <h1>This token is made already</h1>
      <p>
        The form was sent before, and makes one token only. Its value went into the answer to that. Where the browser
        threw that answer away, as it does at a second click, nobody can show the value again
        {made === undefined ? ': revoke that token among yours, and make another.' : '.'}
      </p>
      {made !== undefined && (
        <Form visit={visit} action="/account/tokens/new" class="stack">
          <p>
            If you have not seen the value of <bdi>{made.name}</bdi> (<code>{made.prefix}…</code>), revoke it here and
            make another one like it.
          </p>
          <DraftFields visit={visit} draft={draft} />
          <input type="hidden" name={REPLACED_ID_FIELD} value={made.id} />
          <div class="actions">
            <Button look="danger" name="step" value="create">
              Revoke it and make another
            </Button>
          </div>
        </Form>
      )}
      <div class="actions">
        <ButtonLink href="/account/tokens">Your tokens</ButtonLink>
        <ButtonLink href="/account/tokens/new">New token</ButtonLink>
      </div>
    </section>
  )
}
