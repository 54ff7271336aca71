import { beforeEach, describe, expect, it } from 'vitest'
import { suspendUser } from '../../operator/at-machine.ts'
import { type Jar, loginLink, openJar, openJarOf, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useFreshTestApp } from '../scene.ts'

const MINUTE = 60_000
const PATH = '/operator/sign-in-links'

let olga: Jar
const testApp = useFreshTestApp()
beforeEach(async () => {
  await testApp.world.user('pat')
  olga = openJar(testApp.services.baseUrl)
  await olga.get(await loginLink(testApp, 'olga', { operator: true }))
})

/** Sends the form of the page as an operator fills it in. */
const create = async (fields: Record<string, string>, follow = true) => {
  return olga.sendForm(PATH, fields, { follow })
}
const linkIn = (html: string): string => /<pre[^>]*>[^<]*(\/login\/link\/svcl_\w+)<\/pre>/.exec(html)?.[1] ?? ''
const userOf = (handle: string) => testApp.services.store.read.users.by('handle', handle)
const links = () => testApp.services.store.read.login_links.count('all', '')
const newest = async () => (await testApp.services.store.read.audit.page('all', '', { limit: 1 })).items[0]

describe('a sign-in link of the operator page', () => {
  it('signs its user in once, after a confirmation', async () => {
    const { status, text, headers } = await create({ user: 'pat' })
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(text).toContain("<strong>Copy the link now. It won't be shown again.</strong>")
    expect(text).toContain('<a class="button primary" href="/operator">Done</a>')
    const pat = openJar(testApp.services.baseUrl)
    const asked = await pat.get(linkIn(text))
    expect(asked.text).toContain('pat')
    expect(pat.cookies.has('dragoman_session')).toBe(false)
    await pat.post(linkIn(text))
    expect((await pat.get('/account')).status).toBe(200)
    expect(await userOf('pat')).toMatchObject({ operator: false })
    const again = openJar(testApp.services.baseUrl)
    expect((await again.get(linkIn(text))).status).toBe(410)
  })

  it('is shown in one answer only', async () => {
    const before = await links()
    const first = await olga.sendForm(PATH, { user: 'pat' })
    await olga.get(PATH)
    const fields = { ...olga.hidden(PATH), user: 'pat' }
    const shown = await olga.post(PATH, fields)
    const repeated = await olga.post(PATH, fields)
    expect(linkIn(first.text)).not.toBe(linkIn(shown.text))
    expect(repeated.text).toContain('This link was already created')
    expect(repeated.text).not.toContain('svcl_')
    expect(await links()).toBe(before + 2)
    for (const path of [PATH, '/operator', '/operator/accounts/pat', '/operator/audit']) {
      expect((await olga.get(path)).text).not.toContain('svcl_')
    }
  })

  it('has the same audit event as the command', async () => {
    await create({ user: 'carol', create: 'yes' })
    expect(await newest()).toMatchObject({
      action: 'login_link_made',
      user_id: (await userOf('olga'))?.id,
      account_id: (await userOf('carol'))?.account_id,
      credential: { kind: 'session' },
      surface: 'web',
      target: 'carol',
      detail: { user_created: true, operator: false, own: false },
    })
    expect(JSON.stringify(await newest())).not.toContain('svcl_')
  })

  it('creates an unknown user only when the box is selected', async () => {
    const refused = await create({ user: 'carol' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('User carol not found.')
    expect(refused.text).toContain('select “Create the user”')
    expect(refused.text).toContain('value="carol"')
    expect(await userOf('carol')).toBeUndefined()
    const created = await create({ user: 'carol', create: 'yes' })
    expect(created.text).toContain('was created.')
    expect(await userOf('carol')).toMatchObject({ handle: 'carol', operator: false })
  })

  it.each([
    ['no handle', '', 400],
    ['a handle with a space', 'acme inc', 400],
    ['an organization', 'acme', 409],
  ])('rejects %s', async (_what, user, status) => {
    await testApp.world.organization('acme', { pat: 'admin' })
    const before = await links()
    expect((await create({ user, create: 'yes' })).status).toBe(status)
    expect(await links()).toBe(before)
  })

  it('asks for the handle of a user instead of an organization', async () => {
    await testApp.world.organization('acme', { pat: 'admin' })
    const { text } = await create({ user: 'acme' })
    expect(text).toContain('<strong>The sign-in link was not created</strong>')
    expect(text).toContain('<p><a href="#user">acme is an organization.</a></p><p>Enter a user\'s handle.</p>')
  })

  it('rejects a suspended user', async () => {
    await suspendUser(testApp.services, 'pat')
    expect(await create({ user: 'pat' })).toMatchObject({ status: 403, text: expect.stringContaining('suspended') })
  })

  it('is rejected for other users, however old their sign-in is', async () => {
    const eve = await openJarOf(testApp, 'eve')
    expect((await eve.get(PATH)).status).toBe(403)
    testApp.world.pass(10 * MINUTE)
    const before = await links()
    const csrf = await ownCsrf(testApp, eve, PATH)
    expect((await eve.post(PATH, { csrf, user: 'olga' }, { follow: false })).status).toBe(403)
    expect(await links()).toBe(before)
    const stranger = openJar(testApp.services.baseUrl)
    expect(await stranger.get(PATH, { follow: false })).toMatchObject({
      location: `/login?${new URLSearchParams({ next: PATH })}`,
    })
  })

  it('needs a sign-in of the last ten minutes, after which the form is filled in again', async () => {
    const before = await links()
    testApp.world.pass(10 * MINUTE)
    const { location } = await create({ user: 'carol', create: 'yes' }, false)
    expect(location).toMatch(/^\/login\?again=1/)
    expect(await links()).toBe(before)
    await olga.get(location ?? '')
    const back = await signIn(testApp, olga, 'olga')
    expect(back.path).toContain(`${PATH}?`)
    expect(back.text).toContain('“Create sign-in link” for carol')
    expect(back.text).toContain('value="carol"')
    expect(back.text).toMatch(/name="create" value="yes" checked/)
    expect(await userOf('carol')).toBeUndefined()
    const done = await olga.post(PATH, { user: 'carol', create: 'yes' })
    expect(linkIn(done.text)).toMatch(/svcl_/)
  })

  it('is rejected without the key of its form, or with an old one', async () => {
    await olga.get(PATH)
    const csrf = await ownCsrf(testApp, olga, PATH)
    const seen = await olga.post(PATH, { csrf, user: 'pat' })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('Code: <code>form_expired</code>') })
  })
})
