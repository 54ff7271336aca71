import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import type { AuthSettings } from '../../../src/auth/settings.ts'
import type { ProviderConfig } from '../../../src/config.ts'
import { eachTest } from '../../harness/each-test.ts'
import type { TestApp } from '../../http/test-app.ts'
import { openTestApp } from '../../http/test-app.ts'
import { openJar } from '../../web/jar.ts'
import { delegate } from '../../web/scene.ts'
import { openStandIn, type SeenRequest, type StandIn } from './fake-provider.ts'
import { sendJson } from './provider-faults.ts'

/** A user at GitHub. */
interface Account {
  id: number
  login: string
  emails: { email: string; verified: boolean; primary: boolean }[]
  /** The state of the membership by organization. */
  organizations: Record<string, 'active' | 'pending'>
}

export interface FakeGithub extends StandIn {
  readonly config: ProviderConfig
  /** The user at the browser; a test changes the fields. */
  readonly account: Account
  /** How the person and the server answer at the page that asks. */
  readonly manner: {
    denies: boolean
    iss: string | undefined
    /** Another server that the browser visits first, as a company's single sign-on. */
    via: string | undefined
  }
  readonly tokens: readonly string[]
}

interface Code {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly scope: string
}

/**
 * GitHub as it is: OAuth 2 without OpenID Connect; errors of the token endpoint with status 200; form-encoded answers unless JSON is asked for; PKCE
 * that counts when it is used; numeric ids; scopes separated by commas; an API that insists on a User-Agent and hides what the scope does not show.
 */
export async function openFakeGithub(): Promise<FakeGithub> {
  const account: Account = { id: 583231, login: 'Octo.Cat', emails: [], organizations: {} }
  const config = { clientId: 'Iv1.0123456789abcdef', clientSecret: 'secret-of-the-github-app' }
  const manner: FakeGithub['manner'] = { denies: false, iss: undefined, via: undefined }
  const codes = new Map<string, Code>()
  const scopes = new Map<string, string>()
  const tokens: string[] = []

  const standIn = await openStandIn(() => (request, response) => {
    const { pathname } = request.url
    if (pathname === '/login/oauth/authorize') authorize(request, response)
    else if (pathname === '/login/oauth/access_token') exchange(request, response)
    else if (pathname.startsWith('/api/v3/')) api(request, response, pathname.slice('/api/v3'.length))
    else sendJson(response, 404, { message: 'Not Found' })
  })

  function authorize({ url }: SeenRequest, response: ServerResponse): void {
    const { searchParams: asked } = url
    if (manner.via !== undefined && !asked.has('known')) {
      asked.set('known', 'yes')
      response.writeHead(302, { location: `${manner.via}/?${new URLSearchParams({ back: url.href })}` }).end()
      return
    }
    const redirectUri = asked.get('redirect_uri')
    if (asked.get('client_id') !== config.clientId || redirectUri === null) {
      response.writeHead(404).end()
      return
    }
    const back = new URL(redirectUri)
    const state = asked.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (manner.iss !== undefined) back.searchParams.set('iss', manner.iss)
    if (manner.denies) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user has denied your application access.')
    } else {
      const code = randomBytes(10).toString('hex')
      const challenge = asked.get('code_challenge')
      codes.set(code, { redirectUri, challenge, scope: asked.get('scope') ?? '' })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange({ method, form, headers }: SeenRequest, response: ServerResponse): void {
    const answer = method === 'POST' ? tokenAnswer(form) : { error: 'not_found' }
    if (headers.accept?.includes('application/json') === true) {
      sendJson(response, 200, answer)
      return
    }
    response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
    response.end(new URLSearchParams(answer).toString())
  }

  function tokenAnswer(form: URLSearchParams): Record<string, string> {
    if (form.get('client_id') !== config.clientId || form.get('client_secret') !== config.clientSecret) {
      return {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret is wrong.',
      }
    }
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    if (known === undefined || !fits(known.challenge, form.get('code_verifier'))) {
      return { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }
    }
    if (form.get('redirect_uri') !== known.redirectUri) {
      return { error: 'redirect_uri_mismatch', error_description: 'The redirect_uri MUST match.' }
    }
    const token = `gho_${randomBytes(18).toString('hex')}`
    const scope = known.scope.split(' ').filter(Boolean).join(',')
    tokens.push(token)
    scopes.set(token, scope)
    return { access_token: token, scope, token_type: 'bearer' }
  }

  function api({ headers }: SeenRequest, response: ServerResponse, path: string): void {
    if (headers['user-agent'] === undefined) {
      response.writeHead(403).end('Request forbidden by administrative rules.')
      return
    }
    const scope = scopes.get(headers.authorization?.replace(/^bearer /i, '') ?? '')?.split(',')
    const [, organization] = /^\/user\/memberships\/orgs\/([^/]+)$/.exec(path) ?? []
    if (scope === undefined) sendJson(response, 401, { message: 'Bad credentials' })
    else if (path === '/user') sendJson(response, 200, { id: account.id, login: account.login, type: 'User' })
    else if (path === '/user/emails' && scope.includes('user:email')) sendJson(response, 200, account.emails)
    else if (organization !== undefined && scope.includes('read:org')) membership(response, organization)
    else sendJson(response, organization === undefined ? 404 : 403, { message: 'Not Found' })
  }

  function membership(response: ServerResponse, organization: string): void {
    const state = account.organizations[organization]
    if (state === undefined) sendJson(response, 404, { message: 'Not Found' })
    else sendJson(response, 200, { state, role: 'member', organization: { login: organization } })
  }

  return { ...standIn, config: { kind: 'github', url: standIn.url, ...config }, account, manner, tokens }
}

type Options = NonNullable<Parameters<typeof openTestApp>[0]>

/** Opens GitHub, and a server on which its users sign in, for each test. */
export function useGithub(auth: Partial<AuthSettings> = {}, options: Options = {}) {
  let testApp: TestApp
  const open = async (otherAuth: Partial<AuthSettings> = {}, otherOptions: Options = {}): Promise<void> => {
    const settings = { providers: [github.config], newAccounts: 'open', ...auth, ...otherAuth } as const
    testApp = await openTestApp({ ...options, ...otherOptions, auth: settings })
  }
  const github = eachTest(() => openFakeGithub())
  beforeEach(() => open())
  afterEach(() => testApp.close())
  return {
    github,
    testApp: delegate(() => testApp),
    /** Replaces the server by one with other settings. */
    reopen: async (...other: Parameters<typeof open>): Promise<void> => {
      await testApp.close()
      await open(...other)
    },
    /** Opens a new browser. */
    jarOf: () => openJar(testApp.services.baseUrl),
  }
}

const fits = (challenge: string | null, verifier: string | null): boolean =>
  challenge === null ||
  challenge ===
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
