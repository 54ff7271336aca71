import { z } from 'zod'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { listTokens } from '../../tools/tokens/list-tokens.ts'
import { revokeToken } from '../../tools/tokens/revoke-token.ts'
import { updateToken } from '../../tools/tokens/update-token.ts'
import { TokenView } from '../../tools/tokens/view.ts'
import { validateLine, validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool, listPage, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { getOwnToken, revokedPath, viewToken } from './own-token.ts'
import { regenerateRoute } from './regenerate/regenerate-routes.tsx'
import { type TokenEdit, TokenPage } from './token-page.tsx'
import { type RevokedToken, TokensPage } from './tokens-page.tsx'

/** Keeps a page below 50 kB. */
const MAX_TOKENS = 15

const list: Route = {
  path: '/account/tokens',
  get: withSession(async request => {
    const { read } = request.services.store
    const call = { tool: listTokens, list: 'tokens', item: TokenView, input: { limit: MAX_TOKENS } }
    const { items, next } = await listPage(request, call)
    const tokens = await Promise.all(
      items.map(async view => ({ view, creator: await describeCreator(view.created_by, read) })),
    )
    const props = { tokens, next, revoked: await findRevokedToken(request) }
    sendPage(request, { title: t('tokens.title'), body: <TokensPage {...props} /> })
  }),
}

const one: Route = {
  path: '/account/tokens/:id',
  get: withSession(async request => {
    const { id, revoked_at, name, description } = await getOwnToken(request)
    if (revoked_at !== null) return redirect(request, revokedPath(id))
    await sendTokenPage(request, { name, description, faults: {}, isSaved: request.query.has('saved') })
  }),
  post: withSession(async request => {
    const { id, revoked_at } = await getOwnToken(request)
    if (revoked_at !== null) return redirect(request, revokedPath(id))
    const [name, description] = ['name', 'description'].map(
      field => request.form.get(field)?.replaceAll('\r\n', '\n') ?? '',
    )
    const faults = { name: validateLine(name ?? ''), description: validateLines(description ?? '') }
    if (faults.name !== undefined || faults.description !== undefined) {
      return sendTokenPage(request, { name, description, faults, isSaved: false })
    }
    await callTool(request, { tool: updateToken, input: { id, name, description }, shape: TokenView })
    redirect(request, `/account/tokens/${id}?saved=1`)
  }),
}

const revoke: Route = {
  path: '/account/tokens/:id/revoke',
  post: withSession(async request => {
    const { id, revoked_at } = await getOwnToken(request)
    if (revoked_at === null) {
      await callTool(request, { tool: revokeToken, input: { id }, shape: z.object({ id: z.string() }) })
    }
    redirect(request, revokedPath(id))
  }),
}

/** The account tokens of a user: all of them, and one. */
export const TOKEN_ROUTES: readonly Route[] = [list, one, revoke, regenerateRoute]

async function sendTokenPage(request: SignedInRequest, edit: TokenEdit): Promise<void> {
  const view = await viewToken(request, await getOwnToken(request))
  const creator = await describeCreator(view.created_by, request.services.store.read)
  const isWrong = edit.faults.name !== undefined || edit.faults.description !== undefined
  const props = { token: view, creator, edit }
  const title = isWrong ? t('common.error_title', { title: view.name }) : view.name
  sendPage(request, { title, status: isWrong ? 400 : 200, body: <TokenPage {...props} /> })
}

/** Finds the revoked token in the URL, if it is the user's own. */
async function findRevokedToken({
  query,
  services,
  signedIn: { user },
}: SignedInRequest): Promise<RevokedToken | undefined> {
  const token = await services.store.read.tokens.get(query.get('revoked') ?? '')
  if (token?.user_id !== user.id || token.revoked_at === null) return undefined
  return { name: token.name, at: token.revoked_at }
}

type CreatorReader = Pick<Reader, 'grants' | 'tokens'>

/** Describes how a token was created, as the end of a sentence. `createdBy` is the tools' format (`grant:<id>`). */
async function describeCreator(createdBy: string, read: CreatorReader): Promise<string> {
  const [kind = '', id = ''] = createdBy.split(':')
  switch (kind) {
    case 'session':
      return t('tokens.creator.session')
    case 'grant':
      return t('tokens.creator.grant', { app: escapeInvisible((await read.grants.get(id))?.client_name ?? id) })
    case 'token':
      return t('tokens.creator.token', { token: (await read.tokens.get(id))?.name ?? id })
    case 'stdio':
      return t('tokens.creator.stdio')
    default:
      return t('tokens.creator.cli')
  }
}
