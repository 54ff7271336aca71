import { beforeEach, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import type { AuthSettings } from '../../../src/auth/settings.ts'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { type Jar, openJarOf, type Seen, signIn } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { comeBack, onward, through, walk } from './sign-in-steps.ts'

type Made = InvitationView & { url: string }

const DAY = 24 * 60 * 60 * 1000

const { github, testApp, reopen, jarOf } = useGithub({ newAccounts: 'invite' })

const addAcme = () => testApp.world.organization('acme', { bea: 'admin' })
beforeEach(addAcme)
const read = () => testApp.services.store.read
const invite = async (args: object = {}): Promise<Made> => {
  const bea = await testApp.world.user('bea')
  const made = await bea.call<Made>('invite_member', { organization: 'acme', ...args })
  return { ...made, url: `${testApp.services.baseUrl}${new URL(made.url).pathname}` }
}
/** Opens a link, presses the button of the provider on its page, and comes back. */
const come = async (jar: Jar, url: string): Promise<Seen> => {
  const page = await jar.get(url)
  expect(page).toMatchObject({ status: 200, path: '/invite' })
  const location = onward(await jar.post('/login/github', {}, { follow: false }))
  return comeBack(jar, await through(location, testApp.services.baseUrl))
}
const isRefused = ({ status, text }: Seen): boolean => status === 403 && text.includes('new users need an invitation')
const people = () => read().users.count('all', '')
const event = async (action: string) => {
  const { items } = await read().audit.page('all', '', { limit: 50 })
  return items.find(one => one.action === action)
}

describe('a new user with an invitation link', () => {
  it('is admitted, sees the invitation, and joins', async () => {
    const made = await invite({ role: 'admin' })
    const jar = jarOf()
    const back = await come(jar, made.url)
    expect(back).toMatchObject({ status: 302, location: '/invite' })
    const page = await jar.get('/invite')
    expect(page.text).toContain('octo-cat')
    expect(page.text).toContain('Administrator')
    const user = await read().users.by('handle', 'octo-cat')
    expect(user).toMatchObject({ operator: false, came_by: 'github' })
    const claimed = await read().invitations.get(made.id)
    expect(claimed?.user_id, 'from now on it is theirs').toBe(user?.id)
    expect(claimed).not.toHaveProperty('ended')
    expect(await jar.post('/invite', { answer: 'accept' }, { follow: false })).toMatchObject({
      status: 303,
      location: '/o/acme',
    })
    expect(jar.cookies.has('dragoman_invitation')).toBe(false)
    const member = await read().memberships.list('user', user?.id ?? '')
    expect(member).toMatchObject([{ role: 'admin' }])
  })

  it('may decline, and stays a user without an organization', async () => {
    const made = await invite()
    const jar = jarOf()
    await come(jar, made.url)
    const after = await jar.sendForm('/invite', { answer: 'decline' })
    expect(after).toMatchObject({ status: 200, path: `/account/invitations?declined=${made.id}` })
    expect(after.text).toContain('Invitation to acme declined')
    const user = await read().users.by('handle', 'octo-cat')
    expect(await read().memberships.list('user', user?.id ?? '')).toEqual([])
    expect(await walk(testApp, jarOf(), 'github'), 'they are known now').toMatchObject({ status: 302 })
  })

  it('is in the audit log with the sign-in, and the organization’s log has the claim', async () => {
    const made = await invite()
    await come(jarOf(), made.url)
    const user = await read().users.by('handle', 'octo-cat')
    const account = await read().accounts.by('handle', 'acme')
    expect(await event('sign_in')).toMatchObject({ user_id: user?.id, detail: { new: true, invited: true } })
    expect(await event('invitation_claimed')).toMatchObject({
      user_id: user?.id,
      account_id: account?.id,
      target: made.id,
      detail: { role: 'member' },
    })
    const { items } = await read().audit.page('all', '', { limit: 50 })
    expect(JSON.stringify(items)).not.toMatch(/svci_/)
  })

  it('is not admitted by a link that another user opened before signing out', async () => {
    for (const path of ['/logout', '/logout/everywhere']) {
      const made = await invite()
      const jar = await openJarOf(testApp, 'ada')
      await jar.get(made.url)
      await jar.get('/account')
      await jar.post(path)
      expect(jar.cookies.has('dragoman_invitation')).toBe(false)
      expect(isRefused(await walk(testApp, jar, 'github'))).toBe(true)
    }
    expect(await read().users.by('handle', 'octo-cat')).toBeUndefined()
  })

  it('is admitted by another user’s link only after choosing to switch on its page', async () => {
    const made = await invite()
    const jar = await openJarOf(testApp, 'ada')
    await jar.get(made.url)
    await jar.get('/login?again=1&next=/account')
    const location = onward(await jar.post('/login/github', {}, { follow: false }))
    expect(isRefused(await comeBack(jar, await through(location, testApp.services.baseUrl)))).toBe(true)
    expect(await read().users.by('handle', 'octo-cat')).toBeUndefined()
    const { text } = await jar.get('/invite')
    const [, again = ''] = /href="(\/login\?again=1[^"]+)"/.exec(text) ?? []
    await jar.get(again.replaceAll('&amp;', '&'))
    const onwards = onward(await jar.post('/login/github', {}, { follow: false }))
    const back = await comeBack(jar, await through(onwards, testApp.services.baseUrl))
    expect(back).toMatchObject({ status: 302, location: '/invite' })
    expect((await jar.get('/invite')).text).toContain('octo-cat')
  })

  it('does not pass the link on to the next user of the browser', async () => {
    const made = await invite()
    const jar = await openJarOf(testApp, 'ada')
    await jar.get(made.url)
    await signIn(testApp, jar, 'ada')
    expect(jar.cookies.has('dragoman_invitation'), 'the same person').toBe(true)
    const { path } = await signIn(testApp, jar, 'bob')
    await jar.post(path)
    expect(jar.cookies.has('dragoman_invitation')).toBe(false)
  })

  it('is the only new user of a link, whether they answer or not', async () => {
    const made = await invite()
    const second = jarOf()
    await second.get(made.url)
    await come(jarOf(), made.url)
    github.account.id = 99
    github.account.login = 'other'
    expect(isRefused(await walk(testApp, second, 'github'))).toBe(true)
    expect(isRefused(await come(jarOf(), made.url))).toBe(true)
    expect(await read().users.by('handle', 'other')).toBeUndefined()
  })
})

describe('a new user is not admitted', () => {
  it.each<[string, (jar: Jar) => Promise<void>]>([
    ['without a link', async () => undefined],
    ['by an unknown link', async jar => void jar.cookies.set('dragoman_invitation', mintSecret('svci').value)],
    ['by a malformed link', async jar => void jar.cookies.set('dragoman_invitation', 'svci_1234')],
    ['by the ID of an invitation', async jar => void jar.cookies.set('dragoman_invitation', (await invite()).id)],
    [
      'by an expired link',
      async jar => {
        await jar.get((await invite({ expires_in_days: 1 })).url)
        testApp.world.pass(DAY)
      },
    ],
    [
      'by a revoked link',
      async jar => {
        const made = await invite()
        await jar.get(made.url)
        const bea = await testApp.world.user('bea')
        await bea.call('revoke_invitation', { organization: 'acme', id: made.id })
      },
    ],
    [
      'by a link that another user has used',
      async jar => {
        const made = await invite()
        await jar.get(made.url)
        const zoe = await testApp.world.user('zoe')
        await zoe.call('answer_invitation', { invitation: made.url, accept: false })
      },
    ],
    [
      'by a link for one user',
      async jar => {
        await testApp.world.user('zoe')
        await jar.get((await invite({ user: 'zoe' })).url)
      },
    ],
    [
      'by a link whose creator may not invite anymore',
      async jar => {
        await jar.get((await invite()).url)
        await testApp.world.setAccount('bea', { has_access: false })
      },
    ],
    [
      'by a link of a deleted organization',
      async jar => {
        await jar.get((await invite()).url)
        const bea = await testApp.world.user('bea')
        await bea.call('delete_organization', { organization: 'acme', confirm: 'acme' })
      },
    ],
  ])('%s', async (_what, prepare) => {
    const jar = jarOf()
    await prepare(jar)
    const before = await people()
    const seen = await walk(testApp, jar, 'github')
    expect(isRefused(seen)).toBe(true)
    expect(seen.text, 'what to do is said').toContain('Open your invitation link in this browser')
    expect(jar.cookies.has('dragoman_session')).toBe(false)
    expect(await people()).toBe(before)
    expect(await event('sign_in_refused')).toMatchObject({ detail: { why: 'not_invited' } })
  })

  it('by a link when sign-in rules are configured', async () => {
    await reopen({ allowed: ['github:999'] })
    await addAcme()
    const made = await invite()
    const jar = jarOf()
    await jar.get(made.url)
    const seen = await walk(testApp, jar, 'github')
    expect(seen).toMatchObject({ status: 403 })
    expect(seen.text).toContain('is not allowed to sign in')
    expect((await read().invitations.get(made.id))?.user_id).toBeUndefined()
  })
})

describe('signing in does not use up an invitation link', () => {
  it('of a known user', async () => {
    await come(jarOf(), (await invite()).url)
    const made = await invite()
    const jar = jarOf()
    await come(jar, made.url)
    expect((await read().invitations.get(made.id))?.user_id).toBeUndefined()
  })

  it.each<[string, Partial<AuthSettings>]>([
    ['whom the rules admit', { allowed: ['github:583231'] }],
    ['where new accounts are open', { newAccounts: 'open' }],
    ['who is a configured operator', { operators: ['github:583231'] }],
  ])('of a new user %s', async (_who, auth) => {
    await reopen(auth)
    await addAcme()
    const made = await invite()
    const jar = jarOf()
    expect(await come(jar, made.url)).toMatchObject({ status: 302, location: '/invite' })
    expect((await read().invitations.get(made.id))?.user_id).toBeUndefined()
    expect(await event('sign_in')).not.toMatchObject({ detail: { invited: true } })
    expect(await jar.sendForm('/invite', { answer: 'accept' }, { follow: false })).toMatchObject({
      location: '/o/acme',
    })
  })

  it('and leads to its page after a sign-in link, too', async () => {
    const made = await invite()
    const jar = jarOf()
    await jar.get(made.url)
    expect(await signIn(testApp, jar, 'zoe')).toMatchObject({ status: 200, path: '/invite' })
  })
})
