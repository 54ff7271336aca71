import { describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { openProvider } from '../../../src/auth/sign-in/providers.ts'
import { deriveSignInSecrets } from '../../../src/auth/sign-in/sign-ins.ts'
import { verifies } from '../../requirements.ts'
import { useGithub } from './fake-github.ts'
import { MISBEHAVIOURS } from './provider-faults.ts'
import { onward, start, through, walk } from './sign-in-steps.ts'

const { github, testApp, reopen, jarOf } = useGithub()

const sessions = () => testApp.services.store.read.sessions.list('all', '')
const requestTo = (path: string) => github.seen.find(({ url }) => url.pathname === path)

describe('signing in with GitHub', () => {
  it('creates a user with a personal account with access, identified by ID and not by login', async () => {
    verifies('5.1.two-providers')
    const jar = jarOf()
    expect(await walk(testApp, jar, 'github')).toMatchObject({ status: 302, location: '/' })
    expect(jar.cookies.get('dragoman_session')).toMatch(/^svcw_/)
    const { read } = testApp.services.store
    const user = await read.users.by('handle', 'octo-cat')
    expect(user).toMatchObject({ operator: false })
    expect(await read.accounts.get(user?.account_id ?? '')).toMatchObject({ kind: 'personal', has_access: true })
    expect(await read.identities.list('user', user?.id ?? '')).toMatchObject([
      { provider: 'github', issuer: github.url, subject: '583231', login: 'Octo.Cat' },
    ])
    expect(await sessions()).toMatchObject([{ user_id: user?.id, method: 'github' }])
  })

  it('requests no scope, with PKCE and a state that is not stored', async () => {
    const asked = new URL(onward(await start(jarOf(), 'github'))).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      client_id: github.config.clientId,
      redirect_uri: `${testApp.services.baseUrl}/login/github/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const kept = JSON.stringify(await testApp.services.store.read.sign_ins.list('all', ''))
    expect(kept).not.toContain(asked.get('state'))
  })

  it('keeps the user when the login changes, and ignores the login’s former owner', async () => {
    await walk(testApp, jarOf(), 'github')
    github.account.login = 'renamed'
    await walk(testApp, jarOf(), 'github')
    const { read } = testApp.services.store
    const user = await read.users.by('handle', 'octo-cat')
    expect(await read.identities.list('user', user?.id ?? '')).toMatchObject([{ login: 'renamed' }])
    expect(await read.users.by('handle', 'renamed')).toBeUndefined()
    Object.assign(github.account, { id: 999, login: 'Octo.Cat' })
    await walk(testApp, jarOf(), 'github')
    const other = await read.users.by('handle', 'octo-cat-2')
    expect(other?.id).not.toBe(user?.id)
    expect(await read.identities.list('user', other?.id ?? '')).toMatchObject([{ subject: '999' }])
  })

  it('neither stores, shows nor logs a token of GitHub', async () => {
    const lines: string[] = []
    const { openLog } = await import('../../../src/log.ts')
    const { Writable } = await import('node:stream')
    const log = openLog(
      'debug',
      new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
    )
    await reopen({}, { log })
    const seen = await walk(testApp, jarOf(), 'github')
    const [token = 'none'] = github.tokens
    expect(token).toMatch(/^gho_/)
    const kept: string[] = []
    for await (const { records } of (await testApp.services.store.dump()).batches()) kept.push(JSON.stringify(records))
    expect(lines.length).toBeGreaterThan(0)
    for (const text of [lines.join(''), kept.join(''), seen.text, JSON.stringify(seen.headers)]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(github.config.clientSecret)
    }
  })

  it('admits members of an allowed organization, and requests only the scope for that', async () => {
    await reopen({ allowed: ['github-org:Acme'], newAccounts: 'invite' })
    const asked = new URL(onward(await start(jarOf(), 'github'))).searchParams
    expect(asked.get('scope')).toBe('read:org')
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({
      status: 403,
      text: expect.stringContaining('Octo.Cat at GitHub'),
    })
    github.account.organizations['acme'] = 'pending'
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 403 })
    expect(await sessions()).toEqual([])
    expect(await testApp.services.store.read.users.by('handle', 'octo-cat')).toBeUndefined()
    github.account.organizations['acme'] = 'active'
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 302 })
    delete github.account.organizations['acme']
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 403 })
  })

  it('admits by the domain of a verified email address only', async () => {
    await reopen({ allowed: ['domain:example.org'] })
    const asked = new URL(onward(await start(jarOf(), 'github'))).searchParams
    expect(asked.get('scope')).toBe('user:email')
    const email = { email: 'octo@EXAMPLE.org', verified: false, primary: true }
    github.account.emails = [email, { email: 'octo@example.org.evil.test', verified: true, primary: false }]
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 403 })
    email.verified = true
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 302 })
    const kept: string[] = []
    for await (const { records } of (await testApp.services.store.dump()).batches()) kept.push(JSON.stringify(records))
    expect(kept.join('')).not.toMatch(/octo@/i)
  })

  it('reports a denial at GitHub', async () => {
    github.manner.denies = true
    const seen = await walk(testApp, jarOf(), 'github')
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('GitHub (127.0.0.1') })
    expect(seen.text).toContain('you denied access')
    expect(await sessions()).toEqual([])
  })

  it('accepts GitHub’s issuer, and rejects another one', async () => {
    github.manner.iss = `${github.url}/login/oauth`
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 302 })
    github.manner.iss = 'https://evil.example'
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 400 })
    expect(await sessions()).toHaveLength(1)
  })
})

describe('a faulty GitHub', () => {
  it.each(['/login/oauth/access_token', '/api/v3/user'])('signs nobody in when %s is wrong', async path => {
    for (const how of MISBEHAVIOURS) {
      github.broken.set(path, how)
      const jar = jarOf()
      const seen = await walk(testApp, jar, 'github')
      expect([how, seen.status]).toEqual([how, 502])
      expect(seen.text).not.toContain('<script>')
      expect(jar.cookies.has('dragoman_session')).toBe(false)
    }
    expect(requestTo('/elsewhere')).toBeUndefined()
    expect(await sessions()).toEqual([])
  })

  it('is a server error for a wrong secret, and a browser error for a wrong code', async () => {
    await reopen({ providers: [{ ...github.config, clientSecret: 'wrong' }] })
    expect(await walk(testApp, jarOf(), 'github')).toMatchObject({ status: 502 })
    await reopen()
    const jar = jarOf()
    const back = new URL(await through(onward(await start(jar, 'github')), testApp.services.baseUrl))
    back.searchParams.set('code', 'invented')
    const seen = await jar.get(back.href, { follow: false })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('rejected the sign-in') })
    expect(await sessions()).toEqual([])
  })

  it('has a time limit', async () => {
    const patience = { milliseconds: 100, bytes: 1000 }
    const provider = openProvider(github.config, testApp.services.auth, patience)
    const secrets = deriveSignInSecrets(mintSecret('svcb').value, 'an-id')
    const answer = new URLSearchParams({ state: secrets.state, code: 'any' })
    github.broken.set('/login/oauth/access_token', 'silence')
    expect(await provider.finish(secrets, 'http://localhost/callback', answer)).toEqual({
      fault: { why: 'upstream', detail: expect.stringContaining('did not respond (TimeoutError)') },
    })
  })
})
