import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import type { AuthSettings } from '../../../src/auth/settings.ts'
import { openProvider } from '../../../src/auth/sign-in/providers.ts'
import { deriveSignInSecrets } from '../../../src/auth/sign-in/sign-ins.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { verifies } from '../../requirements.ts'
import { openJar } from '../../web/jar.ts'
import { type FakeOpenid, openFakeOpenid } from './fake-oidc.ts'
import { type HostileOpenid, openHostileOpenid } from './hostile-oidc.ts'
import { MISBEHAVIOURS } from './provider-faults.ts'
import { onward, start, walk } from './sign-in-steps.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const jarOf = () => openJar(testApp.services.baseUrl)
const sessions = () => testApp.services.store.read.sessions.list('all', '')
const identities = async (handle: string) => {
  const user = await testApp.services.store.read.users.by('handle', handle)
  return testApp.services.store.read.identities.list('user', user?.id ?? '')
}

describe('signing in with an OpenID provider', () => {
  let fake: FakeOpenid
  const open = async (kind: 'gitlab' | 'oidc', auth: Partial<AuthSettings> = {}, methods?: readonly string[]) => {
    fake = await openFakeOpenid(kind, methods && { methods })
    testApp = await openTestApp({ auth: { newAccounts: 'open', providers: [fake.config], ...auth } })
    fake.trust(testApp.services.baseUrl)
  }
  afterEach(() => fake.close())

  it('identifies a GitLab user by ID, with state, nonce and PKCE', async () => {
    verifies('5.1.two-providers')
    await open('gitlab')
    const asked = new URL(onward(await start(jarOf(), 'gitlab'))).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      client_id: fake.config.clientId,
      response_type: 'code',
      redirect_uri: `${testApp.services.baseUrl}/login/gitlab/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(new Set([asked.get('state'), asked.get('nonce'), asked.get('code_challenge')]).size).toBe(3)
    const jar = jarOf()
    expect(await walk(testApp, jar, 'gitlab')).toMatchObject({ status: 302, location: '/' })
    expect(jar.cookies.get('dragoman_session')).toMatch(/^svcw_/)
    expect(await identities('grace-h')).toMatchObject([
      { provider: 'gitlab', issuer: fake.url, subject: '45', login: 'Grace_H' },
    ])
  })

  it('admits members of a GitLab group, by its full path', async () => {
    await open('gitlab', { allowed: ['gitlab-group:Acme/Web'], newAccounts: 'invite' })
    fake.account.groups = ['acme', 'acme/website', 'other/acme/web']
    expect(await walk(testApp, jarOf(), 'gitlab')).toMatchObject({ status: 403 })
    fake.account.groups = ['acme/web']
    expect(await walk(testApp, jarOf(), 'gitlab')).toMatchObject({ status: 302 })
    expect(await sessions()).toHaveLength(1)
  })

  it('admits by the domain of a verified email address, and requests it only then', async () => {
    await open('gitlab', { allowed: ['domain:example.org'] })
    const asked = new URL(onward(await start(jarOf(), 'gitlab'))).searchParams
    expect(asked.get('scope')).toBe('openid profile email')
    fake.account.email_verified = false
    expect(await walk(testApp, jarOf(), 'gitlab')).toMatchObject({ status: 403 })
    fake.account.email_verified = true
    expect(await walk(testApp, jarOf(), 'gitlab')).toMatchObject({ status: 302 })
  })

  it('works with any provider, with the secret where that provider accepts it', async () => {
    await open('oidc', {}, ['client_secret_post'])
    expect(await walk(testApp, jarOf(), 'oidc')).toMatchObject({ status: 302 })
    expect(await identities('grace-h')).toMatchObject([{ provider: 'oidc', issuer: fake.url, subject: '45' }])
  })

  it('uses no email address as a name', async () => {
    await open('oidc')
    fake.account.nickname = 'Grace.Hopper@example.org'
    await walk(testApp, jarOf(), 'oidc')
    expect(await identities('grace-hopper')).toMatchObject([{ login: 'Grace.Hopper' }])
  })

  it('reports a denial at the provider', async () => {
    await open('gitlab')
    fake.manner.denies = true
    expect(await walk(testApp, jarOf(), 'gitlab')).toMatchObject({
      status: 400,
      text: expect.stringContaining('you denied access'),
    })
    expect(await sessions()).toEqual([])
  })

  it('is a server error when the provider rejects our secret', async () => {
    await open('gitlab')
    const provider = openProvider({ ...fake.config, clientSecret: 'wrong' }, testApp.services.auth)
    const secrets = deriveSignInSecrets(mintSecret('svcb').value, 'an-id')
    const answer = new URLSearchParams({ state: secrets.state, code: 'any', iss: fake.url })
    expect(await provider.finish(secrets, `${testApp.services.baseUrl}/login/gitlab/callback`, answer)).toEqual({
      fault: { why: 'upstream', detail: 'status 401' },
    })
  })
})

describe('a hostile OpenID provider', () => {
  const hostile = eachTest(() => openHostileOpenid())
  const open = async (allowed: readonly string[] = []): Promise<void> => {
    testApp = await openTestApp({ auth: { newAccounts: 'open', providers: [hostile.config], allowed } })
  }
  beforeEach(async () => {
    await open()
  })

  const refusedWith = async (): Promise<number> => {
    const jar = jarOf()
    const { status, text } = await walk(testApp, jar, 'oidc')
    expect(jar.cookies.has('dragoman_session')).toBe(false)
    expect(text).not.toContain('an-upstream-token')
    expect(await sessions()).toEqual([])
    return status
  }

  it('signs a user in with correct answers', async () => {
    expect(await walk(testApp, jarOf(), 'oidc')).toMatchObject({ status: 302 })
    expect(await identities('eve')).toMatchObject([{ subject: 'eve' }])
  })

  it.each<[string, (token: Parameters<HostileOpenid['tamper']['idToken']>[0]) => void]>([
    ['another nonce', ({ claims }) => Object.assign(claims, { nonce: 'another' })],
    ['no nonce', ({ claims }) => delete claims['nonce']],
    ['another issuer', ({ claims }) => Object.assign(claims, { iss: 'https://evil.example' })],
    ['another audience', ({ claims }) => Object.assign(claims, { aud: 'somebody-else' })],
    [
      'an authorized audience other than ours',
      ({ claims }) => Object.assign(claims, { aud: ['a', 'application-id'], azp: 'a' }),
    ],
    ['no subject', ({ claims }) => delete claims['sub']],
    ['an expiration in the past', ({ claims }) => Object.assign(claims, { exp: Math.floor(Date.now() / 1000) - 600 })],
    ['a start in the future', ({ claims }) => Object.assign(claims, { nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['no signature', token => Object.assign(token, { key: undefined, header: { alg: 'none' } })],
    ['an empty signature under a valid key ID', token => Object.assign(token, { key: undefined })],
    ['a signature by a foreign key', token => Object.assign(token, { key: hostile.foreignKey })],
    ['an unknown key', ({ header }) => Object.assign(header, { kid: 'other' })],
    ['a signature by a shared secret', ({ header }) => Object.assign(header, { alg: 'HS256' })],
  ])('is rejected when its id_token has %s', async (_what, spoil) => {
    hostile.tamper.idToken = spoil
    expect(await refusedWith()).toBe(400)
  })

  it('rejects a token response without a valid id_token', async () => {
    hostile.tamper.tokens = answer => delete answer['id_token']
    expect(await refusedWith()).toBe(400)
    hostile.tamper.tokens = answer => Object.assign(answer, { id_token: 'a.b' })
    expect(await refusedWith()).toBe(400)
  })

  it('is rejected when the userinfo endpoint names another user', async () => {
    hostile.tamper.userinfo = answer => Object.assign(answer, { sub: 'adam' })
    expect(await refusedWith()).toBe(400)
  })

  it('is rejected when another issuer sends the browser back', async () => {
    hostile.tamper.callback = parameters => parameters.set('iss', 'https://evil.example')
    expect(await refusedWith()).toBe(400)
    hostile.tamper.callback = () => {}
    hostile.tamper.description = answer =>
      Object.assign(answer, { authorization_response_iss_parameter_supported: true })
    expect(await refusedWith()).toBe(400)
  })

  it('needs an explicit verification of the email address', async () => {
    await testApp.close()
    await open(['domain:example.org'])
    for (const email_verified of [undefined, 'true', 1, false]) {
      hostile.tamper.userinfo = answer => Object.assign(answer, { email: 'eve@example.org', email_verified })
      expect(await refusedWith()).toBe(403)
    }
  })

  it.each<[string, object, object]>([
    [
      'the userinfo address with the id_token’s verification',
      { email: 'eve@evil.example', email_verified: true },
      { email: 'boss@example.org' },
    ],
    [
      'the id_token address with userinfo’s verification',
      { email: 'boss@example.org', email_verified: false },
      { email_verified: true },
    ],
    [
      'an id_token address that userinfo does not verify',
      { email: 'boss@example.org', email_verified: true },
      { email: 'boss@example.org', email_verified: false },
    ],
    ['two at signs', {}, { email: '"a@example.org"@evil.example', email_verified: true }],
    ['a quoted at sign', {}, { email: '"evil@evil.example,"@example.org', email_verified: true }],
    ['two addresses', {}, { email: 'eve@evil.example, b@example.org', email_verified: true }],
    ['a name around', {}, { email: 'Eve <eve@example.org>', email_verified: true }],
    ['a line break', {}, { email: 'eve@evil.example\nb@example.org', email_verified: true }],
    ['no name', {}, { email: '@example.org', email_verified: true }],
    ['a domain below', {}, { email: 'boss@sub.example.org', email_verified: true }],
  ])('is not trusted about a domain with %s', async (_what, inToken, inUserinfo) => {
    await testApp.close()
    await open(['domain:example.org'])
    hostile.tamper.idToken = ({ claims }) => Object.assign(claims, inToken)
    hostile.tamper.userinfo = answer => Object.assign(answer, inUserinfo)
    expect(await refusedWith()).toBe(403)
  })

  it('is trusted about a domain by either source alone', async () => {
    await testApp.close()
    await open(['domain:example.org'])
    const verified = { email: 'eve+l10n@EXAMPLE.org', email_verified: true }
    hostile.tamper.idToken = ({ claims }) => Object.assign(claims, verified)
    expect(await walk(testApp, jarOf(), 'oidc')).toMatchObject({ status: 302 })
    hostile.tamper.idToken = () => {}
    hostile.tamper.userinfo = answer => Object.assign(answer, verified)
    expect(await walk(testApp, jarOf(), 'oidc')).toMatchObject({ status: 302 })
  })

  it.each(['/token', '/keys', '/userinfo'])('signs nobody in when %s is faulty', async path => {
    for (const how of MISBEHAVIOURS) {
      hostile.broken.set(path, how)
      expect([how, await refusedWith()]).toEqual([how, 502])
    }
    expect(hostile.seen.some(({ url }) => url.pathname === '/elsewhere')).toBe(false)
  })

  it('gets no redirect when its metadata is faulty', async () => {
    for (const how of MISBEHAVIOURS) {
      hostile.broken.set('/.well-known/openid-configuration', how)
      const seen = await start(jarOf(), 'oidc')
      expect([how, seen.status, seen.location]).toEqual([how, 502, undefined])
    }
    hostile.broken.clear()
    for (const wrong of [
      { issuer: 'https://evil.example' },
      { issuer: 'no address' },
      { authorization_endpoint: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: 'http://evil.example/authorize' },
      { jwks_uri: 7 },
    ]) {
      hostile.tamper.description = answer => Object.assign(answer, wrong)
      expect([wrong, (await start(jarOf(), 'oidc')).status]).toEqual([wrong, 502])
    }
    expect(await testApp.services.store.read.sign_ins.list('all', '')).toEqual([])
  })

  it('gets no browser or secret over plain http', async () => {
    const provider = openProvider(hostile.config, testApp.services.auth)
    const secrets = deriveSignInSecrets(mintSecret('svcb').value, 'an-id')
    const refused = { fault: { why: 'upstream', detail: expect.stringContaining('is not https') as string } }
    const answer = new URLSearchParams({ code: 'a-code', state: secrets.state })
    for (const wrong of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint', 'authorization_endpoint']) {
      hostile.tamper.description = described => Object.assign(described, { [wrong]: 'http://127.0.0.2/elsewhere' })
      hostile.tamper.idToken = ({ claims }) => Object.assign(claims, { nonce: secrets.nonce })
      const seen =
        wrong === 'authorization_endpoint'
          ? await provider.begin(secrets, 'http://localhost/callback')
          : await provider.finish(secrets, 'http://localhost/callback', answer)
      expect([wrong, seen]).toEqual([wrong, refused])
    }
  })

  it('has a time limit', async () => {
    const provider = openProvider(hostile.config, testApp.services.auth, { milliseconds: 100, bytes: 1000 })
    const secrets = deriveSignInSecrets(mintSecret('svcb').value, 'an-id')
    hostile.broken.set('/.well-known/openid-configuration', 'silence')
    expect(await provider.begin(secrets, 'http://localhost/callback')).toEqual({
      fault: { why: 'upstream', detail: expect.stringContaining('did not respond (TimeoutError)') },
    })
  })
})
