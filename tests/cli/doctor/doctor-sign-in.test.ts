import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { checkProviders } from '../../../src/cli/doctor/checks/providers.ts'
import type { ProviderConfig } from '../../../src/config.ts'
import { openStandIn, type StandIn } from '../../auth/sign-in/fake-provider.ts'
import { behindProxy, examine } from '../doctor-proxy.ts'

const page = (response: ServerResponse, status: number): 'answered' => {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Not here</title>')
  return 'answered'
}

describe('dragoman doctor, for a server that no client can use', () => {
  it('finds a proxy that removes Authorization, and blames it for the failing token', async () => {
    const { url, testApp: deps } = await behindProxy(({ headers }) => {
      delete headers.authorization
      return undefined
    })
    const seen = await examine(url)
    expect([seen.code, seen.wrong.map(({ check }) => check)]).toEqual([1, ['authorization']])
    expect(seen.wrong[0]?.fix).toContain('the proxy to forward the Authorization header')
    const { token } = await deps.token('ada', ['user:read'])
    expect((await examine(url, { token })).stateOf('token')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('does not reach') as string,
      fix: expect.stringContaining('the proxy to forward the Authorization header') as string,
    })
  })

  it('finds a firewall that blocks requests with a token', async () => {
    const { url } = await behindProxy(({ headers }, response) =>
      headers.authorization === undefined ? undefined : page(response, 403),
    )
    expect((await examine(url)).wrong).toEqual([
      expect.objectContaining({
        check: 'authorization',
        message: expect.stringContaining('403 with HTML') as string,
      }),
    ])
  })

  it('finds a firewall that blocks POST to any sign-in endpoint', async () => {
    const { url } = await behindProxy(({ method, url: path }, response) =>
      method === 'POST' && path?.startsWith('/oauth/') === true ? page(response, 403) : undefined,
    )
    const { code, wrong } = await examine(url)
    expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['sign-in calls']])
    for (const name of ['register', 'token', 'revoke', 'introspect', 'device_authorization']) {
      expect(wrong[0]?.message).toContain(`POST /oauth/${name} returns 403 with HTML`)
    }
  })

  it('finds sign-in pages that another server answers', async () => {
    for (const [lost, status] of [
      ['/login', 404],
      ['/oauth/authorize', 404],
      ['/login', 200],
    ] as const) {
      const { url } = await behindProxy(({ url: path }, response) =>
        path?.startsWith(lost) === true ? page(response, status) : undefined,
      )
      const { code, wrong } = await examine(url)
      expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['sign-in pages']])
      expect(wrong[0]?.message).toContain(`${lost} returns ${status} with HTML`)
    }
  })

  it('suggests the https address when http is redirected to it', async () => {
    const { url } = await behindProxy((_request, response) => {
      response.writeHead(301, { location: 'https://l10n.example.org/up' }).end()
      return 'answered'
    })
    const { findings } = await examine(url)
    expect(findings).toEqual([
      expect.objectContaining({
        check: 'reach',
        fix: 'Use https://l10n.example.org, here and in clients.',
      }),
    ])
  })

  it('suggests to pass the Host header on when the server has another name', async () => {
    const { url } = await behindProxy(({ headers }) => {
      headers.host = 'app.internal:8080'
      return undefined
    })
    const { findings } = await examine(url)
    expect(findings.map(({ check, state }) => [check, state])).toEqual([['reach', 'fault']])
    expect(findings[0]?.fix).toMatch(/forward the Host header, or add the name it sends to DRAGOMAN_ALLOWED_HOSTS/)
  })

  it('says that Node.js cannot call some ports', async () => {
    const { findings } = await examine('http://localhost:1')
    expect(findings).toEqual([
      expect.objectContaining({ check: 'reach', fix: expect.stringContaining('another port') as string }),
    ])
    expect(findings[0]?.message).not.toContain('bad port')
  })
})

describe('the sign-in providers in the doctor', () => {
  const secrets = { clientId: 'application-id', clientSecret: 'secret-of-the-application' }
  const limits = { milliseconds: 10_000, bytes: 4096 }
  let standIn: StandIn
  afterEach(() => standIn.close())

  /** What the doctor says of a provider whose only document is this one. */
  async function examineProvider(
    kind: ProviderConfig['kind'],
    give: (url: string) => { readonly status?: number; readonly body: unknown },
  ) {
    standIn = await openStandIn(url => (_request, response) => {
      const { status = 200, body } = give(url)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
    const [found] = await checkProviders([{ kind, url: standIn.url, ...secrets }], limits)
    return {
      ...found,
      message: found?.message.replaceAll(standIn.url, '{url}').replaceAll(new URL(standIn.url).host, '{host}'),
    }
  }

  const OPENID = '/.well-known/openid-configuration'
  const describeOpenid = (url: string, differs: object = {}) => ({
    body: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      ...differs,
    },
  })

  it.each([
    ['gitlab', (url: string) => describeOpenid(url), OPENID, 'GitLab ({host}) answers at {url}.'],
    ['oidc', (url: string) => describeOpenid(url), OPENID, '{host} answers at {url}.'],
    [
      'github',
      () => ({ body: { verifiable_password_authentication: false } }),
      '/api/v3/meta',
      'GitHub ({host}) answers at {url}.',
    ],
    [
      'github',
      () => ({ status: 401, body: { message: 'Must authenticate to access this API.' } }),
      '/api/v3/meta',
      'GitHub ({host}) answers at {url}.',
    ],
  ] as const)('work: %s', async (kind, give, path, message) => {
    expect(await examineProvider(kind, give)).toEqual({ check: `sign-in ${kind}`, state: 'works', message })
    expect(standIn.seen.map(({ method, url, headers }) => [method, url.pathname, headers.authorization])).toEqual([
      ['GET', path, undefined],
    ])
  })

  it.each([
    [
      'oidc',
      'of another issuer',
      (url: string) => describeOpenid(url, { issuer: 'https://other.example' }),
      '{url} has the OpenID configuration of another issuer, https://other.example',
    ],
    [
      'gitlab',
      'without TLS elsewhere',
      (url: string) => describeOpenid(url, { authorization_endpoint: 'http://id.example/authorize' }),
      'the provider URL http://id.example is not https',
    ],
    ['oidc', 'missing', () => ({ status: 404, body: {} }), '{url} has no valid OpenID configuration'],
    ['gitlab', 'failing', () => ({ status: 503, body: {} }), `{url}${OPENID} answered 503`],
    ['oidc', 'endless', () => ({ body: 'x'.repeat(5000) }), `the response of {url}${OPENID} is longer than 4096 bytes`],
    [
      'github',
      'another API',
      () => ({ status: 404, body: { message: 'Not Found' } }),
      '{url}/api/v3/meta is not the API of a GitHub server',
    ],
  ] as const)('do not work: %s, %s', async (kind, _why, give, detail) => {
    const { state, message, fix } = await examineProvider(kind, give)
    expect([state, message?.replace(/^Users cannot sign in with [^:]+: /, '')]).toEqual(['fault', `${detail}.`])
    expect(fix).toMatch(/^Check DRAGOMAN_(GITHUB_URL|GITLAB_URL|OIDC_ISSUER), and that this machine can reach it\.$/)
    expect(JSON.stringify([message, fix])).not.toContain(secrets.clientSecret)
  })

  it('are each reported when nothing listens', async () => {
    standIn = await openStandIn(() => () => undefined)
    const { url } = standIn
    await standIn.close()
    const providers = (['github', 'gitlab', 'oidc'] as const).map(kind => ({ kind, url, ...secrets }))
    for (const { state, message } of await checkProviders(providers)) {
      expect([state, message]).toEqual(['fault', expect.stringContaining('did not respond (ECONNREFUSED)')])
    }
    expect(await checkProviders([])).toEqual([])
  })
})
