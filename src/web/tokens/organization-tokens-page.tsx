import type { OrganizationTokenView } from '../../tools/organizations/list-organization-tokens.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { Expiry, ExpiryOnPhone, LastUse, ListedScopes } from './facts.tsx'
import { RevokeConsequence } from './revoke-consequence.tsx'
import { createTokenPrompt, listTokenColumns, RevokedNotice, type RevokedToken } from './tokens-page.tsx'

interface OrganizationTokensPageProps {
  readonly request: PageRequest
  readonly organization: OrganizationView
  readonly tokens: readonly OrganizationTokenView[]
  readonly next: string | undefined
  readonly revoked: RevokedToken | undefined
}

/** The tokens that an organization owns, for its administrators. */
export function OrganizationTokensPage({ request, organization, tokens, next, revoked }: OrganizationTokensPageProps) {
  const now = request.services.now()
  const handle = organization.organization
  const create = `/account/tokens/new?${new URLSearchParams({ account: handle })}`
  return (
    <OrganizationFrame request={request} organization={organization} here="tokens">
      <div class="split">
        <h2>{t('tokens.organization.title')}</h2>
        {tokens.length > 0 && (
          <ButtonLink href={create} look="primary">
            {t('tokens.create')}
          </ButtonLink>
        )}
      </div>
      {revoked !== undefined && <RevokedNotice revoked={revoked} now={now} />}
      {tokens.length === 0 ? (
        <div class="empty">
          <p>{t('tokens.organization.empty')}</p>
          <div class="actions">
            <ButtonLink href={create} look="primary">
              {t('tokens.create')}
            </ButtonLink>
          </div>
          <CopyBlock label={t('tokens.ask_agent')} text={createTokenPrompt(handle)} />
        </div>
      ) : (
        <section class="card" aria-label={t('tokens.label')}>
          <p>{t('tokens.organization.intro')}</p>
          <DataTable label={t('tokens.organization.label')} columns={listTokenColumns()}>
            {tokens.map(token => (
              <Row key={token.id} request={request} token={token} handle={handle} />
            ))}
          </DataTable>
          <Paging request={request} noun="tokens" next={next} />
        </section>
      )}
    </OrganizationFrame>
  )
}

interface RowProps extends Pick<OrganizationTokensPageProps, 'request'> {
  readonly token: OrganizationTokenView
  readonly handle: string
}

function Row({ request, token, handle }: RowProps) {
  const now = request.services.now()
  const { id, name, prefix, user, scopes, expires_at, created_at } = token
  return (
    <tr>
      <td>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">{rich('tokens.organization.of', { prefix: <code>{prefix}…</code>, user })}</span>
        <ExpiryOnPhone at={expires_at} now={now} />
      </td>
      <td class="wide">
        <ListedScopes scopes={scopes} />
      </td>
      <td class="wide">
        <LastUse token={token} now={now} />
      </td>
      <td class="wide">
        <Expiry at={expires_at} now={now} />
      </td>
      <td class="wide">
        <Time at={created_at} now={now} />
      </td>
      <td class="actions">
        <Confirm
          request={request}
          id={id}
          open={t('tokens.revoke.open')}
          label={t('tokens.organization.revoke_label', { name, user, prefix })}
          title={t('tokens.organization.revoke_title', { name, user })}
          action={`/o/${handle}/tokens/${id}/revoke`}
          small
        >
          <RevokeConsequence />
        </Confirm>
      </td>
    </tr>
  )
}
