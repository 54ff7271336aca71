import {
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
  processResourceDiscoveryResponse,
  protectedResourceRequest,
  resourceDiscoveryRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { CAPABILITIES } from '../../src/auth/oauth/capabilities.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { OAUTH_ENDPOINTS } from '../../src/http/oauth/endpoints.ts'
import { allTests } from '../harness/each-test.ts'
import { verifies } from '../requirements.ts'
import { sendRaw } from './raw.ts'
import { readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'
const DOCUMENTS = [SERVER, RESOURCE, `${RESOURCE}/mcp`, `${RESOURCE}/api`]
const BASE = 'https://l10n.example.org'

const local = allTests(() => openTestApp())
const open = allTests(() => openTestApp({ baseUrl: BASE, auth: { clientDocuments: 'off' } }))

const get = async (path: string, init: RequestInit = {}) =>
  readAnswer<Record<string, unknown>>(await fetch(`${local.url}${path}`, { redirect: 'manual', ...init }))
/** The document as a proxy asks for it, by the public name. */
const getOpen = (path: string) =>
  sendRaw<Record<string, unknown>>(`${open.url}${path}`, { method: 'GET', headers: { host: 'l10n.example.org' } })

describe('the metadata of the authorization server', () => {
  it('has what RFC 8414 demands, and nothing that the server does not support', async () => {
    verifies('4.2.server-metadata', '4.2.s256-advertised', '7.s256-advertised', '9.rfc-8414')
    const { status, body } = await getOpen(SERVER)
    expect(status).toBe(200)
    expect(body).toEqual({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      registration_endpoint: `${BASE}/oauth/register`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      introspection_endpoint: `${BASE}/oauth/introspect`,
      device_authorization_endpoint: `${BASE}/oauth/device_authorization`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      scopes_supported: [...ALL_SCOPES, 'offline_access'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
      service_documentation: `${BASE}/`,
    })
    expect(ALL_SCOPES).toHaveLength(19)
  })

  it('offers client documents unless the operator switched them off', async () => {
    expect((await get(SERVER)).body['client_id_metadata_document_supported']).toBe(true)
  })

  it('names only existing endpoints', async () => {
    const { authorize, verification, ...called } = CAPABILITIES.paths
    expect(Object.keys(OAUTH_ENDPOINTS).sort()).toEqual(Object.values(called).sort())
    for (const path of [authorize, verification]) {
      expect((await fetch(`${local.url}${path}`, { redirect: 'manual' })).status, path).not.toBe(404)
    }
  })
})

describe('the metadata of the protected resource', () => {
  it('has what RFC 9728 demands, byte for byte at both addresses', async () => {
    verifies('4.2.resource-metadata', '9.rfc-9728')
    const { status, body } = await getOpen(RESOURCE)
    expect(status).toBe(200)
    expect(body).toEqual({
      resource: `${BASE}/mcp`,
      authorization_servers: [BASE],
      scopes_supported: ALL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Dragoman',
      resource_documentation: `${BASE}/`,
    })
    const [root, mcp] = await Promise.all([RESOURCE, `${RESOURCE}/mcp`].map(path => fetch(`${local.url}${path}`)))
    expect(await mcp?.text()).toBe(await root?.text())
    expect(mcp?.headers.get('etag')).toBe(root?.headers.get('etag'))
  })

  it('of the REST API has the same for another resource', async () => {
    const { body } = await getOpen(`${RESOURCE}/api`)
    const mcp = (await getOpen(RESOURCE)).body
    expect(body).toEqual({ ...mcp, resource: `${BASE}/api`, resource_name: 'Dragoman REST API' })
  })
})

describe('a strict client', () => {
  it.each(['/mcp', '/api'])('discovers %s and its server, and finds the requested identifiers', async path => {
    const options = { [allowInsecureRequests]: true }
    const resource = new URL(`${local.services.baseUrl}${path}`)
    const found = await processResourceDiscoveryResponse(resource, await resourceDiscoveryRequest(resource, options))
    const issuer = new URL(found.authorization_servers?.[0] ?? '')
    const answer = await discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
    expect((await processDiscoveryResponse(issuer, answer)).issuer).toBe(local.services.baseUrl)
  })

  it.each([
    ['/mcp', 'mcp', 'POST'],
    ['/api/projects', 'api', 'GET'],
  ])('reads the challenge of %s', async (path, resource, method) => {
    const url = new URL(path, local.url)
    const refused: unknown = await protectedResourceRequest('svca_x', method, url, undefined, undefined, {
      [allowInsecureRequests]: true,
    }).catch((reason: unknown) => reason)
    if (!(refused instanceof WWWAuthenticateChallengeError)) throw new Error(`no challenge: ${String(refused)}`)
    expect(refused.cause).toMatchObject([
      {
        scheme: 'bearer',
        parameters: {
          error: 'invalid_token',
          resource_metadata: `${local.services.baseUrl}${RESOURCE}/${resource}`,
          scope: EVERYDAY_SCOPES.join(' '),
        },
      },
    ])
  })
})

describe('a server on this machine', () => {
  const ask = (host: string, path: string, method = 'GET', to = local) =>
    sendRaw<Record<string, unknown>>(`${to.url}${path}`, { method, headers: { host } })
  /** The configured base URL with another name. */
  const named = (name: string) => local.services.baseUrl.replace('localhost', name)
  /** Every URL of the discovery that a client reads one after another. */
  async function discover(host: string, to = local): Promise<readonly unknown[]> {
    const urls: unknown[] = []
    for (const [path, method, document] of [
      ['/mcp', 'POST', `${RESOURCE}/mcp`],
      ['/api/projects', 'GET', `${RESOURCE}/api`],
    ] as const) {
      const { headers } = await ask(host, path, method, to)
      const { body } = await ask(host, document, 'GET', to)
      const [, challenged] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? []
      urls.push(challenged, body['resource'], ...[body['authorization_servers']].flat())
    }
    const { body } = await ask(host, SERVER, 'GET', to)
    const isUrl = ([name]: [string, unknown]) => name === 'issuer' || name.endsWith('_endpoint')
    return [
      ...urls,
      ...Object.entries(body)
        .filter(isUrl)
        .map(([, url]) => url),
    ]
  }

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'is discovered by the name %s, whichever its base URL has',
    async name => {
      const urls = await discover(new URL(named(name)).host)
      expect(urls).toHaveLength(13)
      for (const url of urls) expect(new URL(String(url)).origin).toBe(named(name))
    },
  )

  it('accepts no loopback name if its base URL is public', async () => {
    const { port } = new URL(open.url)
    for (const url of await discover(`127.0.0.1:${port}`, open)) expect(new URL(String(url)).origin).toBe(BASE)
  })
})

describe('each document', () => {
  it.each(DOCUMENTS)('%s is JSON that any page may read and any cache may keep for five minutes', async path => {
    const response = await fetch(`${local.url}${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).not.toContain('null')
  })

  it.each(DOCUMENTS)('%s is not sent again when unchanged', async path => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(`${local.url}${path}`, { headers: { 'if-none-match': known } })
      expect([again.status, await again.text()], known).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it.each(DOCUMENTS)('%s answers HEAD with the same headers and OPTIONS without a limit', async path => {
    const [whole, head] = [await fetch(`${local.url}${path}`), await fetch(`${local.url}${path}`, { method: 'HEAD' })]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    }
    const options = await fetch(`${local.url}${path}`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(options.headers.get('ratelimit')).toBeNull()
  })

  it.each(DOCUMENTS)('%s cannot be changed', async path => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await get(path, { method })
      expect([status, body['code'], headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS'])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

it.each([
  `${SERVER}/mcp`,
  '/.well-known/openid-configuration',
  '/mcp/.well-known/oauth-authorization-server',
  `${RESOURCE}/mcp/`,
  '/.well-known/<script>alert(1)</script>',
])('other discovery paths of clients %s returns 404 in JSON: no page and no redirect', async path => {
  for (const method of ['GET', 'POST']) {
    const { status, headers, body } = await get(path, { method, headers: { accept: 'text/html' } })
    expect([status, body['code']]).toEqual([404, 'not_found'])
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('location')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect((await fetch(`${local.url}${path}`, { method: 'OPTIONS' })).status).toBe(204)
})
