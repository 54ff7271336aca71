import * as fc from 'fast-check'
import type { Known } from './known.ts'
import { pages } from './page-surface.ts'
import type { Sent } from './send.ts'
import { encoded, MARKUP, mutated, oddText, wellFormed } from './values.ts'

const FORM = 'application/x-www-form-urlencoded'
const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant(FORM) },
  fc.constantFrom(
    `${FORM}; charset=utf-8`,
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    `${FORM}, x/y`,
  ),
)
const method = fc.oneof(
  { weight: 20, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
)

const token = 'svcr_0123456789abcdef0123456789abcdef01234567deadbeef'
const secretOf = ({ client_id, client_secret }: Known): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

/** Header values cannot hold line ends: node:http does not send them. */
const headerText = oddText.map(text => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2000))

const credentials = (known: Known): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: fc.constant({ authorization: secretOf(known) }) },
    headerText.map(authorization => ({ authorization })),
    oddText.map(text => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })),
  )

function forms(known: Known, path: string, valid: readonly Readonly<Record<string, string>>[]): fc.Arbitrary<Sent> {
  return fc
    .record({
      method,
      type: contentType,
      pairs: fc.oneof(...valid.map(mutated)),
      raw: fc.boolean(),
      headers: credentials(known),
    })
    .map(({ method: verb, type, pairs, raw, headers }) => ({
      method: verb,
      path,
      headers: { ...headers, 'content-type': type },
      body: verb === 'GET' || verb === 'HEAD' ? '' : encoded(pairs, raw),
    }))
}

const authorize = (known: Known): fc.Arbitrary<Sent> => {
  const valid = {
    response_type: 'code',
    client_id: known.client_id,
    redirect_uri: known.redirect_uri,
    state: MARKUP,
    scope: 'project:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: `${known.base}/mcp`,
  }
  const verb = fc.oneof({ weight: 20, arbitrary: fc.constant('GET') }, fc.constantFrom('HEAD', 'POST', 'PUT'))
  const cookie = fc.constantFrom({}, { cookie: known.cookie })
  return fc
    .record({ pairs: mutated(valid), raw: fc.boolean(), verb, cookie })
    .map(({ pairs, raw, verb: how, cookie: sent }) => ({
      method: how,
      path: `/oauth/authorize?${encoded(pairs, raw)}`.slice(0, 12_000),
      headers: { accept: 'text/html', ...sent },
      body: '',
    }))
}

const register = (known: Known): fc.Arbitrary<Sent> => {
  const mostly = (valid: unknown, ...others: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(valid) }, ...others, fc.jsonValue())
  const places = ['https://app.example/cb', 'cursor://x/y', 'javascript:zq()', known.redirect_uri]
  const uris = fc.array(fc.oneof(oddText, fc.constantFrom(...places)), { maxLength: 25 })
  const metadata = fc.record(
    {
      client_name: mostly(MARKUP, oddText),
      redirect_uris: mostly([known.redirect_uri], uris),
      grant_types: mostly(['authorization_code']),
      response_types: mostly(['code']),
      token_endpoint_auth_method: mostly(
        'none',
        fc.constantFrom('client_secret_post', 'private_key_jwt', null),
        oddText,
      ),
      scope: mostly('project:read', oddText),
      client_uri: mostly('https://app.example/', oddText),
      application_type: mostly('native', oddText),
      __proto__: fc.jsonValue(),
    },
    { requiredKeys: ['redirect_uris'] },
  )
  const body = fc.oneof(
    { weight: 5, arbitrary: metadata.map(value => JSON.stringify(value)) },
    fc.json(),
    oddText,
    fc.constant('['.repeat(5000)),
  )
  const type = fc.oneof({ weight: 10, arbitrary: fc.constant('application/json') }, contentType)
  return fc.record({ method, type, body }).map(({ method: verb, type: given, body: text }) => ({
    method: verb,
    path: '/oauth/register',
    headers: { 'content-type': given },
    body: verb === 'GET' || verb === 'HEAD' ? '' : text,
  }))
}

const METADATA = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api',
]

const metadata = (): fc.Arbitrary<Sent> =>
  fc
    .record({
      method: fc.oneof({ weight: 3, arbitrary: fc.constant('GET') }, method),
      path: fc.constantFrom(
        ...METADATA,
        '/.well-known/openid-configuration',
        '/mcp/.well-known/oauth-authorization-server',
      ),
      rest: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        oddText.map(text => `/${encodeURIComponent(wellFormed(text))}`),
      ),
      query: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        oddText.map(text => `?${encoded([[text, text]], true)}`),
      ),
      headers: fc.dictionary(fc.constantFrom('accept', 'origin', 'if-none-match', 'x-forwarded-host'), headerText),
    })
    .map(({ method: verb, path, rest, query, headers }) => ({
      method: verb,
      path: `${path}${rest}${query}`.slice(0, 8000),
      headers,
      body: '',
    }))

/** The surfaces of the authorization server and the pages, with requests that are nearly right. */
export const SURFACES = {
  authorize,
  register,
  token: (known: Known) => {
    const { client_id, refresh_token, redirect_uri } = known
    return forms(known, '/oauth/token', [
      { grant_type: 'refresh_token', client_id, refresh_token },
      { grant_type: 'authorization_code', client_id, code: token, redirect_uri, code_verifier: 'v'.repeat(43) },
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id, device_code: token },
      { grant_type: 'client_credentials', client_id },
    ])
  },
  revoke: (known: Known) =>
    forms(known, '/oauth/revoke', [{ client_id: known.client_id, token, token_type_hint: 'refresh_token' }]),
  introspect: (known: Known) => forms(known, '/oauth/introspect', [{ token: known.access_token }, { token }]),
  metadata,
  pages,
} as const satisfies Record<string, (known: Known) => fc.Arbitrary<Sent>>

export type Surface = keyof typeof SURFACES
