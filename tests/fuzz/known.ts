import { hashSecret } from '../../src/auth/secrets.ts'
import { csrfToken } from '../../src/web/forms/csrf.ts'
import { openRawClient } from '../clients/raw-client.ts'
import { openUser } from '../clients/user.ts'
import type { Dragoman } from '../harness.ts'

/** What a fuzzer knows that is valid. */
export interface Known {
  readonly base: string
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uri: string
  /** Of a live family. */
  readonly access_token: string
  /** Used up within the window: it gives the same answer each time. */
  readonly refresh_token: string
  readonly grant: string
  /** Of the same user. */
  readonly organization: string
  /** A browser session of the same user. */
  readonly cookie: string
  /** The token of a form there. */
  readonly csrf: (path: string) => string
}

/** A client that somebody has allowed something: requests that are nearly right need what is right. */
export async function allowedClient(dragoman: Dragoman): Promise<Known> {
  const raw = openRawClient(dragoman.url)
  const redirect_uri = 'http://127.0.0.1:8125/callback'
  const metadata = { client_name: 'Known', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }
  const { client_id, client_secret = '' } = (await raw.register(metadata)).body
  const { url, verifier } = raw.authorization({ client_id, redirect_uri })
  const browserUser = openUser(dragoman)
  const code = (await browserUser.answer(url)).searchParams.get('code') ?? ''
  await browserUser.jar.get('/account/organizations/new')
  await browserUser.jar.post('/account/organizations/new', { organization: 'kk' })
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: verifier }
  const { access_token, refresh_token } = (await raw.token(form)).body
  const { read } = dragoman.services.store
  const { cookies } = browserUser.jar
  const session = await read.sessions.by('hash', hashSecret(cookies.get('dragoman_session') ?? ''))
  const user = session && (await read.users.get(session.user_id))
  const [grant] = await read.grants.list('user', user?.id ?? '')
  if (session === undefined || user === undefined || grant === undefined) throw new Error('nobody allowed anything')
  const browser = cookies.get('dragoman_browser') ?? ''
  return {
    base: dragoman.url,
    client_id,
    client_secret,
    redirect_uri,
    access_token,
    refresh_token,
    grant: grant.id,
    organization: 'kk',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    csrf: path => csrfToken({ browser, signedIn: { session, user } }, path),
  }
}
