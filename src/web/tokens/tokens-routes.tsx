import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { listTokens } from '../../tools/tokens/list-tokens.ts'
import { revokeToken } from '../../tools/tokens/revoke-token.ts'
import { updateToken } from '../../tools/tokens/update-token.ts'
import { TokenView } from '../../tools/tokens/view.ts'
import { validateLine, validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { getOwnToken, revokedPath, viewToken } from './own-token.ts'
import { regenerateRoute } from './regenerate/regenerate-routes.tsx'
import { type TokenEdit, TokenPage } from './token-page.tsx'
import { type RevokedToken, TokensPage } from './tokens-page.tsx'

/** Keeps a page below 50 kB. */
const MAX_TOKENS = 15

const Listed = z.object({ tokens: z.array(TokenView), next_cursor: z.string().optional() })

const list: Route = {
  path: '/account/tokens',
  get: withSession(async (visit, signedIn) => {
    const { read } = visit.services.store
    const input = { limit: MAX_TOKENS, cursor: visit.query.get('cursor') }
    const { tokens, next_cursor } = await callTool(visit, signedIn, { tool: listTokens, input, shape: Listed })
    const listed = await Promise.all(
      tokens.map(async view => ({ view, creator: await describeCreator(view.created_by, read) })),
    )
    const revoked = await findRevokedToken(visit, signedIn)
    const props = { visit, tokens: listed, next: next_cursor, revoked }
    sendPage(visit, { title: t('tokens.title'), body: <TokensPage {...props} /> })
  }),
}

const one: Route = {
  path: '/account/tokens/:id',
  get: withSession(async (visit, signedIn) => {
    const { id, revoked_at, name, description } = await getOwnToken(visit, signedIn)
    if (revoked_at !== null) return redirect(visit, revokedPath(id))
    await sendTokenPage(visit, signedIn, { name, description, faults: {}, isSaved: visit.query.has('saved') })
  }),
  post: withSession(async (visit, signedIn) => {
    const { id, revoked_at } = await getOwnToken(visit, signedIn)
    if (revoked_at !== null) return redirect(visit, revokedPath(id))
    const [name, description] = ['name', 'description'].map(
      field => visit.form.get(field)?.replaceAll('\r\n', '\n') ?? '',
    )
    const faults = { name: validateLine(name ?? ''), description: validateLines(description ?? '') }
    if (faults.name !== undefined || faults.description !== undefined) {
      return sendTokenPage(visit, signedIn, { name, description, faults, isSaved: false })
    }
    await callTool(visit, signedIn, { tool: updateToken, input: { id, name, description }, shape: TokenView })
    redirect(visit, `/account/tokens/${id}?saved=1`)
  }),
}

const revoke: Route = {
  path: '/account/tokens/:id/revoke',
  post: withSession(async (visit, signedIn) => {
    const { id, revoked_at } = await getOwnToken(visit, signedIn)
    if (revoked_at === null) {
      await callTool(visit, signedIn, { tool: revokeToken, input: { id }, shape: z.object({ id: z.string() }) })
    }
    redirect(visit, revokedPath(id))
  }),
}

/** The account tokens of a user: all of them, and one. */
export const TOKEN_ROUTES: readonly Route[] = [list, one, revoke, regenerateRoute]

async function sendTokenPage(visit: Visit, signedIn: SignedIn, edit: TokenEdit): Promise<void> {
  const view = await viewToken(visit, await getOwnToken(visit, signedIn))
  const creator = await describeCreator(view.created_by, visit.services.store.read)
  const isWrong = edit.faults.name !== undefined || edit.faults.description !== undefined
  const props = { visit, token: view, creator, edit }
  const title = isWrong ? t('common.error_title', { title: view.name }) : view.name
  sendPage(visit, { title, status: isWrong ? 400 : 200, body: <TokenPage {...props} /> })
}

/** Finds the revoked token in the URL, if it is the user's own. */
async function findRevokedToken({ query, services }: Visit, { user }: SignedIn): Promise<RevokedToken | undefined> {
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
