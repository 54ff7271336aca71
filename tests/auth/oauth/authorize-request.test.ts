import { describe, expect, it } from 'vitest'
import {
  localFailure,
  type ParsedRequest,
  parseAuthorizationRequest,
  parseClientId,
} from '../../../src/auth/oauth/authorize/request.ts'
import { formatResponseUrl } from '../../../src/auth/oauth/authorize/response.ts'
import { EVERYDAY_SCOPES } from '../../../src/auth/policy/scopes.ts'
import type { ClientRecord } from '../../../src/store/records/authorization.ts'

const BASE = 'http://localhost:4050'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const CLIENT: ClientRecord = {
  id: 'svcc_1',
  kind: 'registered',
  name: 'Test App',
  redirect_uris: ['https://app.example/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  auth_method: 'none',
  confidential: false,
  about: {},
  created_at: '2027-03-01T12:00:00.000Z',
  last_used_at: null,
}

const GOOD = {
  response_type: 'code',
  client_id: CLIENT.id,
  redirect_uri: 'https://app.example/callback',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  state: 's t+ä',
} as const

type Differs = Readonly<Record<string, string | readonly string[] | undefined>>

function parse(differs: Differs = {}, client: Partial<ClientRecord> = {}): ParsedRequest {
  const query = new URLSearchParams()
  const given: Differs = { ...GOOD, ...differs }
  for (const [name, value] of Object.entries(given)) {
    for (const one of [value].flat()) if (one !== undefined) query.append(name, one)
  }
  return parseAuthorizationRequest(
    query,
    { client: { ...CLIENT, ...client } },
    { baseUrl: BASE, challengeScopes: EVERYDAY_SCOPES },
  )
}

function asked(differs: Differs = {}, client: Partial<ClientRecord> = {}) {
  const parsed = parse(differs, client)
  if (parsed.kind !== 'asked') throw new Error(`expected a valid request, got ${JSON.stringify(parsed)}`)
  return parsed.requested
}

/** The error code that the client gets. */
function refused(differs: Differs, client: Partial<ClientRecord> = {}): string {
  const parsed = parse(differs, client)
  return parsed.kind === 'refused' ? parsed.failure.error : parsed.kind
}

/** The reason of a fault that is not sent to the client. */
function local(differs: Differs, client: Partial<ClientRecord> = {}): string {
  const parsed = parse(differs, client)
  return parsed.kind === 'local' ? parsed.fault.why : parsed.kind
}

describe('an authorization request', () => {
  it('keeps only what an interaction stores', () => {
    expect(asked({ scope: 'project:write project:read', resource: `${BASE}/mcp/`, prompt: 'consent' })).toEqual({
      client_id: CLIENT.id,
      redirect_uri: GOOD.redirect_uri,
      redirect_uri_given: true,
      state: GOOD.state,
      scopes: ['project:read', 'project:write'],
      scope_given: true,
      resources: [`${BASE}/mcp`],
      code_challenge: CHALLENGE,
      prompt: 'consent',
    })
  })

  it('may omit the redirect URI when only one is registered', () => {
    for (const left of [undefined, '']) {
      expect(asked({ redirect_uri: left })).toMatchObject({
        redirect_uri: GOOD.redirect_uri,
        redirect_uri_given: false,
      })
    }
    const two = { redirect_uris: ['https://app.example/callback', 'https://app.example/other'] }
    expect(local({ redirect_uri: undefined }, two)).toBe('no_redirect')
    expect(local({ redirect_uri: undefined }, { redirect_uris: [] })).toBe('no_redirect')
  })

  it('does not redirect to a redirect URI that is not registered', () => {
    for (const redirect_uri of [
      'https://evil.example/callback',
      'https://app.example/callback/',
      'javascript:alert(1)',
    ]) {
      expect(local({ redirect_uri }), redirect_uri).toBe('unknown_redirect')
    }
    const native = { redirect_uris: ['http://127.0.0.1/callback'] }
    const [port, path] = ['http://127.0.0.1:59656/callback', 'http://127.0.0.1:59656/other']
    expect(asked({ redirect_uri: port }, native)).toMatchObject({ redirect_uri: port })
    expect(local({ redirect_uri: path }, native)).toBe('unknown_redirect')
  })

  it('does not redirect when the client or the redirect URI is repeated, or the client is missing', () => {
    expect(local({ client_id: [CLIENT.id, 'svcc_2'] })).toBe('repeated')
    expect(local({ redirect_uri: [GOOD.redirect_uri, GOOD.redirect_uri] })).toBe('repeated')
    expect(parseClientId(new URLSearchParams('client_id='))).toEqual({ fault: { why: 'no_client' } })
  })

  it('is rejected with the error code of its fault', () => {
    const cases: readonly (readonly [Differs, string])[] = [
      [{ response_type: undefined }, 'invalid_request'],
      [{ response_type: '' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: ['code', 'code'] }, 'invalid_request'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: 's256' }, 'invalid_request'],
      [{ code_challenge_method: ['S256', 'plain'] }, 'invalid_request'],
      [{ code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request'],
      ...[1, 42, 44, 129].map(size => [{ code_challenge: 'a'.repeat(size) }, 'invalid_request'] as const),
      ...['=', ' ', '\n'].map(one => [{ code_challenge: 'a'.repeat(42) + one }, 'invalid_request'] as const),
      ...['https://evil.example', `${BASE}/mcp#x`, '/mcp', `${BASE}/mcp/other`, 'http://user@localhost:4050/mcp'].map(
        resource => [{ resource }, 'invalid_target'] as const,
      ),
      [{ resource: [`${BASE}/mcp`, 'https://evil.example'] }, 'invalid_target'],
      [{ scope: 'project:read "' }, 'invalid_scope'],
      [{ scope: 'project:read\\' }, 'invalid_scope'],
      [{ scope: 'project:read\tproject:write' }, 'invalid_scope'],
      [{ scope: 'projéct:read' }, 'invalid_scope'],
      [{ scope: ['project:read', 'project:write'] }, 'invalid_request'],
      [{ request: 'eyJ' }, 'invalid_request'],
      [{ request_uri: 'https://app.example/request' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ prompt: 'none consent' }, 'invalid_request'],
      [{ prompt: 'create' }, 'invalid_request'],
      [{ prompt: ['none', 'consent'] }, 'invalid_request'],
      [{ state: ['one', 'two'] }, 'invalid_request'],
    ]
    for (const [differs, word] of cases) expect(refused(differs), JSON.stringify(differs)).toBe(word)
    expect(refused({}, { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] })).toBe('unauthorized_client')
  })

  it('returns its state with an error, but not one of two states', () => {
    expect(parse({ prompt: 'create' })).toMatchObject({ kind: 'refused', state: GOOD.state })
    expect(parse({ state: ['one', 'two'] })).toMatchObject({ kind: 'refused', state: undefined })
  })

  it('describes an error in ASCII without quotes or backslashes', () => {
    for (const differs of [{ scope: 'é"\\' }, { response_type: '"é\\' }, { prompt: 'é"' }, { resource: '"é' }]) {
      const parsed = parse(differs)
      if (parsed.kind !== 'refused') throw new Error(`expected a refusal of ${JSON.stringify(differs)}`)
      expect(parsed.failure.message).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    }
  })

  it('requests only known scopes, in a fixed order and without duplicates', () => {
    expect(asked({ scope: 'openid project:write  project:read project:read offline_access' })).toMatchObject({
      scopes: ['project:read', 'project:write'],
      scope_given: true,
    })
  })

  it('requests the default scopes when it names none', () => {
    for (const scope of [undefined, '', '  ', 'offline_access', 'openid email profile', 'mcp:tools', 'PROJECT:READ']) {
      expect(asked({ scope }), String(scope)).toMatchObject({ scopes: EVERYDAY_SCOPES, scope_given: false })
    }
  })

  it('is for the MCP endpoint unless it names other resources of the service', () => {
    expect(asked().resources).toEqual([`${BASE}/mcp`])
    expect(asked({ resource: '' }).resources).toEqual([`${BASE}/mcp`])
    expect(asked({ resource: [`${BASE}/`, 'HTTP://LOCALHOST:4050/api'] }).resources).toEqual([BASE, `${BASE}/api`])
  })

  it('uses the strictest of several prompts', () => {
    expect(asked({ prompt: 'consent login' }).prompt).toBe('login')
    expect(asked({ prompt: 'consent select_account' }).prompt).toBe('select_account')
    expect(asked({ prompt: 'none' }).prompt).toBe('none')
    expect(asked({ prompt: '' })).not.toHaveProperty('prompt')
  })

  it('accepts a state of 4,096 characters, and no more', () => {
    expect(asked({ state: 's'.repeat(4096) })).toMatchObject({ state: 's'.repeat(4096) })
    const state = 's'.repeat(4097)
    expect(parse({ state })).toMatchObject({ kind: 'refused', state, failure: { error: 'invalid_request' } })
  })

  it('ignores unknown parameters, and treats an empty state as missing', () => {
    expect(asked({ state: '', nonce: ['1', '2'], audience: 'x', response_mode: 'query' })).not.toHaveProperty('state')
  })

  it('is answered with invalid_client when the client is not found', () => {
    const parsed = parseAuthorizationRequest(
      new URLSearchParams({ ...GOOD, client_id: 'gone' }),
      { fault: { why: 'unknown' } },
      { baseUrl: BASE, challengeScopes: EVERYDAY_SCOPES },
    )
    if (parsed.kind !== 'local') throw new Error('expected a fault that stays here')
    expect(localFailure(parsed.fault)).toMatchObject({ error: 'invalid_client', status: 400 })
    expect(localFailure({ why: 'no_client' }).error).toBe('invalid_request')
    expect(localFailure({ why: 'repeated', parameter: 'client_id' }).error).toBe('invalid_request')
  })
})

describe('the address of an authorization response', () => {
  const envelope = { state: 'a b&c=d%ä', issuer: BASE }

  it('has code, state and issuer once each, and keeps the query of the redirect URI', () => {
    const address = formatResponseUrl(
      'https://app.example/cb?a=%20x&state=old&b&co%64e=1&iss=evil',
      { code: 'c1' },
      envelope,
    )
    expect(address).toBe(
      `https://app.example/cb?a=%20x&b&code=c1&state=${encodeURIComponent(envelope.state)}&iss=${encodeURIComponent(BASE)}`,
    )
    expect(new URL(address).searchParams.get('state')).toBe(envelope.state)
  })

  it('works for every kind of redirect URI', () => {
    const ends = `?code=c1&iss=${encodeURIComponent(BASE)}`
    for (const uri of [
      'http://127.0.0.1:5000',
      'com.example.app:/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ]) {
      expect(formatResponseUrl(uri, { code: 'c1' }, { state: undefined, issuer: BASE })).toBe(`${uri}${ends}`)
    }
    expect(formatResponseUrl('https://a.example/cb?', { code: 'c1' }, { state: undefined, issuer: BASE })).toBe(
      `https://a.example/cb${ends}`,
    )
  })
})
