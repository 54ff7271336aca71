import type { TokenView } from '../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { Expiry, LastUse } from './facts.tsx'
import { DRAFT_LABELS } from './new/draft.ts'
import { PermissionTable } from './permission-table.tsx'
import { canRegenerate } from './regenerate/expiration.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'

/** The editable fields of a token, as submitted. */
export interface TokenEdit {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly faults: { readonly name?: string | undefined; readonly description?: string | undefined }
  /** Whether it was saved just now. */
  readonly isSaved: boolean
}

interface TokenPageProps {
  readonly visit: Visit
  readonly token: TokenView
  /** How the token was created, as the end of a sentence. */
  readonly creator: string
  readonly edit: TokenEdit
}

/** One account token: its facts, its name and description to edit, and buttons to regenerate or revoke it. */
export function TokenPage({ visit, token, creator, edit }: TokenPageProps) {
  const now = visit.services.now()
  const { id, name, prefix, account, scopes, created_at, expires_at } = token
  const path = `/account/tokens/${id}`
  const isOver = expires_at !== null && Date.parse(expires_at) <= now.getTime()
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {edit.isSaved && <Notice kind="good" title="Saved" />}
      {isOver && (
        <Notice kind="warning" title="This token has expired">
          <p>{canRegenerate(token) ? 'Regenerate it to get a new value.' : 'Create a new token.'}</p>
        </Notice>
      )}
      <section class="card">
        <h2>Details</h2>
        <dl class="facts">
          <dt>Prefix</dt>
          <dd>
            <code>{prefix}…</code>
          </dd>
          <dt>Account</dt>
          <dd>{account}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={created_at} now={now} /> <bdi>{creator}</bdi>
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse token={token} now={now} />
          </dd>
          <dt>Expiration</dt>
          <dd>
            <Expiry at={expires_at} now={now} />
          </dd>
        </dl>
      </section>
      <section class="card">
        <h2>Permissions</h2>
        <PermissionTable scopes={scopes} />
        <p class="hint">
          Permissions and expiration can't change. To use others, <a href="/account/tokens/new">create a new token</a>{' '}
          and revoke this one.
        </p>
      </section>
      {!isOver && <EditForm visit={visit} path={path} edit={edit} />}
      {canRegenerate(token) && (
        <section class="card">
          <h2>New value</h2>
          <p>
            Regenerate the token when its value is lost or leaked. The name and permissions stay the same. The old value
            stops working immediately.
          </p>
          <div class="actions">
            <ButtonLink href={`${path}/regenerate`}>Regenerate</ButtonLink>
          </div>
        </section>
      )}
      {!isOver && (
        <section class="card danger-zone">
          <h2>Danger zone</h2>
          <RevokeConsequence />
          <div class="actions">
            <Confirm visit={visit} id={id} open="Revoke token" title={`Revoke ${name}?`} action={`${path}/revoke`}>
              <RevokeConsequence />
            </Confirm>
          </div>
        </section>
      )}
    </>
  )
}

function EditForm({ visit, path, edit }: Pick<TokenPageProps, 'visit' | 'edit'> & { readonly path: string }) {
  const { name, description, faults } = edit
  return (
    <Form visit={visit} action={path} class="card">
      <h2>Name and description</h2>
      <FormErrorSummary title="The token was not changed" faults={faults} labels={DRAFT_LABELS} />
      <Field name="name" label={DRAFT_LABELS.name} value={name} fault={faults.name} required />
      <Field
        name="description"
        label={`${DRAFT_LABELS.description} (optional)`}
        kind="lines"
        value={description}
        fault={faults.description}
      />
      <div class="actions">
        <Button look="primary">Save</Button>
      </div>
    </Form>
  )
}
