import { beforeEach, describe, expect, it } from 'vitest'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { type Jar, openJarOf } from '../jar.ts'
import { useFreshTestApp } from '../scene.ts'

type Made = InvitationView & { url: string }

const PAGE = '/o/acme/invitations'

const testApp = useFreshTestApp()
beforeEach(async () => {
  await testApp.world.organization('acme', { bea: 'admin', meg: 'member' })
})

const read = () => testApp.services.store.read
const as = async (handle: string, path: string): Promise<Jar> => {
  const jar = await openJarOf(testApp, handle)
  await jar.get(path)
  return jar
}
const invite = async (args: object = {}): Promise<Made> =>
  (await testApp.world.user('bea')).call('invite_member', { organization: 'acme', ...args })
const open = async () => {
  const account = await read().accounts.by('handle', 'acme')
  return read().invitations.list('open', account?.id ?? '')
}
const linkIn = (text: string): string | undefined => /http:\/\/localhost:\d+\/invite\/svci_[0-9a-f]{48}/.exec(text)?.[0]

describe('the invitations page of an organization', () => {
  it('creates an invitation, and shows its link in that answer only', async () => {
    const jar = await as('bea', PAGE)
    expect(jar.last().text).toContain('No open invitations')
    const fields = { role: 'admin', note: 'For <b>Zoe</b>', expires_in_days: '14' }
    const { status, text, headers } = await jar.post(PAGE, fields)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const link = linkIn(text)
    expect(link).toBeDefined()
    expect(text).toContain("<strong>Copy the link now. It won't be shown again.</strong>")
    expect(text).toContain(`<a class="button primary" href="${PAGE}">Done</a>`)
    expect(await open()).toMatchObject([{ role: 'admin', note: 'For <b>Zoe</b>' }])
    const { text: later } = await jar.get(PAGE)
    expect(later).toContain('For &lt;b>Zoe&lt;/b>')
    expect(later).toContain('in 14 days')
    expect(linkIn(later)).toBeUndefined()
    const ada = await openJarOf(testApp, 'ada')
    expect((await ada.get(link ?? '')).text).toContain('value="accept"')
  })

  it('creates one for an existing user, and says that only they can answer', async () => {
    await testApp.world.user('ada')
    const jar = await as('bea', PAGE)
    const { text } = await jar.post(PAGE, { user: ' Ada ', role: 'member', note: '', expires_in_days: '7' })
    expect(text).toContain('Only ada can use this link')
    expect(await open()).toMatchObject([{ role: 'member', user_id: expect.any(String) }])
  })

  it('asks whether a user or anyone with the link may join', async () => {
    await testApp.world.user('ada')
    const jar = await as('bea', PAGE)
    const chosen = () => /name="recipient" value="([^"]+)" checked/.exec(jar.last().text)?.[1]
    expect(chosen()).toBe('user')
    const fields = { role: 'member', note: '', expires_in_days: '7' }
    const empty = await jar.post(PAGE, { ...fields, recipient: 'user', user: ' ' })
    expect(empty).toMatchObject({ status: 400, text: expect.stringContaining('id="user-fault">Enter a username.<') })
    expect(chosen()).toBe('user')
    expect(await open()).toEqual([])
    await jar.post(PAGE, { ...fields, recipient: 'link', user: 'ada', note: 'a\u202eb' })
    expect(chosen()).toBe('link')
    await jar.post(PAGE, { ...fields, recipient: 'link', user: 'ada' })
    const [toAnyone] = await open()
    expect(toAnyone).not.toHaveProperty('user_id')
    await jar.post(PAGE, { ...fields, recipient: 'user', user: 'ada' })
    expect((await open()).filter(({ user_id }) => user_id !== undefined)).toHaveLength(1)
  })

  it.each([
    ['a blank one', ''],
    ['none', undefined],
  ])('creates a link for anyone when a form without that choice has no username: %s', async (_name, user) => {
    const jar = await as('bea', PAGE)
    await jar.post(PAGE, { role: 'member', expires_in_days: '7', ...(user !== undefined && { user }) })
    const [made] = await open()
    expect(made).toBeDefined()
    expect(made).not.toHaveProperty('user_id')
  })

  it('keeps the choice when a lost link is replaced', async () => {
    await testApp.world.user('ada')
    const jar = await as('bea', PAGE)
    const fields = {
      ...jar.hidden(PAGE),
      recipient: 'link',
      user: 'ada',
      role: 'member',
      note: '',
      expires_in_days: '7',
    }
    await jar.post(PAGE, fields)
    expect((await jar.post(PAGE, fields)).text).toContain('<input type="hidden" name="recipient" value="link"/>')
  })

  it('shows the form again with the input after an error', async () => {
    const jar = await as('bea', PAGE)
    const cases = [
      [{ user: 'nobody' }, 400, 'There is no user'],
      [{ user: 'meg' }, 409, 'is already a member of acme'],
      [{ user: '', expires_in_days: '99' }, 400, 'Choose when it expires.'],
      [{ user: '', note: 'a\u202eb' }, 400, 'note'],
    ] as const
    for (const [fields, status, words] of cases) {
      const typed = { role: 'admin', note: 'typed before', expires_in_days: '14', ...fields }
      const seen = await jar.post(PAGE, typed)
      expect(seen, words).toMatchObject({ status, text: expect.stringContaining(words) })
      expect(seen.text).toMatch(/value="admin" checked/)
      expect(seen.text).toContain('<strong>The invitation was not created</strong>')
      if (typed.note === 'typed before') expect(seen.text).toContain('value="typed before"')
    }
    expect(await open()).toEqual([])
  })

  it('explains the fix for the page, not for a tool', async () => {
    await testApp.world.user('ada')
    await invite({ user: 'ada' })
    const jar = await as('bea', PAGE)
    for (const [fields, message, fix] of [
      [{ user: 'ada' }, 'ada already has an open invitation to acme.', 'Revoke it below first.'],
      [{ user: 'meg' }, 'meg is already a member of acme.', 'Change the role under Members.'],
      [{ user: 'Zed' }, 'There is no user &quot;zed&quot;.', 'Choose “Anyone with the link” to invite a new user.'],
      [{ expires_in_days: 'soon' }, 'Choose when it expires.', undefined],
    ] as const) {
      const { text } = await jar.post(PAGE, { role: 'member', expires_in_days: '7', ...fields })
      const [alert = ''] = /<div[^>]*role="alert".*?<\/svg>.*?<\/div>/s.exec(text) ?? []
      expect(alert).toContain(message)
      if (fix !== undefined) expect(alert).toContain(fix)
      const [words = ''] = alert.replaceAll(/<[^>]+>/g, '').split('Code: ')
      expect(words).not.toMatch(/[a-z]_[a-z]/)
    }
  })

  it('revokes an invitation whose link was lost, and creates another like it', async () => {
    await testApp.world.user('ada')
    const jar = await as('bea', PAGE)
    const fields = { ...jar.hidden(PAGE), user: 'ada', role: 'admin', note: 'For Ada', expires_in_days: '3' }
    await jar.post(PAGE, fields)
    const [lost] = await open()
    const told = await jar.post(PAGE, fields)
    expect(told).toMatchObject({ status: 409, text: expect.stringContaining('This invitation was already created') })
    expect(told.text).not.toContain('was not created')
    expect(told.text).toContain('Revoke and create a new one')
    expect(linkIn((await jar.post(PAGE)).text)).toBeDefined()
    const { role, note, user_id } = lost ?? {}
    expect(await open()).toMatchObject([{ role, note, user_id }])
    expect((await read().invitations.get(lost?.id ?? ''))?.ended?.as).toBe('revoked')
    const late = await jar.post(PAGE, fields)
    expect(late.text).toContain('This invitation was already created')
    expect(late.text).not.toContain('Revoke and create a new one')
  })

  it('reports an expired form, and creates nothing', async () => {
    const jar = await as('bea', PAGE)
    testApp.world.pass(12 * 60 * 60_000)
    const seen = await jar.post(PAGE, { role: 'admin', note: 'kept' })
    expect(seen).toMatchObject({ status: 409, text: expect.stringContaining('This form expired.') })
    expect(seen.text).toContain('Code: <code>form_expired</code>')
    expect(seen.text).toContain('value="kept"')
    expect(await open()).toEqual([])
  })

  it('revokes one, and reports it also to a second request', async () => {
    const made = await invite()
    const jar = await as('bea', PAGE)
    const page = jar.last().text
    expect(page).toContain(`/invitations/${made.id}/revoke`)
    const press = () => jar.post(`${PAGE}/${made.id}/revoke`)
    for (const seen of await Promise.all([press(), press()])) {
      expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('Invitation revoked') })
    }
    expect(await open()).toEqual([])
    const { text } = await jar.get(`${PAGE}?revoked=nothing`)
    expect(text).not.toContain('Invitation revoked')
  })

  it('is readable for members, usable for administrators, and hidden from others', async () => {
    const made = await invite()
    await testApp.world.organization('north', { nora: 'admin' })
    const admin = await as('bea', PAGE)
    const { csrf = [] } = admin.hidden(PAGE)
    expect(csrf).toHaveLength(1)
    const meg = await as('meg', PAGE)
    expect(meg.last()).toMatchObject({ status: 200, text: expect.stringContaining('Open invitations') })
    expect(meg.last().text).not.toMatch(/<form[^>]*invitations/)
    const nora = await as('nora', PAGE)
    expect(nora.last().status).toBe(404)
    expect((await nora.get('/o/nothing/invitations')).text.replaceAll(/<code>.*?<\/code>/g, '')).toBe(
      nora.last().text.replaceAll(/<code>.*?<\/code>/g, ''),
    )
    for (const jar of [meg, nora]) {
      expect(await jar.post(PAGE, { csrf, role: 'admin' })).toMatchObject({ status: 400 })
    }
    const own = await as('nora', '/o/north/invitations')
    expect(own.last().status).toBe(200)
    const revoke = `/o/north/invitations/${made.id}/revoke`
    expect((await own.post(revoke, own.hidden('/o/north/invitations'))).status).toBe(400)
    expect(await open()).toHaveLength(1)
  })
})

describe('the page of one’s own invitations', () => {
  it('lists those for the user, and accepts both answers', async () => {
    await testApp.world.organization('north', { nora: 'admin' })
    await testApp.world.user('ada')
    const nora = await testApp.world.user('nora')
    const toAcme = await invite({ user: 'ada', role: 'admin' })
    const toNorth = await nora.call<Made>('invite_member', { organization: 'north', user: 'ada' })
    await invite()
    const jar = await as('ada', '/account/invitations')
    const { text } = jar.last()
    expect(text).toContain('aria-label="Join acme"')
    expect(text).toContain('aria-label="Join north"')
    expect(text).toContain('Administrator')
    const accept = { invitation: toAcme.id, answer: 'accept' }
    expect(await jar.post('/account/invitations', accept, { follow: false })).toMatchObject({
      status: 303,
      location: '/o/acme',
    })
    await jar.get('/account/invitations')
    const decline = { invitation: toNorth.id, answer: 'decline' }
    const after = await jar.post('/account/invitations', decline)
    expect(after.text).toContain('Invitation to north declined')
    expect(after.text).toContain('No open invitations')
    const eve = await as('eve', `/account/invitations?declined=${toNorth.id}`)
    expect(eve.last().text).not.toContain('north')
  })

  it('answers no invitation of another user, and no link by its ID', async () => {
    await testApp.world.user('ada')
    const [forAda, link] = [await invite({ user: 'ada' }), await invite()]
    await testApp.world.user('eve')
    await invite({ user: 'eve' })
    const eve = await as('eve', '/account/invitations')
    const { csrf = [] } = eve.hidden('/account/invitations')
    for (const { id } of [forAda, link]) {
      const seen = await eve.post('/account/invitations', { csrf, invitation: id, answer: 'accept' })
      expect(seen).toMatchObject({ status: 404, text: expect.stringContaining('Invitation not found.') })
    }
    expect(await open()).toHaveLength(3)
  })
})
