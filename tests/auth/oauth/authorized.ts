import { createHash } from 'node:crypto'
import { findGrant } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { hashSecret, mintSecret } from '../../../src/auth/secrets.ts'
import { findOrCreateUser } from '../../../src/auth/users/users.ts'
import type { AuthorizationCodeRecord, ClientRecord, GrantRecord } from '../../../src/store/records/authorization.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'
import type { TestApp } from '../../http/test-app.ts'
import { keepClient } from '../../web/authorize-steps.ts'

export const VERIFIER = 'a-verifier-of-the-unreserved-characters-43.~'
export const REDIRECT = 'http://127.0.0.1:59656/callback'

/** A client in the store, with the secret that only its registration showed. */
export interface MadeClient {
  readonly id: string
  readonly secret: string
}

/** Creates a client that registered with these differences; by default a native one that asked for the method `none`. */
export async function makeClient(services: Services, change: Partial<ClientRecord> = {}): Promise<MadeClient> {
  const secret = mintSecret('svcs')
  const { id } = await keepClient(services, {
    name: 'Test client',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    secret_hash: secret.hash,
    ...change,
  })
  return { id, secret: secret.value }
}

interface Allowed {
  readonly client: MadeClient
  /** Default: ada. */
  readonly handle?: string
  readonly scopes?: readonly Scope[]
  readonly accounts?: GrantRecord['accounts']
  readonly code?: Partial<AuthorizationCodeRecord>
}

/** What consent leaves behind: a grant (the same one for the same pair), and a code of it. */
export async function makeCode(
  services: Services,
  { client, handle = 'ada', scopes = EVERYDAY_SCOPES, accounts = 'all', code = {} }: Allowed,
): Promise<{ readonly code: string; readonly grantId: string; readonly userId: string }> {
  const { value, hash } = mintSecret('svcg')
  const now = services.now()
  return services.store.transaction(async tx => {
    const { user } = await findOrCreateUser(tx, handle, services)
    const known = await findGrant(tx, user.id, client.id)
    const grantId = known?.id ?? services.newId()
    if (known === undefined) {
      await tx.grants.insert({
        id: grantId,
        user_id: user.id,
        client_id: client.id,
        client_name: 'Test client',
        scopes: [...scopes],
        accounts,
        consents: [],
        wanted: [],
        denied: [],
        created_at: now.toISOString(),
        last_used_at: null,
        revoked_at: null,
      })
    }
    await tx.codes.insert({
      id: services.newId(),
      hash,
      client_id: client.id,
      user_id: user.id,
      grant_id: grantId,
      redirect_uri: REDIRECT,
      redirect_uri_given: true,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      scopes: [...scopes],
      resources: [`${services.baseUrl}/mcp`],
      expires_at: new Date(now.getTime() + services.auth.lifetimes.code).toISOString(),
      used_at: null,
      ...code,
    })
    return { code: value, grantId, userId: user.id }
  })
}

export interface OAuthAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

type Fields = Readonly<Record<string, string | undefined>>

/** Posts a form; fields that are undefined are left out. */
export async function postForm(
  deps: TestApp,
  path: string,
  fields: Fields | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthAnswer> {
  const body = typeof fields === 'string' ? fields : formOf(fields)
  const response = await fetch(`${deps.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

function formOf(fields: Fields): string {
  const there = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return new URLSearchParams(there).toString()
}

export const basic = (id: string, secret: string): { readonly authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

/** The fields of a good code exchange. */
export const createExchange = (client: MadeClient, code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT,
  client_id: client.id,
  code_verifier: VERIFIER,
})

export const refreshOf = (client: MadeClient, token: string) => ({
  grant_type: 'refresh_token',
  refresh_token: token,
  client_id: client.id,
})

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/** The tokens of an answer that has them. */
export function tokensOf({ status, body }: OAuthAnswer): Tokens {
  if (status !== 200) throw new Error(`expected tokens, got ${status} ${JSON.stringify(body)}`)
  return body as unknown as Tokens
}

/** A client that a user allowed, with its first tokens. */
export async function firstTokens(
  deps: TestApp,
  client: MadeClient,
  allowed: Omit<Allowed, 'client'> = {},
  fields: Fields = {},
): Promise<Tokens & { readonly grantId: string; readonly userId: string }> {
  const { code, grantId, userId } = await makeCode(deps.services, { client, ...allowed })
  const answer = await postForm(deps, '/oauth/token', { ...createExchange(client, code), ...fields })
  return { ...tokensOf(answer), grantId, userId }
}

const contextOf = ({ url }: TestApp, token: string) =>
  fetch(`${url}/api/context`, { headers: { authorization: `Bearer ${token}` } })

/** The status with which the REST API answers a bearer token: 200 while it works. */
export const statusOf = async (deps: TestApp, token: string): Promise<number> => (await contextOf(deps, token)).status

/** The scopes of a bearer token; undefined if it does not work. */
export async function scopesOf(deps: TestApp, token: string): Promise<readonly string[] | undefined> {
  return ((await (await contextOf(deps, token)).json()) as { scopes?: string[] }).scopes
}

/** The status and error code of an error, for short expectations. */
export const wordOf = ({ status, body }: OAuthAnswer): string => `${status} ${String(body.error)}`

/** The audit events of a grant, newest first. */
export async function eventsOf({ services: { store } }: TestApp, grantId: string) {
  const grant = await store.read.grants.get(grantId)
  const { items } = await store.read.audit.page('user', grant?.user_id ?? '', { limit: 500 })
  return items.filter(({ target }) => target === grantId)
}

/** The record of an access token. */
export const accessOf = ({ services: { store } }: TestApp, accessToken: string) =>
  store.read.access_tokens.by('hash', hashSecret(accessToken))

/** Creates an account token through a grant that may; `statusOf` finds it working. */
export async function makeAccountToken(
  { url }: TestApp,
  accessToken: string,
  asked: { readonly name?: string; readonly scopes?: readonly Scope[] } = {},
): Promise<string> {
  const made = await fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'made through the grant', scopes: ['project:read'], ...asked }),
  })
  return ((await made.json()) as { token: string }).token
}
