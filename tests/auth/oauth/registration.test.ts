import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAPABILITIES } from '../../../src/auth/oauth/capabilities.ts'
import { register } from '../../../src/auth/oauth/clients/registration.ts'
import { parseSecretKind, verifySecret } from '../../../src/auth/secrets.ts'
import { verifies } from '../../requirements.ts'

const NOW = new Date('2027-03-01T12:00:00.500Z')
const CLAUDE = 'https://claude.ai/api/mcp/auth_callback'
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

const attempt = (json: unknown) => register(json, { network: '203.0.113.7', now: NOW })

/** Registers valid metadata, with a redirect URI unless another one is given. */
function taken(members: object = {}) {
  const outcome = attempt({ redirect_uris: [CLAUDE], ...members })
  if ('fault' in outcome) throw new Error(outcome.fault.problem)
  return outcome
}

/** Registers invalid metadata, and returns the fault. */
function refused(json: unknown) {
  const outcome = attempt(json)
  if ('fault' in outcome) return outcome.fault
  throw new Error(`taken: ${JSON.stringify(outcome.reply)}`)
}

const without = (members: object) => refused({ redirect_uris: [CLAUDE], ...members })

describe('a registration', () => {
  it('returns an ID, a secret that is stored as a hash, and the requested metadata', () => {
    verifies('2.1.client-name', '2.1.redirect-uris', '2.1.grant-types', '2.1.client-id', '2.1.client-secret')
    const about = {
      application_type: 'native',
      client_uri: 'https://probe.example',
      software_id: 'probe',
      software_version: '1.2',
    }
    const asked = {
      client_name: 'Probe',
      redirect_uris: [CLAUDE],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'project:read offline_access',
      ...about,
    }
    const { client, reply } = taken(asked)
    const { client_id, client_secret, ...rest } = reply
    expect(rest).toStrictEqual({ ...asked, client_id_issued_at: 1803902400, client_secret_expires_at: 0 })
    expect([parseSecretKind(String(client_id)), parseSecretKind(String(client_secret))]).toEqual(['svcc', 'svcs'])
    expect(verifySecret(String(client_secret), client.secret_hash ?? '')).toBe(true)
    expect(JSON.stringify(client)).not.toContain(String(client_secret))
    expect(client).toStrictEqual({
      id: client_id,
      kind: 'registered',
      name: 'Probe',
      redirect_uris: [CLAUDE],
      grant_types: ['authorization_code', 'refresh_token'],
      auth_method: 'none',
      confidential: false,
      secret_hash: client.secret_hash,
      about,
      network: '203.0.113.7',
      created_at: NOW.toISOString(),
      last_used_at: null,
    })
  })

  it('creates another client each time', () => {
    expect(taken().client.id).not.toBe(taken().client.id)
  })

  describe('of a method', () => {
    it.each([
      [{ token_endpoint_auth_method: 'none' }, 'none', false],
      [{ token_endpoint_auth_method: 'client_secret_post' }, 'client_secret_post', true],
      [{ token_endpoint_auth_method: 'client_secret_basic' }, 'client_secret_basic', true],
      [{}, 'client_secret_basic', false],
      [{ token_endpoint_auth_method: null }, 'client_secret_basic', false],
      [
        {
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
        },
        'none',
        false,
      ],
      [
        { token_endpoint_auth_methods_supported: ['tls_client_auth', 'client_secret_post', 'none'] },
        'client_secret_post',
        true,
      ],
    ])('%j is registered as %s, and must be authenticated: %s', (members, method, confidential) => {
      const { client, reply } = taken(members)
      expect([reply['token_endpoint_auth_method'], client.auth_method, client.confidential]).toEqual([
        method,
        method,
        confidential,
      ])
      expect(client.secret_hash).toHaveLength(64)
    })

    it.each([['private_key_jwt'], ['NONE'], [' none'], [''], [5], [['none']]])('%j is rejected', method => {
      verifies('2.1.auth-method')
      expect(without({ token_endpoint_auth_method: method })).toMatchObject({
        why: 'metadata',
        problem: expect.stringContaining('token_endpoint_auth_method'),
      })
    })

    it.each([[['private_key_jwt']], [[]], ['none'], [[null]]])('list %j is rejected', list => {
      expect(without({ token_endpoint_auth_methods_supported: list }).why).toBe('metadata')
    })
  })

  describe('of grant types', () => {
    it.each([
      [undefined, ['authorization_code', 'refresh_token'], ['code']],
      [null, ['authorization_code', 'refresh_token'], ['code']],
      [['authorization_code'], ['authorization_code'], ['code']],
      [
        ['refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'authorization_code'],
        ['authorization_code', 'refresh_token'],
        ['code'],
      ],
      [['authorization_code', 'refresh_token', DEVICE], ['authorization_code', 'refresh_token', DEVICE], ['code']],
      [[DEVICE, 'refresh_token'], ['refresh_token', DEVICE], []],
    ])('%j keeps %j', (given, kept, responses) => {
      const { client, reply } = taken({ grant_types: given })
      expect([reply['grant_types'], client.grant_types, reply['response_types']]).toEqual([kept, kept, responses])
    })

    it.each([
      [[]],
      [['refresh_token']],
      [['password', 'implicit', 'client_credentials']],
      ['authorization_code'],
      [[5]],
    ])('%j is rejected', given => {
      expect(without({ grant_types: given })).toMatchObject({
        why: 'metadata',
        problem: expect.stringContaining('grant_types'),
      })
    })

    it.each([[['token']], [['code', 'token']], [['code token']], [[]], ['code'], [['id_token']]])(
      'with response types %j is rejected',
      given => {
        expect(without({ response_types: given })).toMatchObject({
          why: 'metadata',
          problem: expect.stringContaining('response_types'),
        })
      },
    )
  })

  describe('of a scope', () => {
    it.each([[undefined], [''], [' '], [null], ['openid email profile'], ['mcp:tools'], ['PROJECT:READ']])(
      '%j returns no scope',
      scope => {
        expect(taken({ scope }).reply).not.toHaveProperty('scope')
      },
    )

    it('returns the known scopes only', () => {
      const { reply } = taken({ scope: 'offline_access nonsense project:read  project:read "x"' })
      expect(String(reply['scope']).split(' ').sort()).toEqual(['offline_access', 'project:read'])
    })

    it('does not limit later requests to the registered scopes', () => {
      expect(taken({ scope: 'project:read' }).client).not.toHaveProperty('scopes')
    })

    it.each([[5], [['project:read']], ['x'.repeat(2001)]])('%j is rejected', scope => {
      expect(without({ scope })).toMatchObject({ why: 'metadata', problem: expect.stringContaining('scope') })
    })
  })

  describe('of a name', () => {
    it.each([
      [{}, 'claude.ai'],
      [{ client_name: null }, 'claude.ai'],
      [{ client_name: '  ' }, 'claude.ai'],
      [{ redirect_uris: ['http://127.0.0.1:5/cb'] }, '127.0.0.1:5'],
      [{ redirect_uris: ['cursor://x/cb'] }, 'cursor'],
      [{ client_name: 'می\u200cخواهم' }, 'می\u200cخواهم'],
      [{ client_name: '👩\u200d🚀' }, '👩\u200d🚀'],
      [{ client_name: '✳️' }, '✳️'],
    ])('%j is called %s', (members, name) => {
      const { client, reply } = taken(members)
      expect([client.name, reply['client_name']]).toEqual([name, name])
    })

    it.each([
      [5],
      ['x'.repeat(201)],
      ['a\u202egpj.exe'],
      ['a\nb'],
      ['Claude\u200b'],
      ['a\ud800'],
      ['\u200c'],
      ['\u0301'],
    ])('%j is rejected', name => {
      expect(without({ client_name: name })).toMatchObject({
        why: 'metadata',
        problem: expect.stringContaining('client_name'),
      })
    })
  })

  describe('of other members', () => {
    it.each(['logo_uri', 'client_uri', 'tos_uri', 'policy_uri'])('accepts %s over http and https only', member => {
      expect(taken({ [member]: 'https://h/x' }).reply[member]).toBe('https://h/x')
      expect(taken({ [member]: 'http://h/x' }).reply[member]).toBe('http://h/x')
      for (const wrong of [
        'javascript:alert(1)',
        '/x',
        'https://',
        'https://h/ x',
        5,
        `https://h/${'x'.repeat(2000)}`,
      ]) {
        expect(without({ [member]: wrong })).toMatchObject({
          why: 'metadata',
          problem: expect.stringContaining(member),
        })
      }
    })

    it('accepts an application type, whatever the redirect URIs are', () => {
      const loopback = { redirect_uris: ['http://127.0.0.1/'], application_type: 'web' }
      expect(taken(loopback).reply['application_type']).toBe('web')
      for (const wrong of ['x', ' ', 5]) {
        expect(without({ application_type: wrong })).toMatchObject({
          why: 'metadata',
          problem: 'application_type must be web or native.',
        })
      }
    })

    it('treats empty ones as absent', () => {
      const members =
        'client_name grant_types response_types token_endpoint_auth_methods_supported scope application_type client_uri logo_uri tos_uri policy_uri software_id software_version jwks_uri contacts'
      const same = { client_id: expect.any(String) as string, client_secret: expect.any(String) as string }
      for (const empty of ['', null]) {
        const { reply } = taken(Object.fromEntries(members.split(' ').map(member => [member, empty])))
        expect(reply).toStrictEqual({ ...taken().reply, ...same })
      }
    })

    it('ignores unknown members, and those that only the server sets', () => {
      const own = {
        client_id: 'mine',
        client_secret: 'mine',
        client_id_issued_at: 1,
        client_secret_expires_at: 99,
        registration_access_token: 'mine',
        registration_client_uri: 'https://h/mine',
        skip_consent: 'mine',
        trusted: 'mine',
        confidential: 'mine',
        last_used_at: 'mine',
        jwks_uri: 'https://h/mine',
        contacts: ['mine'],
        software_statement: 'mine',
        'client_name#de': 'mine',
      }
      const { client, reply } = taken(own)
      expect(JSON.stringify([client, reply])).not.toContain('mine')
      expect(client).toMatchObject({ confidential: false, last_used_at: null })
      expect(reply).toMatchObject({ client_id_issued_at: 1803902400, client_secret_expires_at: 0 })
    })

    it('does not pollute prototypes', () => {
      const json: unknown = JSON.parse(
        `{"redirect_uris":["${CLAUDE}"],"__proto__":{"x":1,"client_name":"inherited"},"constructor":{"prototype":{"x":1}}}`,
      )
      const outcome = attempt(json)
      expect(outcome).toMatchObject({ client: { name: 'claude.ai' } })
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    })
  })

  it.each([[null], [[]], ['x'], [5], [true], [[{ redirect_uris: [CLAUDE] }]]])('of %j is rejected', json => {
    expect(refused(json)).toEqual({ why: 'metadata', problem: 'The metadata must be a JSON object.' })
  })

  it('returns a client without null fields, or an error of limited length, for any input', () => {
    const likely = (...valid: unknown[]) =>
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...valid) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
      )
    const json = fc.record(
      {
        client_name: likely('Probe', null, ''),
        redirect_uris: likely([CLAUDE], ['http://127.0.0.1/', 'cursor://x']),
        grant_types: likely(['authorization_code'], [DEVICE, 'password'], null),
        response_types: likely(['code'], null),
        token_endpoint_auth_method: likely('none', 'client_secret_post', null),
        token_endpoint_auth_methods_supported: likely(['private_key_jwt', 'none'], null),
        scope: likely('project:read', '', null),
        application_type: likely('web', null),
        logo_uri: likely('https://h/', null),
      },
      { requiredKeys: ['redirect_uris'] },
    )
    let kept = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: json }, fc.jsonValue()), given => {
        const outcome = attempt(given)
        if ('fault' in outcome) {
          expect(outcome.fault.problem).toMatch(/^[^\n]{10,2500}\.$/s)
          return
        }
        kept += 1
        expect(Object.values(outcome.reply)).not.toContain(null)
        expect(Object.values(outcome.reply)).not.toContain(undefined)
        expect(CAPABILITIES.authMethods).toContain(outcome.client.auth_method)
        expect(outcome.client.grant_types.some(type => type === 'authorization_code' || type === DEVICE)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(kept).toBeGreaterThan(20)
  })
})
