import { z } from 'zod'
import {
  listOrganizationTokens,
  OrganizationTokenView,
  revokeOrganizationToken,
} from '../../tools/organizations/organization-tokens.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Confirm } from '../components/confirm.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import { sendPage } from '../layout/send-page.tsx'
import { loadAdministeredOrganization } from '../organizations/load-organization.ts'
import { listingWithFlash } from '../requests/flash.ts'
import { callTool, listPage, type PageRequest, type Route, redirect, useRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { ExpiryOnPhone, RevokeConsequence } from './facts.tsx'
import {
  CreateToken,
  listTokenColumns,
  NoTokens,
  RevokedNotice,
  type RevokedToken,
  TokenCells,
} from './tokens-page.tsx'

/** Keeps a page with its forms below 50 kB. */
const MAX_TOKENS = 15

const list: Route = {
  path: '/o/:organization/tokens',
  get: withSession(async request => {
    const organization = await loadAdministeredOrganization(request)
    const handle = organization.organization
    const input = { organization: handle, limit: MAX_TOKENS }
    const call = { tool: listOrganizationTokens, list: 'tokens', item: OrganizationTokenView, input }
    const { items: tokens, next } = await listPage(request, call)
    const props = { organization, tokens, next, revoked: await findRevokedToken(request, handle) }
    sendPage(request, {
      title: t('tokens.organization.page', { organization: organization.name }),
      body: <OrganizationTokensPage {...props} />,
    })
  }),
}

const revoke: Route = {
  path: '/o/:organization/tokens/:id/revoke',
  post: withSession(async request => {
    const { organization } = await loadAdministeredOrganization(request)
    const input = { organization, id: request.params['id'] }
    const shape = z.object({ id: z.string() })
    const { id } = await callTool(request, { tool: revokeOrganizationToken, input, shape })
    redirect(request, listingWithFlash(request, `/o/${organization}/tokens`, { revoked: id }))
  }),
}

export const ORGANIZATION_TOKEN_ROUTES: readonly Route[] = [list, revoke]

/** Finds the revoked token in the URL, if this organization owns it. */
async function findRevokedToken({ query, services }: PageRequest, handle: string): Promise<RevokedToken | undefined> {
  const { read } = services.store
  const token = await read.tokens.get(query.get('revoked') ?? '')
  const account = token && (await read.accounts.get(token.account_id))
  if (token?.revoked_at == null || account?.handle !== handle) return undefined
  return { name: token.name, at: token.revoked_at }
}

interface OrganizationTokensPageProps {
  readonly organization: OrganizationView
  readonly tokens: readonly OrganizationTokenView[]
  readonly next: string | undefined
  readonly revoked: RevokedToken | undefined
}

/** The tokens that an organization owns, for its administrators. */
function OrganizationTokensPage({ organization, tokens, next, revoked }: OrganizationTokensPageProps) {
  const handle = organization.organization
  return (
    <OrganizationFrame organization={organization} here="tokens">
      <div class="split">
        <h2>{t('tokens.organization.title')}</h2>
        {tokens.length > 0 && <CreateToken account={handle} />}
      </div>
      {revoked !== undefined && <RevokedNotice revoked={revoked} />}
      {tokens.length === 0 ? (
        <NoTokens account={handle}>{t('tokens.organization.empty')}</NoTokens>
      ) : (
        <section class="card" aria-label={t('tokens.label')}>
          <p>{t('tokens.organization.intro')}</p>
          <DataTable label={t('tokens.organization.label')} columns={listTokenColumns()}>
            {tokens.map(token => (
              <Row key={token.id} token={token} handle={handle} />
            ))}
          </DataTable>
          <Paging noun="tokens" next={next} />
        </section>
      )}
    </OrganizationFrame>
  )
}

function Row({ token, handle }: { readonly token: OrganizationTokenView; readonly handle: string }) {
  const now = useRequest().services.now()
  const { id, name, prefix, user, expires_at, created_at } = token
  return (
    <tr>
      <td>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">{rich('tokens.organization.of', { prefix: <code>{prefix}…</code>, user })}</span>
        <ExpiryOnPhone at={expires_at} now={now} />
      </td>
      <TokenCells token={token} now={now} />
      <td class="wide">
        <Time at={created_at} />
      </td>
      <td class="actions">
        <Confirm
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
