import { beforeEach, describe, expect, it } from 'vitest'
import { parseCreationAnswer } from '../../../src/auth/passkeys/browser-answer.ts'
import { getCreationOptions, verifyCreation } from '../../../src/auth/passkeys/ceremonies.ts'
import { MAX_PASSKEYS } from '../../../src/auth/passkeys/passkeys.ts'
import { openTestApp } from '../../http/test-app.ts'
import { type Jar, loginLink, openJar, openJarOf } from '../../web/jar.ts'
import { ownCsrf } from '../../web/own-csrf.ts'
import { useOneTestApp } from '../../web/scene.ts'
import { addPasskey, answer, askChallenge, pressPasskey, readPasskeyForm, signInWithPasskey } from './passkey-steps.ts'
import { type Authenticator, createAuthenticator, type Lie } from './software-authenticator.ts'

const PASSKEYS = '/account/passkeys'
const MINUTE = 60_000

let turn = 0
let handle = ''
let ada: Jar
const testApp = useOneTestApp()
beforeEach(async () => {
  turn += 1
  handle = `ada-${turn}`
  ada = await openJarOf(testApp, handle)
})

const read = () => testApp.services.store.read
const plugIn = (): Authenticator => createAuthenticator(testApp.services.baseUrl)
const passkeys = async (name = handle) =>
  read().passkeys.list('user', (await read().users.by('handle', name))?.id ?? '')
const lastEvent = async () => (await read().audit.page('all', '', { limit: 1 })).items[0]
const pathTo = async (what: string): Promise<string> => `${PASSKEYS}/${(await passkeys())[0]?.id}/${what}`

describe('creating a passkey', () => {
  it('adds it to the list, with its name, and to the audit log', async () => {
    expect(await addPasskey(ada, plugIn(), ' Work laptop ')).toMatchObject({ location: '/account?saved=passkey' })
    const page = await ada.get('/account?saved=passkey')
    expect(page.text).toContain('The passkey was created.')
    expect(page.text).toContain('<bdi>Work laptop</bdi>')
    expect(page.text, 'also on a narrow screen').toMatch(/<dt>Created<\/dt>.*<dt>Last used<\/dt><dd>Never/s)
    expect(await lastEvent()).toMatchObject({ action: 'passkey_created', target: 'Work laptop' })
  })

  it('names it after the browser without a name of one line', async () => {
    await addPasskey(ada, plugIn(), '')
    await addPasskey(ada, plugIn(), '\u202e')
    expect((await passkeys()).map(({ name }) => name)).toEqual(Array(2).fill('A browser on Linux'))
  })

  it('is refused with any wrong part', async () => {
    const lies: readonly (readonly [string, Lie])[] = [
      ['another origin', { origin: 'http://evil.example' }],
      ['another RP ID', { rpId: 'evil.example' }],
      ['the type of a use', { type: 'webauthn.get' }],
      ['a frame of another site', { crossOrigin: true }],
      ['no user verification', { flags: 65 }],
      ['an ID that is not the signed one', { id: 'b3RoZXI' }],
    ]
    for (const [name, lie] of lies) {
      await ada.get(`${PASSKEYS}/new`)
      const seen = await pressPasskey({ jar: ada, action: PASSKEYS, authenticator: plugIn(), lie })
      expect(seen, name).toMatchObject({ status: 400 })
    }
    expect(await passkeys()).toEqual([])
  })

  it('is refused with an attestation before anything reads its certificates', async () => {
    const party = { id: 'localhost', origin: 'http://localhost' }
    const user = { id: 'u1', handle: 'ada', name: 'Ada' }
    const options = await getCreationOptions(party, { challenge: 'A'.repeat(43), user, existing: [] })
    const verify = async (lie: Lie) => {
      const sent = parseCreationAnswer(createAuthenticator(party.origin).create(options, lie))
      return sent && verifyCreation(party, sent)
    }
    expect(await verify({})).toMatchObject({ counter: 0, transports: ['internal'] })
    expect(await verify({ attestation: 'packed with certificates' })).toEqual({
      fault: { why: 'unverified', detail: 'the authenticator sent an attestation' },
    })
  })

  it('leads back to its page when a browser without a script sends the form', async () => {
    await ada.get(`${PASSKEYS}/new?next=/account/apps`)
    const form = readPasskeyForm(ada.last(), PASSKEYS)
    const location = `${PASSKEYS}/new?next=%2Faccount%2Fapps`
    expect(await ada.post(PASSKEYS, form, { follow: false })).toMatchObject({ status: 303, location })
    await ada.get('/login?again=1&next=/account')
    const again = readPasskeyForm(ada.last(), '/login/passkey')
    const seen = await ada.post('/login/passkey', again, { follow: false })
    expect(seen).toMatchObject({ status: 303, location: '/login?next=%2Faccount' })
  })

  it('needs a recent sign-in, before the challenge and after it', async () => {
    await ada.get(`${PASSKEYS}/new?next=/account/apps`)
    const form = readPasskeyForm(ada.last(), PASSKEYS)
    const challenge = await askChallenge(ada, PASSKEYS, form)
    testApp.world.pass(10 * MINUTE)
    const back = `next=${encodeURIComponent(`${PASSKEYS}/new?next=%2Faccount%2Fapps`)}`
    expect(await askChallenge(ada, PASSKEYS, form)).toEqual({ location: `/login?again=1&${back}` })
    const sent = { ...form, credential: answer(challenge, plugIn()) }
    const location = `/login?again=1&${back}&action=1`
    expect(await ada.post(PASSKEYS, sent, { follow: false })).toMatchObject({ status: 303, location })
    expect(await ada.get(`${PASSKEYS}/new`, { follow: false })).toMatchObject({ status: 302 })
    expect(await passkeys()).toEqual([])
  })

  it(`stops at ${MAX_PASSKEYS}, and never takes the passkey of another user`, async () => {
    const bob = await openJarOf(testApp, `bob-${turn}`)
    const key = plugIn()
    await addPasskey(ada, key)
    expect(await addPasskey(bob, key)).toMatchObject({ status: 409, text: expect.stringContaining('already belongs') })
    const [{ id: _id, ...passkey } = { user_id: '', credential_id: '' }] = await passkeys()
    await testApp.services.store.transaction(async tx => {
      for (let count = 2; count < MAX_PASSKEYS; count += 1) {
        await tx.passkeys.insert({
          ...passkey,
          id: testApp.services.newId(),
          credential_id: `key-${turn}-${count}`,
        } as never)
      }
    })
    await ada.get(`${PASSKEYS}/new`)
    const form = readPasskeyForm(ada.last(), PASSKEYS)
    expect(await addPasskey(ada, plugIn())).toMatchObject({ status: 303 })
    const challenge = await askChallenge(ada, PASSKEYS, form)
    const over = await ada.post(PASSKEYS, { ...form, credential: answer(challenge, plugIn()) })
    expect(over).toMatchObject({ status: 409, text: expect.stringContaining('You have 20 passkeys') })
    expect(await passkeys()).toHaveLength(MAX_PASSKEYS)
    expect((await ada.get(`${PASSKEYS}/new`)).text).not.toContain('data-passkey')
  })
})

describe('removing and renaming a passkey', () => {
  it('removes it with a recent sign-in, and signs out the other browsers that used one', async () => {
    const key = plugIn()
    await addPasskey(ada, key)
    const { jar } = await signInWithPasskey(testApp, key)
    expect((await ada.get('/account')).text).toContain('It is your last way to sign in')
    expect(await ada.post(await pathTo('remove'))).toMatchObject({ path: '/account?saved=passkey_removed' })
    expect(await lastEvent()).toMatchObject({ action: 'passkey_removed', target: 'Laptop', detail: { sessions: 1 } })
    expect((await jar.get('/account')).path).toMatch(/^\/login/)
    expect((await signInWithPasskey(testApp, key)).seen).toMatchObject({
      status: 403,
      text: expect.stringContaining('does not know this passkey'),
    })
  })

  it('asks for a new sign-in after ten minutes', async () => {
    await addPasskey(ada, plugIn())
    testApp.world.pass(10 * MINUTE)
    await ada.get('/account')
    expect((await ada.post(await pathTo('remove'))).path).toMatch(/^\/login\?again=1/)
    expect(await passkeys()).toHaveLength(1)
  })

  it('renames it', async () => {
    await addPasskey(ada, plugIn())
    await ada.get('/account')
    expect((await ada.post(await pathTo('rename'), { name: 'Old phone' })).text).toContain('The passkey was renamed.')
    expect(await passkeys()).toMatchObject([{ name: 'Old phone' }])
    const changes = { name: { from: 'Laptop', to: 'Old phone' } }
    expect(await lastEvent()).toMatchObject({ action: 'passkey_renamed', changes })
    expect(await ada.post(await pathTo('rename'), { name: ' ' })).toMatchObject({ status: 400 })
  })

  it('is for the user’s own passkeys only', async () => {
    await addPasskey(ada, plugIn())
    const bob = await openJarOf(testApp, `bob-${turn}`)
    for (const what of ['remove', 'rename']) {
      const path = await pathTo(what)
      const csrf = await ownCsrf(testApp, bob, path)
      expect(await bob.post(path, { csrf, name: 'Mine' })).toMatchObject({ status: 404 })
    }
    expect(await passkeys()).toMatchObject([{ name: 'Laptop' }])
  })
})

describe('a sign-in link', () => {
  const follow = async (jar: Jar, options: { readonly confirm: boolean }) => {
    const path = await loginLink(testApp, handle, options)
    await jar.get(path, { follow: false })
    return options.confirm ? jar.post(path, {}, { follow: false }) : jar.last()
  }
  const OFFER = `${PASSKEYS}/new?next=%2F`

  it('of an operator leads to a new passkey, also when the user lost the others', async () => {
    const key = plugIn()
    expect(await follow(openJar(testApp.services.baseUrl), { confirm: true })).toMatchObject({ location: OFFER })
    await addPasskey(ada, key)
    testApp.world.pass(1)
    const jar = openJar(testApp.services.baseUrl)
    await follow(jar, { confirm: true })
    expect((await jar.get(OFFER)).text).toContain('You have 1 passkey. Remove those of lost devices')
    const created = await pressPasskey({
      jar,
      action: PASSKEYS,
      authenticator: plugIn(),
      fields: { name: 'New phone' },
    })
    expect(created).toMatchObject({ status: 303, location: '/' })
    await jar.get('/account')
    await jar.post(await pathTo('remove'))
    expect((await signInWithPasskey(testApp, key)).seen).toMatchObject({ status: 403 })
    expect(await passkeys()).toMatchObject([{ name: 'New phone' }])
  })

  it('leads on at once for the machine’s own user, for a user of a provider, and to an app that waits', async () => {
    expect(await follow(openJar(testApp.services.baseUrl), { confirm: false })).toMatchObject({ location: '/' })
    const jar = openJar(testApp.services.baseUrl)
    await jar.get('/login?next=/oauth/consent/one')
    expect(await follow(jar, { confirm: true })).toMatchObject({ location: '/oauth/consent/one' })
    const user_id = (await read().users.by('handle', handle))?.id ?? ''
    const at = testApp.services.now().toISOString()
    const named = { provider: 'github', issuer: 'https://github.com', subject: handle, login: handle } as const
    await testApp.services.store.transaction(tx =>
      tx.identities.insert({ id: testApp.services.newId(), user_id, ...named, created_at: at, last_used_at: at }),
    )
    expect(await follow(openJar(testApp.services.baseUrl), { confirm: true })).toMatchObject({ location: '/' })
  })
})

describe('a server where browsers refuse passkeys', () => {
  it.each([
    ['http://l10n.example', 'Passkeys need https.'],
    ['https://192.0.2.7', 'Passkeys need a host name.'],
    ['https://[2001:db8::7]', 'Passkeys need a host name.'],
  ])('says so at %s', async (baseUrl, words) => {
    const elsewhere = await openTestApp({ baseUrl, allowedHosts: ['127.0.0.1'] })
    const { text } = await openJar(elsewhere.url).get('/login')
    expect(text).toContain(words)
    expect(text).not.toContain('data-passkey')
    await elsewhere.close()
  })

  it('creates no challenge there', async () => {
    const baseUrl = 'http://l10n.example'
    const elsewhere = await openTestApp({ baseUrl, allowedHosts: ['127.0.0.1'] })
    const jar = openJar(elsewhere.url)
    await jar.get('/login')
    const csrf = await ownCsrf(elsewhere, jar, '/login/passkey')
    const sent = { csrf, credential: '{}' }
    const seen = await jar.post('/login/passkey', sent, { headers: { origin: baseUrl } })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('not available on this server') })
    await elsewhere.close()
  })
})
