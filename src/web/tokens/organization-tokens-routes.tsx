import { z } from 'zod'
import { listOrganizationTokens, OrganizationTokenView } from '../../tools/organizations/list-organization-tokens.ts'
import { revokeOrganizationToken } from '../../tools/organizations/revoke-organization-token.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { loadAdministeredOrganization } from '../organizations/load-organization.ts'
import { callTool } from '../requests/call-tool.ts'
import { listingWithFlash } from '../requests/flash.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import { withSession } from '../sessions/require.ts'
import { OrganizationTokensPage } from './organization-tokens-page.tsx'
import type { RevokedToken } from './tokens-page.tsx'

/** Keeps a page with its forms below 50 kB. */
const MAX_TOKENS = 15

const Listed = z.object({ tokens: z.array(OrganizationTokenView), next_cursor: z.string().optional() })

const list: Route = {
  path: '/o/:organization/tokens',
  get: withSession(async (request, signedIn) => {
    const organization = await loadAdministeredOrganization(request, signedIn)
    const handle = organization.organization
    const input = { organization: handle, limit: MAX_TOKENS, cursor: request.query.get('cursor') }
    const { tokens, next_cursor } = await callTool(request, signedIn, {
      tool: listOrganizationTokens,
      input,
      shape: Listed,
    })
    const revoked = await findRevokedToken(request, handle)
    const props = { request, organization, tokens, next: next_cursor, revoked }
    sendPage(request, {
      title: t('tokens.organization.page', { organization: organization.name }),
      body: <OrganizationTokensPage {...props} />,
    })
  }),
}

const revoke: Route = {
  path: '/o/:organization/tokens/:id/revoke',
  post: withSession(async (request, signedIn) => {
    const { organization } = await loadAdministeredOrganization(request, signedIn)
    const input = { organization, id: request.params['id'] }
    const shape = z.object({ id: z.string() })
    const { id } = await callTool(request, signedIn, { tool: revokeOrganizationToken, input, shape })
    redirect(request, listingWithFlash(request, `/o/${organization}/tokens`, { revoked: id }))
  }),
}

/** The tokens of an organization. */
export const ORGANIZATION_TOKEN_ROUTES: readonly Route[] = [list, revoke]

/** Finds the revoked token in the URL, if this organization owns it. */
async function findRevokedToken({ query, services }: PageRequest, handle: string): Promise<RevokedToken | undefined> {
  const { read } = services.store
  const token = await read.tokens.get(query.get('revoked') ?? '')
  const account = token && (await read.accounts.get(token.account_id))
  if (token?.revoked_at == null || account?.handle !== handle) return undefined
  return { name: token.name, at: token.revoked_at }
}
