import type { TokenView } from '../../tools/tokens/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorSummary } from '../forms/error-summary.tsx'
import { Facts } from '../forms/facts.tsx'
import { Field, Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { nameResource, RESOURCES } from './access-grid.tsx'
import { Expiry, LastUse, RevokeConsequence } from './facts.tsx'
import { listDraftLabels } from './new/draft.ts'
import { canRegenerate } from './own-token.ts'

/** The editable fields of a token, as submitted. */
export interface TokenEdit {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly faults: { readonly name?: string | undefined; readonly description?: string | undefined }
  readonly isSaved: boolean
}

interface TokenPageProps {
  readonly token: TokenView
  /** How the token was created, as the end of a sentence. */
  readonly creator: string
  readonly edit: TokenEdit
}

/** One account token: its facts, its name and description to edit, and buttons to regenerate or revoke it. */
export function TokenPage({ token, creator, edit }: TokenPageProps) {
  const now = useRequest().services.now()
  const { id, name, prefix, account, scopes, created_at, expires_at } = token
  const path = `/account/tokens/${id}`
  const isOver = expires_at !== null && Date.parse(expires_at) <= now.getTime()
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {edit.isSaved && <Notice kind="good" title={t('tokens.token.saved')} />}
      {isOver && (
        <Notice kind="warning" title={t('tokens.token.expired')}>
          <p>{canRegenerate(token) ? t('tokens.token.expired_regenerate') : t('tokens.token.expired_create')}</p>
        </Notice>
      )}
      <section class="card">
        <h2>{t('tokens.token.details')}</h2>
        <Facts
          of={{
            [t('tokens.token.prefix')]: <code>{prefix}…</code>,
            [t('tokens.token.account')]: account,
            [t('tokens.token.created')]: rich('tokens.token.created_value', {
              time: <Time at={created_at} />,
              creator: <bdi>{creator}</bdi>,
            }),
            [t('tokens.token.last_used')]: <LastUse token={token} />,
            [t('tokens.token.expiration')]: <Expiry at={expires_at} now={now} />,
          }}
        />
      </section>
      <section class="card">
        <h2>{t('tokens.token.permissions')}</h2>
        <PermissionTable scopes={scopes} />
        <p class="hint">{rich('tokens.token.fixed', { link: text => <a href="/account/tokens/new">{text}</a> })}</p>
      </section>
      {!isOver && <EditForm path={path} edit={edit} />}
      {canRegenerate(token) && (
        <section class="card">
          <h2>{t('tokens.token.new_value')}</h2>
          <p>{t('tokens.token.new_value_advice')}</p>
          <div class="actions">
            <ButtonLink href={`${path}/regenerate`}>{t('tokens.regenerate.open')}</ButtonLink>
          </div>
        </section>
      )}
      {!isOver && (
        <section class="card danger-zone">
          <h2>{t('tokens.token.danger')}</h2>
          <RevokeConsequence />
          <div class="actions">
            <Confirm
              id={id}
              open={t('tokens.revoke.token')}
              title={t('tokens.revoke.title', { name })}
              action={`${path}/revoke`}
            >
              <RevokeConsequence />
            </Confirm>
          </div>
        </section>
      )}
    </>
  )
}

function EditForm({ path, edit }: Pick<TokenPageProps, 'edit'> & { readonly path: string }) {
  const { name, description, faults } = edit
  const labels = listDraftLabels()
  return (
    <Form action={path} class="card">
      <h2>{t('tokens.token.edit')}</h2>
      <FormErrorSummary title={t('tokens.not_changed')} faults={faults} labels={labels} />
      <Field name="name" label={labels.name} value={name} fault={faults.name} required />
      <Field
        name="description"
        label={t('forms.optional', { label: labels.description })}
        kind="lines"
        value={description}
        fault={faults.description}
      />
      <div class="actions">
        <Button look="primary">{t('common.save')}</Button>
      </div>
    </Form>
  )
}

/** The permissions of a token: a row for each resource that it can access. */
function PermissionTable({ scopes }: { readonly scopes: readonly string[] }) {
  const rows = RESOURCES.flatMap(resource => {
    const actions = scopes.filter(scope => scope.startsWith(`${resource}:`)).map(scope => scope.split(':')[1] ?? '')
    return actions.length === 0 ? [] : [{ resource, actions }]
  })
  return (
    <table>
      <caption class="unseen">{t('tokens.access.label')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tokens.access.resource')}</th>
          <th scope="col">{t('tokens.access.access')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, actions }) => (
          <tr key={resource}>
            <th scope="row">{nameResource(resource).name}</th>
            <td>
              <span class="badges">
                {actions.map(action => (
                  <code key={action}>{`${resource}:${action}`}</code>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
