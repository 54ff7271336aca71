import { describe, expect, it } from 'vitest'
import { documentAddressFault, readDocument } from '../../../../src/auth/oauth/clients/document-rules.ts'
import { pinnedDocument } from '../../../../src/auth/oauth/clients/pinned-documents.ts'

const URL_OF = 'https://app.example/client.json'

/** The minimal valid document. */
const FULL = { client_id: URL_OF, client_name: 'App', redirect_uris: ['https://app.example/cb'] }

describe('the address of a metadata document', () => {
  it.each([
    'https://app.example/a/b?x=1',
    'https://app.example:8443/c',
    'https://claude.ai/oauth/claude-code-client-metadata',
    'https://app.example/a..b/.c',
  ])('is accepted: %s', url => {
    expect(documentAddressFault(url)).toBeUndefined()
  })

  it.each([
    'http://app.example/client.json',
    'https://app.example/',
    'https://u:p@app.example/c',
    'https://app.example/c#x',
    'https://app.example/a/../c',
    'https://app.example/a/..',
    'https://app.example/a/%2e%2e/c',
    'https://app.example/a\\c',
    'https://app.example/a c',
    'https://app.example/c\n',
    'https://bücher.example/c',
    'https://App.example/c',
    'https://app.example:443/c',
    'https://0x7f.1/c',
    'https:///c',
    'https://app.example:99999/c',
    `https://app.example/${'x'.repeat(1981)}`,
  ])('is rejected: %j', url => {
    expect(documentAddressFault(url)).toBeDefined()
  })

  it('may have 2,000 characters', () => {
    expect(documentAddressFault(`https://app.example/${'x'.repeat(1980)}`)).toBeUndefined()
  })
})

describe('a metadata document', () => {
  const read = (members: object) => readDocument(JSON.stringify({ ...FULL, ...members }), URL_OF)

  it('registers a public client', () => {
    const full = {
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'project:read offline_access',
      client_uri: 'https://app.example',
      logo_uri: 'https://app.example/logo.png',
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
      trusted: true,
      tos_uri: null,
    }
    expect(read(full)).toStrictEqual({
      client: {
        id: URL_OF,
        kind: 'document',
        name: 'App',
        redirect_uris: ['https://app.example/cb'],
        grant_types: ['authorization_code', 'refresh_token'],
        auth_method: 'none',
        confidential: false,
        about: { client_uri: 'https://app.example', logo_uri: 'https://app.example/logo.png' },
      },
    })
  })

  it('that prefers private_key_jwt is accepted when it also offers none', () => {
    const chatgpt = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: 'https://app.example/jwks',
    }
    expect(read(chatgpt)).toMatchObject({ client: { auth_method: 'none', confidential: false } })
    expect(read({ token_endpoint_auth_method: 'private_key_jwt' })).toEqual({
      fault: 'does not offer the authentication method none',
    })
  })

  it.each([
    [
      `{"client_id":"https://evil.example/c","client_id":"${URL_OF}","client_name":"App","redirect_uris":["https://app.example/cb"]}`,
    ],
    [`${JSON.stringify(FULL).slice(0, -1)},"client_\\u0069d":"${URL_OF}"}`],
    [`${JSON.stringify(FULL).slice(0, -1)},"jwks":{"keys":[{"kty":"EC"},{"kty":"EC","kty":"oct"}]}}`],
    [`${JSON.stringify(FULL).slice(0, -1)},"__proto__":1,"__proto__":2}`],
  ])('is rejected with a duplicate key: %s', text => {
    expect(JSON.parse(text)).toMatchObject(FULL)
    expect(readDocument(text, URL_OF)).toEqual({
      fault: expect.stringMatching(/^has the key "(client_id|kty|__proto__)" more than once$/),
    })
  })

  it('may repeat a key in different objects', () => {
    expect(read({ a: { x: 1 }, b: { x: { x: 1 } }, x: [{ x: 1 }, { x: 1 }] })).toHaveProperty('client')
  })

  it.each([
    [{ client_id: 'https://APP.example/client.json' }],
    [{ client_id: 'https://app.example:443/client.json' }],
    [{ client_id: undefined }],
    [{ client_secret: 'x' }],
    [{ client_secret_expires_at: 0 }],
    [{ token_endpoint_auth_method: 'client_secret_basic', token_endpoint_auth_methods_supported: ['none'] }],
    [{ jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] } }],
    [{ jwks: { keys: [{ kty: 'oct', k: 'k' }] } }],
    [{ client_name: undefined }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ grant_types: ['client_credentials'] }],
    [{ response_types: ['token'] }],
    [{ logo_uri: 'javascript:alert(1)' }],
  ])('with %j is rejected', members => {
    expect(read(members)).toEqual({ fault: expect.stringMatching(/^[a-z].*[^.]$/) })
  })

  it('follows the same rules as a registration for empty members, foreign scopes and redirect URIs', () => {
    const redirect_uris = ['javascript:alert(1)', 'https://app.example/cb', 'http://app.example/cb']
    const lenient = {
      redirect_uris,
      scope: 'openid email',
      client_uri: '',
      logo_uri: '',
      tos_uri: null,
      policy_uri: '',
    }
    expect(read(lenient)).toMatchObject({ client: { redirect_uris: ['https://app.example/cb'], about: {} } })
  })

  it.each([['[]'], ['null'], ['"x"'], [''], ['<html>'], ['\ufeff{}'], ['['.repeat(5000)]])(
    'that reads %j is rejected',
    text => {
      expect(readDocument(text, URL_OF)).toEqual({ fault: 'is not a JSON object' })
    },
  )

  it('follows every rule when it is built in', () => {
    const addresses = [
      'https://claude.ai/oauth/claude-code-client-metadata',
      'https://claude.ai/oauth/mcp-oauth-client-metadata',
      'https://chatgpt.com/oauth/codex/client.json',
      'https://chatgpt.com/oauth/c_123-x/client.json',
      'https://vscode.dev/oauth/client-metadata.json',
      'https://zed.dev/oauth/client-metadata.json',
      'https://goose-docs.ai/oauth/client-metadata.json',
    ]
    for (const url of addresses) {
      expect(documentAddressFault(url)).toBeUndefined()
      expect(readDocument(JSON.stringify(pinnedDocument(url)), url)).toMatchObject({ client: { id: url } })
    }
    expect(pinnedDocument('https://chatgpt.com/oauth/c_123-x/client.json')?.redirect_uris[0]).toBe(
      'https://chatgpt.com/connector/oauth/c_123-x',
    )
    for (const url of [
      'https://chatgpt.com/oauth/a/b/client.json',
      'https://claude.ai/oauth/claude-code-client-metadata/',
      'https://evil.example/x',
    ]) {
      expect(pinnedDocument(url)).toBeUndefined()
    }
  })
})
