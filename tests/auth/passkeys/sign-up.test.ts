import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveLocalPrincipal } from '../../../src/cli/backends/local-principal.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { refused } from '../../tools/world.ts'
import type { Jar } from '../../web/jar.ts'
import {
  answer,
  askChallenge,
  openInvitation,
  pressPasskey,
  readPasskeyForm,
  signInWithPasskey,
} from './passkey-steps.ts'
import { type Authenticator, createAuthenticator } from './software-authenticator.ts'

const SIGN_UP = '/invite/sign-up'

let testApp: TestApp
let phone: Authenticator
const open = async (options: Parameters<typeof openTestApp>[0] = {}): Promise<void> => {
  testApp = await openTestApp({ ...options, auth: { providers: [], newAccounts: 'invite', ...options.auth } })
  await testApp.world.organization('acme', { bea: 'admin' })
  phone = createAuthenticator(testApp.services.baseUrl)
}
beforeEach(() => open())
afterEach(() => testApp.close())

const read = () => testApp.services.store.read
const signUp = (jar: Jar, username = 'grace') =>
  pressPasskey({ jar, action: SIGN_UP, authenticator: phone, fields: { username } })
const actions = async (): Promise<readonly string[]> =>
  (await read().audit.page('all', '', { limit: 5 })).items.map(({ action }) => action)

describe('a new user with an invitation, on a server without providers', () => {
  it('chooses a username, creates a passkey, joins, and signs in from another browser', async () => {
    const jar = await openInvitation(testApp, { role: 'admin' })
    expect(await signUp(jar)).toMatchObject({ status: 303, location: '/invite' })
    const user = await read().users.by('handle', 'grace')
    expect(user).toMatchObject({ operator: false, came_by: 'invitation', name: 'grace' })
    expect(await read().passkeys.list('user', user?.id ?? '')).toMatchObject([
      { credential_id: phone.id, counter: 0, transports: ['internal'], name: expect.stringContaining('Linux') },
    ])
    expect(await actions()).toEqual(expect.arrayContaining(['invitation_claimed', 'passkey_created', 'sign_in']))
    expect(await jar.sendForm('/invite', { answer: 'accept' }, { follow: false })).toMatchObject({
      location: '/o/acme',
    })
    expect(await read().memberships.list('user', user?.id ?? '')).toMatchObject([{ role: 'admin' }])
    const other = await signInWithPasskey(testApp, phone, { next: '/o/acme' })
    expect(other.seen).toMatchObject({ status: 303, location: '/o/acme' })
    expect((await other.jar.get('/account')).text).toContain('grace')
  })

  it('gets no username that is invalid, reserved, taken, or that of the machine', async () => {
    await testApp.close()
    await open({ auth: { machineHandle: 'root-user' } })
    const jar = await openInvitation(testApp)
    const form = readPasskeyForm(jar.last(), SIGN_UP)
    for (const [username, status] of [
      ['A b', 400],
      ['', 400],
      ['admin', 400],
      ['bea', 409],
      ['acme', 409],
      ['root-user', 409],
    ] as const) {
      expect(await askChallenge(jar, SIGN_UP, { ...form, username }), username).toMatchObject({ status })
    }
    expect(await read().passkey_challenges.count('all', '')).toBe(0)
  })

  it('does not get a username that was taken meanwhile, and the invitation stays open', async () => {
    const jar = await openInvitation(testApp)
    const form = { ...readPasskeyForm(jar.last(), SIGN_UP), username: 'grace' }
    const challenge = await askChallenge(jar, SIGN_UP, form)
    await testApp.world.user('grace')
    const seen = await jar.post(SIGN_UP, { ...form, credential: answer(challenge, phone) }, { follow: false })
    expect(seen).toMatchObject({ status: 409, text: expect.stringContaining('is taken') })
    expect(await read().passkeys.by('credential', phone.id)).toBeUndefined()
    await jar.get('/invite')
    expect(await signUp(jar, 'hopper')).toMatchObject({ status: 303 })
  })

  it('does not get a username that looks like one that was taken meanwhile', async () => {
    const jar = await openInvitation(testApp)
    const form = { ...readPasskeyForm(jar.last(), SIGN_UP), username: 'hopper' }
    const challenge = await askChallenge(jar, SIGN_UP, form)
    await testApp.world.user('h0pper')
    const seen = await jar.post(SIGN_UP, { ...form, credential: answer(challenge, phone) }, { follow: false })
    expect(seen).toMatchObject({ status: 409, text: expect.stringContaining('looks like another one') })
    expect(await read().users.by('handle', 'hopper')).toBeUndefined()
  })

  it('is admitted once', async () => {
    const jar = await openInvitation(testApp)
    const form = { ...readPasskeyForm(jar.last(), SIGN_UP), username: 'grace' }
    const [one, other] = [await askChallenge(jar, SIGN_UP, form), await askChallenge(jar, SIGN_UP, form)]
    const invitation = jar.cookies.get('dragoman_invitation') ?? ''
    const send = (challenge: typeof one, authenticator: Authenticator) =>
      jar.post(SIGN_UP, { ...form, credential: answer(challenge, authenticator) }, { follow: false })
    expect(await send(one, phone)).toMatchObject({ status: 303 })
    jar.cookies.delete('dragoman_session')
    jar.cookies.set('dragoman_invitation', invitation)
    const second = await send(other, createAuthenticator(testApp.services.baseUrl))
    expect(second).toMatchObject({ status: 403, text: expect.stringContaining('no invitation') })
    expect(await read().users.count('all', '')).toBe(2)
  })

  it('is not one whom commands of the machine act as', async () => {
    await signUp(await openInvitation(testApp))
    const attempt = resolveLocalPrincipal('grace', ['project:read'], testApp.services)
    expect(await refused(attempt)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('grace signed up with an invitation'),
    })
  })
})

describe('a sign-up without an open invitation', () => {
  const isRefused = async (jar: Jar): Promise<void> => {
    const form = readPasskeyForm(jar.last(), SIGN_UP)
    jar.cookies.delete('dragoman_invitation')
    expect(await askChallenge(jar, SIGN_UP, { ...form, username: 'grace' })).toMatchObject({ status: 403 })
  }

  it('is refused', async () => isRefused(await openInvitation(testApp)))

  it('is not offered for an invitation of another user, or where DRAGOMAN_ALLOWED decides', async () => {
    await testApp.world.user('carol')
    expect((await openInvitation(testApp, { user: 'carol' })).last().text).not.toContain(SIGN_UP)
    const before = await openInvitation(testApp)
    const form = readPasskeyForm(before.last(), SIGN_UP)
    Object.assign(testApp.services.auth, { allowed: ['github-org:acme'] })
    expect((await before.get('/invite')).text).not.toContain(SIGN_UP)
    expect(await askChallenge(before, SIGN_UP, { ...form, username: 'grace' })).toMatchObject({ status: 403 })
  })
})
