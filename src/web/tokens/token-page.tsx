import { SCOPE_DESCRIPTIONS } from '../../auth/policy/scope-groups.ts'
import { isScope } from '../../auth/policy/scopes.ts'
import type { TokenView } from '../../tools/tokens/view.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'
import { DRAFT_LABELS } from './draft.ts'
import { Expiry, LastUse } from './facts.tsx'

/** What may change of a token, as the person has typed it. */
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
  /** Who made it, in words. */
  readonly maker: string
  readonly edit: TokenEdit
}

/** One account token: what is known of it, what may change, and how to end it. */
export function TokenPage({ visit, token, maker, edit }: TokenPageProps) {
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
          <p>It no longer works. Create a new token instead.</p>
        </Notice>
      )}
      <section class="card">
        <h2>What it is</h2>
        <dl class="facts">
          <dt>Begins with</dt>
          <dd>
            <code>{prefix}…</code>
          </dd>
          <dt>Made on</dt>
          <dd>{account}</dd>
          <dt>Made</dt>
          <dd>
            <Time at={created_at} now={now} /> by <bdi>{maker}</bdi>
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse token={token} now={now} />
          </dd>
          <dt>Expiration</dt>
          <dd>
            <Expiry at={expires_at} now={now} />
          </dd>
          <dt>Scopes</dt>
          <dd>
            <ul>
              {scopes.map(scope => (
                <li key={scope}>
                  {isScope(scope) && SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
        <p class="hint">
          Scopes and expiration can't change. <a href="/account/tokens/new">Create a new token</a> and revoke this one.
        </p>
      </section>
      {!isOver && <EditForm visit={visit} path={path} edit={edit} />}
      {!isOver && (
        <section class="card danger-zone">
          <h2>Danger zone</h2>
          <p>A revoked token stops working at once, with every token that was made with it. That cannot be undone.</p>
          <details>
            <summary>Revoke this token</summary>
            <Form visit={visit} action={`${path}/revoke`} class="actions">
              <Button look="danger">
                Revoke <bdi>{name}</bdi>
              </Button>
            </Form>
          </details>
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
      <FormErrorSummary title="Nothing was changed yet" faults={faults} labels={DRAFT_LABELS} />
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
