import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '../../http/test-app.ts'
import { type Jar, loginLink, openJar, openJarOf, signIn } from '../../web/jar.ts'
import { useOneTestApp } from '../../web/scene.ts'
import { addPasskey, answer, askChallenge, pressPasskey, readPasskeyForm, signInWithPasskey } from './passkey-steps.ts'
import { type Authenticator, createAuthenticator, type Lie } from './software-authenticator.ts'

const SIGN_IN = '/login/passkey'
const MINUTE = 60_000

/** A new user in each test. */
let handle = ''
let laptop: Authenticator
let ada: Jar
const testApp = useOneTestApp()
let turn = 0
beforeEach(async () => {
  turn += 1
  handle = `ada-${turn}`
  laptop = createAuthenticator(testApp.services.baseUrl)
  ada = await openJarOf(testApp, handle)
  await addPasskey(ada, laptop)
})

const read = () => testApp.services.store.read
const user = (name = handle) => read().users.by('handle', name)
const sessions = async (name = handle) => read().sessions.list('user', (await user(name))?.id ?? '')
const kept = async () => read().passkeys.by('credential', laptop.id)
const lastEvent = async () => (await read().audit.page('all', '', { limit: 1 })).items[0]

describe('a sign-in with a passkey', () => {
  it('starts a session, records the use, and says so in the audit log', async () => {
    testApp.world.pass(MINUTE)
    const { jar, seen } = await signInWithPasskey(testApp, laptop, { next: '/account?x=1' })
    expect(seen).toMatchObject({ status: 303, location: '/account?x=1' })
    expect(await kept()).toMatchObject({ counter: 1, last_used_at: testApp.services.now().toISOString() })
    expect(await sessions()).toMatchObject([{ method: 'link' }, { method: 'passkey' }])
    expect(await lastEvent()).toMatchObject({
      action: 'sign_in',
      target: handle,
      detail: { method: 'passkey', passkey: 'Laptop' },
    })
    expect((await jar.get('/account')).text).toContain('with a passkey')
  })

  it('asks for a discoverable passkey of any user, with user verification, without attestation', async () => {
    const jar = openJar(testApp.services.baseUrl)
    await jar.get('/login')
    const { get } = await askChallenge(jar, SIGN_IN, readPasskeyForm(jar.last(), SIGN_IN))
    expect(get).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    await ada.get('/account/passkeys/new')
    const { create } = await askChallenge(ada, '/account/passkeys', readPasskeyForm(ada.last(), '/account/passkeys'))
    expect(create).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: laptop.id, transports: ['internal'] }],
    })
  })

  it('is refused with any wrong part', async () => {
    const lies: readonly (readonly [string, Lie, number])[] = [
      ['another origin', { origin: 'http://evil.example' }, 400],
      ['a port of this machine that is not ours', { origin: 'http://localhost:1' }, 400],
      ['another RP ID', { rpId: 'evil.example' }, 400],
      ['the type of a creation', { type: 'webauthn.create' }, 400],
      ['a frame of another site', { crossOrigin: true }, 400],
      ['the site around a frame', { topOrigin: 'http://evil.example' }, 400],
      ['no user verification', { flags: 1 }, 400],
      ['no user presence', { flags: 4 }, 400],
      ['a signature of other data', { signature: Buffer.alloc(70, 1).toString('base64url') }, 400],
      ['a challenge that nobody asked for', { challenge: 'A'.repeat(43) }, 400],
      ['a passkey that nobody has', { id: 'b3RoZXI' }, 403],
      ['the name of another user', { userHandle: Buffer.from('bob').toString('base64url') }, 403],
      ['no user', { userHandle: null }, 403],
    ]
    for (const [name, lie, status] of lies) {
      const { seen } = await signInWithPasskey(testApp, laptop, { lie })
      expect(seen, name).toMatchObject({ status, text: expect.stringContaining('passkey') })
      expect(seen.headers['set-cookie'], name).toBeUndefined()
    }
    expect(await sessions()).toHaveLength(1)
    expect(await kept()).toMatchObject({ counter: 0 })
  })

  it('is refused with an answer that is malformed', async () => {
    const jar = openJar(testApp.services.baseUrl)
    await jar.get('/login')
    const form = readPasskeyForm(jar.last(), SIGN_IN)
    for (const credential of ['', '{}', '[]', 'null', '{"id":"a"}', 'x'.repeat(9000)])
      expect(await jar.post(SIGN_IN, { ...form, credential }), credential).toMatchObject({ status: 400 })
  })

  it('is refused when its counter did not grow, and recorded for the user', async () => {
    await signInWithPasskey(testApp, laptop, { lie: { counter: 7 } })
    for (const counter of [7, 6, 0]) {
      const { seen } = await signInWithPasskey(testApp, laptop, { lie: { counter } })
      expect(seen).toMatchObject({ status: 403, text: expect.stringContaining('a copy of it may exist') })
      expect(await lastEvent()).toMatchObject({ action: 'sign_in_refused', target: handle, detail: { why: 'cloned' } })
    }
    expect(await kept()).toMatchObject({ counter: 7 })
    expect((await signInWithPasskey(testApp, laptop, { lie: { counter: 8 } })).seen).toMatchObject({ status: 303 })
  })

  it('works again and again with an authenticator that does not count', async () => {
    const manager = createAuthenticator(testApp.services.baseUrl, { counts: false })
    await addPasskey(ada, manager, 'Manager')
    expect((await signInWithPasskey(testApp, manager)).seen).toMatchObject({ status: 303 })
    expect((await signInWithPasskey(testApp, manager)).seen).toMatchObject({ status: 303 })
  })

  it('works once per challenge, for five minutes, and only in the browser that asked', async () => {
    const jar = openJar(testApp.services.baseUrl)
    await jar.get('/login')
    const form = readPasskeyForm(jar.last(), SIGN_IN)
    const ask = async () => answer(await askChallenge(jar, SIGN_IN, form), laptop)
    const send = async (credential: string, from = jar, csrf = form['csrf'] ?? '') =>
      (await from.post(SIGN_IN, { ...form, csrf, credential }, { follow: false })).status
    const first = await ask()
    const thief = openJar(testApp.services.baseUrl)
    await thief.get('/login')
    expect(await send(first, thief, readPasskeyForm(thief.last(), SIGN_IN)['csrf'])).toBe(400)
    expect(await send(first), 'a stolen attempt uses nothing up').toBe(303)
    jar.cookies.delete('dragoman_session')
    expect(await send(first)).toBe(400)
    const late = await ask()
    const challenges = () => read().passkey_challenges.count('all', '')
    const open = await challenges()
    testApp.world.pass(5 * MINUTE)
    expect(await send(late)).toBe(400)
    expect(await challenges()).toBe(open - 1)
  })

  it('is not a confirmation, a creation or a sign-up', async () => {
    const jar = openJar(testApp.services.baseUrl)
    await jar.get('/login')
    const form = readPasskeyForm(jar.last(), SIGN_IN)
    expect(await askChallenge(jar, SIGN_IN, { ...form, confirm: '1' })).toMatchObject({ status: 401 })
    const { create } = await (async () => {
      await ada.get('/account/passkeys/new')
      return askChallenge(ada, '/account/passkeys', readPasskeyForm(ada.last(), '/account/passkeys'))
    })()
    await ada.get('/login?again=1')
    const lie = { challenge: create?.challenge ?? '' }
    const seen = await pressPasskey({ jar: ada, action: SIGN_IN, authenticator: laptop, lie })
    expect(seen).toMatchObject({ status: 400 })
  })

  it('is refused for a suspended user, and recorded', async () => {
    const suspended_at = testApp.services.now().toISOString()
    const found = await user()
    await testApp.services.store.transaction(async tx => {
      if (found !== undefined) await tx.users.put({ ...found, suspended_at })
    })
    const { seen } = await signInWithPasskey(testApp, laptop)
    expect(seen).toMatchObject({ status: 403, text: expect.stringContaining('suspended user') })
    expect(await lastEvent()).toMatchObject({
      action: 'sign_in_refused',
      detail: { method: 'passkey', why: 'suspended' },
    })
    expect(await kept()).toMatchObject({ counter: 0 })
  })

  it('never outlives DRAGOMAN_ALLOWED, except for users of the operator', async () => {
    const { auth } = testApp.services
    const { allowed } = auth
    onTestFinished(() => void Object.assign(auth, { allowed }))
    Object.assign(auth, { allowed: ['github-org:acme', 'github:7'] })
    expect((await signInWithPasskey(testApp, laptop)).seen, 'an operator created ada').toMatchObject({ status: 303 })
    const setUser = async (came_by: 'github' | 'invitation') => {
      const found = await user()
      await testApp.services.store.transaction(async tx => {
        if (found !== undefined) await tx.users.put({ ...found, came_by })
      })
    }
    for (const how of ['github', 'invitation'] as const) {
      await setUser(how)
      const { seen } = await signInWithPasskey(testApp, laptop)
      expect(seen).toMatchObject({ status: 403, text: expect.stringContaining('sign in through a provider') })
    }
    await ada.get('/login?again=1&next=/account')
    const confirmed = await pressPasskey({ jar: ada, action: SIGN_IN, authenticator: laptop })
    expect(confirmed, 'a session may be confirmed').toMatchObject({ status: 303 })
    const id = (await user())?.id ?? ''
    const at = testApp.services.now().toISOString()
    const named = { provider: 'github', issuer: 'https://github.com', subject: '7', login: handle } as const
    await testApp.services.store.transaction(tx =>
      tx.identities.insert({ id: 'i7', user_id: id, ...named, created_at: at, last_used_at: at }),
    )
    expect((await signInWithPasskey(testApp, laptop)).seen, 'their ID is named').toMatchObject({ status: 303 })
  })

  it('has the rate limit of sign-ins', async () => {
    const limited = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(limited.services.baseUrl)
    await jar.get('/login')
    const form = readPasskeyForm(jar.last(), SIGN_IN)
    for (let count = 0; count < 20; count += 1) expect(await askChallenge(jar, SIGN_IN, form)).toHaveProperty('get')
    expect(await askChallenge(jar, SIGN_IN, form)).toMatchObject({ status: 429 })
    await limited.close()
  })
})

describe('a confirmation with a passkey', () => {
  const removal = async () => `/account/passkeys/${(await kept())?.id}/remove`

  it('replaces the session by a fresh one, and returns to the action', async () => {
    testApp.world.pass(11 * MINUTE)
    await ada.get('/account')
    const [before] = await sessions()
    const asked = await ada.post(await removal())
    expect(asked.text).toContain('Confirm with your passkey')
    expect(asked.text).toContain('name="confirm"')
    const seen = await pressPasskey({ jar: ada, action: SIGN_IN, authenticator: laptop })
    expect(seen).toMatchObject({ status: 303, location: expect.stringMatching(/^\/account\?kept=/) })
    const [after, ...more] = await sessions()
    expect(more).toEqual([])
    expect(after).toMatchObject({ method: 'passkey', authenticated_at: testApp.services.now().toISOString() })
    expect(after?.hash).not.toBe(before?.hash)
    expect(await lastEvent()).toMatchObject({ action: 'sign_in', detail: { confirmed: true } })
    expect((await ada.get(seen.location ?? '')).text).toContain('“Remove” at that passkey')
    expect(await ada.post(await removal(), {}, { follow: false })).toMatchObject({
      location: '/account?saved=passkey_removed',
    })
    expect(await kept()).toBeUndefined()
  })

  it('is only by a passkey of the same user, in the same session', async () => {
    const [bob, key] = [openJar(testApp.services.baseUrl), createAuthenticator(testApp.services.baseUrl)]
    await signIn(testApp, bob, `bob-${turn}`)
    await addPasskey(bob, key)
    await bob.get('/login?again=1')
    const form = readPasskeyForm(bob.last(), SIGN_IN)
    const challenge = await askChallenge(bob, SIGN_IN, form)
    expect(challenge.get?.allowCredentials).toMatchObject([{ id: key.id, transports: ['internal'] }])
    const seen = await bob.post(SIGN_IN, { ...form, credential: answer(challenge, laptop) })
    expect(seen).toMatchObject({ status: 403, text: expect.stringContaining('belongs to another user') })
    const stale = await askChallenge(bob, SIGN_IN, form)
    await bob.get(await loginLink(testApp, `bob-${turn}`))
    await bob.get('/login?again=1')
    const now = readPasskeyForm(bob.last(), SIGN_IN)
    expect(await bob.post(SIGN_IN, { ...now, credential: answer(stale, key) })).toMatchObject({ status: 400 })
  })

  it('is not offered to a user without a passkey, who may sign in as another one', async () => {
    const bob = await openJarOf(testApp, `bob-${turn}`)
    expect((await bob.get('/login?again=1')).text).not.toContain('Confirm with your passkey')
    const seen = await pressPasskey({ jar: bob, action: SIGN_IN, authenticator: laptop })
    expect(seen).toMatchObject({ status: 303 })
    expect((await bob.get('/account')).text).toContain(handle)
    expect(await sessions(`bob-${turn}`)).toEqual([])
  })
})
