import { Writable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { openLog } from '../../../src/log.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { openTestApp } from '../../http/test-app.ts'
import { type Jar, openJar, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useFreshTestApp } from '../scene.ts'

type Made = InvitationView & { url: string }

const DAY = 24 * 60 * 60 * 1000

let logged = ''
const log = openLog(
  'trace',
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  }),
)

const testApp = useFreshTestApp({ log })
beforeEach(async () => {
  logged = ''
  await testApp.world.organization('acme', { bea: 'admin', meg: 'member' })
})

const read = () => testApp.services.store.read
const invite = async (args: object = {}): Promise<Made & { path: string; secret: string }> => {
  const bea = await testApp.world.user('bea')
  const made = await bea.call<Made>('invite_member', { organization: 'acme', ...args })
  const path = new URL(made.url).pathname
  return { ...made, path, secret: path.slice('/invite/'.length) }
}
const openAs = async (handle: string | undefined, path: string): Promise<Jar> => {
  const jar = openJar(testApp.url)
  if (handle !== undefined) await signIn(testApp, jar, handle)
  await jar.get(path)
  return jar
}
const endOf = async ({ id }: Pick<Made, 'id'>) => (await read().invitations.get(id))?.ended?.as
const isMember = async (handle: string): Promise<boolean> => {
  const [account, user] = [await read().accounts.by('handle', 'acme'), await read().users.by('handle', handle)]
  return (await read().memberships.by('pair', compoundKey(account?.id ?? '', user?.id ?? ''))) !== undefined
}

describe('an invitation link', () => {
  it('stores its secret in an HttpOnly cookie, and in no URL, page or log', async () => {
    const { path, secret } = await invite()
    const jar = openJar(testApp.url)
    const seen = await jar.get(path, { follow: false })
    expect(seen).toMatchObject({ status: 302, location: '/invite' })
    const [cookie] = (seen.headers['set-cookie'] ?? []).filter(line => line.startsWith('dragoman_invitation='))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
    const page = await jar.get('/invite')
    expect(page.text).not.toContain(secret.slice(9))
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    for (const odd of [`${path}/`, path.replace('_', '%5F'), `/invite//${secret}`, `/invite?${secret}`]) {
      await jar.get(odd, { follow: false })
    }
    expect(logged).toContain('/invite/svci_')
    expect(logged).not.toContain(secret.slice(9))
    expect(logged).not.toContain(secret.slice(-20))
  })

  it('is not opened by a prefetch', async () => {
    const { path, secret } = await invite()
    const jar = openJar(testApp.url)
    await jar.get(path, { method: 'HEAD' })
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ]) {
      const seen = await jar.get(path, { headers, follow: false })
      expect(seen.headers['cache-control']).toBe('no-store')
    }
    expect(jar.cookies.has('dragoman_invitation')).toBe(false)
    await jar.get(path)
    expect(jar.cookies.get('dragoman_invitation')).toBe(secret)
  })

  it('that is incomplete says so, and keeps the previous one', async () => {
    const { path, secret } = await invite()
    const jar = await openAs(undefined, path)
    for (const wrong of [path.slice(0, -1), '/invite/x', '/invite/svca_1', `${path}0`]) {
      expect(await jar.get(wrong), wrong).toMatchObject({ status: 404 })
    }
    expect(jar.last().text).toContain('is incomplete')
    expect(jar.cookies.get('dragoman_invitation')).toBe(secret)
  })

  it('cannot be guessed, because its requests count towards the sign-in limit', async () => {
    const strict = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(strict.url)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      statuses.push((await jar.get(`/invite/${mintSecret('svci').value}`, { follow: false })).status)
    }
    expect(statuses.filter(status => status === 302)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    await strict.close()
  })
})

describe('the page of an invitation', () => {
  it('tells a signed-out user what it is, and how to sign in', async () => {
    const { path } = await invite({ role: 'admin' })
    const jar = await openAs(undefined, path)
    const { text, status } = jar.last()
    expect(status).toBe(200)
    for (const told of ['acme', 'Administrator', 'bea', 'in 7 days', 'an operator of this server for a sign-in link']) {
      expect(text).toContain(told)
    }
    expect(text).not.toContain('has opened another invitation since')
    expect(text).not.toContain('name="answer"')
    expect(await signIn(testApp, jar, 'ada')).toMatchObject({ path: '/invite', status: 200 })
  })

  it('offers both answers, and switching the user', async () => {
    const { path } = await invite()
    const jar = await openAs('ada', path)
    const { text } = jar.last()
    const buttons = [...text.matchAll(/<button type="submit" class="([^"]*)" name="answer" value="(\w+)"/g)]
    expect(buttons.map(([, look, value]) => [look, value])).toEqual([
      ['button', 'decline'],
      ['button', 'accept'],
    ])
    expect(text).toContain('/login?again=1&amp;next=%2Finvite')
  })

  it('leads to the organization after accepting, and forgets the link', async () => {
    const made = await invite()
    const jar = await openAs('ada', made.path)
    const after = await jar.post('/invite', { answer: 'accept' }, { follow: false })
    expect(after).toMatchObject({ status: 303, location: '/o/acme' })
    expect(await isMember('ada')).toBe(true)
    expect(jar.cookies.has('dragoman_invitation')).toBe(false)
    const { items } = await read().audit.page('all', '', { limit: 1 })
    expect(items[0]).toMatchObject({ action: 'answer_invitation', surface: 'web', detail: { accepted: true } })
  })

  it('leads both of two requests to the same page', async () => {
    for (const [answer, place] of [
      ['accept', '/o/acme'],
      ['decline', '/account/invitations?declined='],
    ] as const) {
      const made = await invite()
      const jar = await openAs(answer, made.path)
      const seen = await Promise.all([1, 2].map(() => jar.post('/invite', { answer }, { follow: false })))
      const csrf = await ownCsrf(testApp, jar, '/invite')
      const fields = { csrf, answer: 'accept', invitation: made.id }
      seen.push(await jar.post('/invite', fields, { follow: false }))
      for (const { status, location } of seen) {
        expect(status).toBe(303)
        expect(location).toContain(place)
      }
      jar.cookies.set('dragoman_invitation', made.secret)
      expect((await jar.get('/invite')).path, 'also to who comes back later').toContain(place)
    }
  })

  it('answers no other invitation than the shown one', async () => {
    const [shown, later] = [await invite(), await invite({ role: 'admin' })]
    const jar = await openAs('ada', shown.path)
    const page = jar.last()
    const other = openJar(testApp.url)
    for (const [name, value] of jar.cookies) other.cookies.set(name, value)
    await other.get(later.path)
    jar.cookies.set('dragoman_invitation', other.cookies.get('dragoman_invitation') ?? '')
    expect(page.text).toContain(shown.id)
    const after = await jar.post('/invite', { answer: 'accept' })
    expect(after).toMatchObject({ status: 409, path: '/invite' })
    expect(after.text).toContain('Your answer was not sent')
    expect(after.text).toContain('has opened another invitation since')
    expect(after.text).toContain('Code: <code>conflict</code>')
    expect(after.text).toContain('Administrator')
    expect([await endOf(shown), await endOf(later), await isMember('ada')]).toEqual([undefined, undefined, false])
  })

  it('rejects a form of a signed-out user, or without an answer', async () => {
    const made = await invite()
    const jar = await openAs('ada', made.path)
    expect(await jar.sendForm('/invite', { answer: 'maybe' })).toMatchObject({ path: '/invite' })
    const signedOut = jar.cookies.get('dragoman_session') ?? ''
    jar.cookies.delete('dragoman_session')
    expect(await jar.post('/invite', { answer: 'accept' })).toMatchObject({ status: 401 })
    jar.cookies.set('dragoman_session', signedOut)
    expect(await endOf(made)).toBeUndefined()
  })

  it('reveals nothing of another user’s invitation, and does not answer it', async () => {
    await testApp.world.user('zoe')
    const made = await invite({ user: 'zoe', note: 'a private note' })
    const jar = await openAs('ada', made.path)
    const { status, text } = jar.last()
    expect(status).toBe(403)
    expect(text).toContain('for another user')
    for (const secret of ['acme', 'zoe', 'bea', 'private']) expect(text).not.toContain(secret)
    const mine = await openAs('ada', (await invite()).path)
    mine.cookies.set('dragoman_invitation', made.secret)
    expect(await mine.post('/invite', { answer: 'accept', invitation: made.id })).toMatchObject({ status: 403 })
    expect(await endOf(made)).toBeUndefined()
    const zoe = await openAs('zoe', made.path)
    expect(zoe.last().text).toContain('value="accept"')
  })

  it('asks no member, and keeps the invitation open', async () => {
    const made = await invite({ role: 'admin' })
    const jar = await openAs('meg', made.path)
    expect(jar.last().text).toContain('You are already a member of acme')
    expect(jar.last().text).not.toContain('name="answer"')
    expect(await endOf(made)).toBeUndefined()
  })

  it.each<[string, (made: Made) => Promise<unknown>]>([
    ['was already answered', async made => (await testApp.world.user('eve')).call('answer_invitation', said(made))],
    ['was revoked', async made => (await testApp.world.user('bea')).call('revoke_invitation', at(made))],
    ['has expired', async () => testApp.world.pass(30 * DAY)],
    ['may not invite anymore', () => testApp.world.setAccount('bea', { has_access: false })],
    ['was deleted', async () => (await testApp.world.user('bea')).call('delete_organization', at({ confirm: 'acme' }))],
  ])('reports to everyone that an invitation %s', async (words, end) => {
    const made = await invite({ expires_in_days: 30 })
    await end(made)
    for (const handle of [undefined, 'ada']) {
      const jar = await openAs(handle, made.path)
      expect(jar.last()).toMatchObject({ status: 410, text: expect.stringContaining(words) })
      expect(jar.last().text).not.toContain('acme')
    }
  })

  it('explains what to do in a browser without an invitation', async () => {
    for (const handle of [undefined, 'ada']) {
      const jar = await openAs(handle, '/invite')
      expect(jar.last()).toMatchObject({ status: 410, text: expect.stringContaining('Open the link') })
      await jar.get(`/invite/${mintSecret('svci').value}`)
      expect(jar.last(), 'nor one that there is').toMatchObject({ status: 410 })
    }
  })

  it('names organization and creator by their handles, whatever their names are', async () => {
    await testApp.services.store.transaction(async tx => {
      const [account, user] = [await tx.accounts.by('handle', 'acme'), await tx.users.by('handle', 'bea')]
      if (account !== undefined) await tx.accounts.put({ ...account, name: 'Globex' })
      if (user !== undefined) await tx.users.put({ ...user, name: 'globex-boss' })
    })
    const { text } = (await openAs(undefined, (await invite()).path)).last()
    expect(text).toMatch(/<h1>Join <code>acme<\/code> \(<bdi>Globex<\/bdi>\)/)
    expect(text).toMatch(/<dt>Invited by<\/dt><dd><code>bea<\/code> \(<bdi>globex-boss/)
  })
})

const said = ({ url }: Made) => ({ invitation: url, accept: false })
const at = (more: object) => ({
  organization: 'acme',
  ...('id' in more && { id: more.id }),
  ...('confirm' in more && { confirm: more.confirm }),
})
