import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useAcme } from '../scene.ts'

const scene = useAcme()
const { signedIn } = scene

const PATH = '/o/acme/members'

const rolesOf = async () => {
  const caller = await scene.testApp.world.user('ada')
  const { members } = await caller.call<{ members: { user: string; role: string }[] }>('list_members', {
    organization: 'acme',
  })
  return Object.fromEntries(members.map(({ user, role }) => [user, role]))
}
/** The members with both a button to change their role and one to remove them. */
const managed = (html: string) => {
  const named = (start: string) =>
    new Set([...html.matchAll(new RegExp(`aria-label="${start} ([^"]+)"`, 'g'))].map(([, who = '']) => who))
  const removable = named('Remove')
  expect(named('Change role of')).toEqual(removable)
  return removable
}

describe('the members page', () => {
  it('lists members and roles, and lets administrators change all but the owner and themselves', async () => {
    const { status, text } = await scene.ada.get(PATH)
    expect(status).toBe(200)
    expect(text).toContain('3 members')
    expect(managed(text)).toEqual(new Set(['bob', 'carol']))
    const bob = await (await signedIn('bob')).get(PATH)
    expect(managed(bob.text)).toEqual(new Set(['carol']))
  })

  it('shows a member the others, and lets them change only their own membership', async () => {
    const { text } = await (await signedIn('carol')).get(PATH)
    for (const handle of ['ada', 'bob', 'carol']) expect(text).toContain(handle)
    expect(managed(text)).toEqual(new Set())
    expect(text).not.toContain('Invite member')
    expect(text).not.toMatch(/href="\/o\/acme\/(settings|tokens|audit)"/)
    expect(text).toContain('action="/o/acme/leave"')
  })

  it('answers a stranger as for an organization that does not exist', async () => {
    const grace = await signedIn('grace')
    const [seen, other] = [await grace.get(PATH), await grace.get('/o/nowhere/members')]
    expect(seen.status).toBe(404)
    const withoutId = (html: string) => html.replaceAll(/<code>[^<]+<\/code>/g, '').replaceAll(/value="[^"]+"/g, '')
    expect(withoutId(seen.text)).toBe(withoutId(other.text))
    // A random ID may contain any three letters.
    expect(withoutId(seen.text)).not.toContain('bob')
  })

  it('changes a role, reports the new one, and accepts a second click', async () => {
    const seen = await scene.ada.sendForm(PATH, { user: 'carol', change: 'admin' })
    expect(seen).toMatchObject({ status: 200, path: `${PATH}?changed=carol` })
    expect(seen.text).toContain('carol is now an administrator.')
    expect((await scene.ada.post(PATH, { user: 'carol', change: 'admin' })).text).toContain(
      'carol is now an administrator.',
    )
    expect((await scene.ada.post(PATH, { user: 'carol', change: 'member' })).text).toContain('carol is now a member.')
    expect(await rolesOf()).toEqual({ ada: 'owner', bob: 'admin', carol: 'member' })
  })

  it('removes a member, accepts a second click, and ignores a forged URL', async () => {
    expect((await scene.ada.get(`${PATH}?changed=carol`)).text).toContain('carol is now a member.')
    for (const _ of ['once', 'twice']) {
      const { status, text } = await scene.ada.post(PATH, { user: 'carol', change: 'remove' })
      expect(status).toBe(200)
      expect(text).toContain('carol is no longer a member.')
    }
    expect(await rolesOf()).toEqual({ ada: 'owner', bob: 'admin' })
    expect((await scene.ada.get(`${PATH}?changed=${encodeURIComponent('<b>all</b>')}`)).text).not.toContain('all&lt;')
    await scene.testApp.world.user('grace')
    expect((await scene.ada.get(`${PATH}?changed=grace`)).text).not.toContain('no longer a member')
    expect((await (await signedIn('bob')).get(`${PATH}?changed=carol`)).text).toContain('carol is no longer a member.')
  })

  it('does not show removed members to a member', async () => {
    await scene.ada.sendForm(PATH, { user: 'bob', change: 'remove' })
    const seen = await (await signedIn('carol')).get(`${PATH}?changed=bob`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('no longer a member')
  })

  it('does not report a removal when the store could not answer', async () => {
    const { memberships, users } = scene.testApp.services.store.read
    const carol = await users.by('handle', 'carol')
    const by = memberships.by.bind(memberships)
    const finds = vi.spyOn(memberships, 'by').mockImplementation(async (...pair) => {
      if (pair[1].endsWith(carol?.id ?? '')) throw new AppError('store_unavailable', 'The store cannot be read now.')
      return by(...pair)
    })
    expect(await scene.ada.get(`${PATH}?changed=bob`)).toMatchObject({ status: 200 })
    expect(await scene.ada.get(`${PATH}?changed=carol`)).toMatchObject({ status: 503 })
    finds.mockRestore()
  })

  it('has a canonical URL: capitals redirect there, and look-alikes return 404', async () => {
    await scene.testApp.world.organization('kk', { ada: 'admin', carol: 'member' })
    const seen = await scene.ada.get('/o/KK/members?cursor=&changed=carol', { follow: false })
    expect(seen).toMatchObject({ status: 302, location: '/o/kk/members?cursor=&changed=carol' })
    expect((await scene.ada.get('/o/Nowhere/members?x', { follow: false })).location).toBe('/o/nowhere/members?x=')
    const csrf = await ownCsrf(scene.testApp, scene.ada, '/o/KK/members')
    const changed = await scene.ada.post('/o/KK/members', { csrf, user: 'CAROL', change: 'admin' })
    expect(changed.path).toBe('/o/kk/members?changed=carol')
    expect(changed.text).toContain('carol is now an administrator.')
    const kelvin = '/o/%E2%84%AAk'
    expect(await scene.ada.get(`${kelvin}/members`)).toMatchObject({ status: 404 })
    for (const [path, fields] of [
      [`${kelvin}/members`, { user: 'carol', change: 'remove' }],
      [`${kelvin}/settings`, { setting: 'name', name: 'K' }],
      [`${kelvin}/settings`, { setting: 'delete', confirm: 'kk' }],
      [`${kelvin}/invitations`, { once: 'x', role: 'member' }],
      [`${kelvin}/leave`, {}],
      [`${kelvin}/restore`, {}],
    ] as const) {
      const { status } = await scene.ada.post(path, { csrf: await ownCsrf(scene.testApp, scene.ada, path), ...fields })
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
    const { read } = scene.testApp.services.store
    const account = await read.accounts.by('handle', 'kk')
    expect(account).toMatchObject({ name: 'kk' })
    expect(account).not.toHaveProperty('deleted_at')
    expect(await read.memberships.count('account', account?.id ?? '')).toBe(2)
  })

  it('rejects input that a form never offers', async () => {
    const owner = await scene.ada.sendForm(PATH, { user: 'ada', change: 'remove' })
    expect(owner.status).toBe(409)
    expect(owner.text).toContain('ada owns acme')
    expect(owner.text).toContain('<title>Not possible')
    expect((await scene.ada.sendForm(PATH, { user: 'carol', change: 'owner' })).status).toBe(400)
    const carol = await signedIn('carol')
    const csrf = await ownCsrf(scene.testApp, carol, PATH)
    expect(await carol.post(PATH, { csrf, user: 'bob', change: 'remove' })).toMatchObject({ status: 403 })
    const grace = await signedIn('grace')
    const hers = await ownCsrf(scene.testApp, grace, PATH)
    expect(await grace.post(PATH, { csrf: hers, user: 'bob', change: 'remove' })).toMatchObject({ status: 404 })
    expect(await rolesOf()).toEqual({ ada: 'owner', bob: 'admin', carol: 'member' })
  })

  it('redirects to the start of the list for an invalid cursor', async () => {
    for (const [path, beginning] of [
      [`${PATH}?cursor=bad`, PATH],
      ['/account/tokens?cursor=bad&x=1', '/account/tokens?x=1'],
    ] as const) {
      const { status, text } = await scene.ada.get(path)
      expect(status).toBe(400)
      expect(text).toContain('<h1>Invalid request</h1>')
      expect(text).toContain('This part of the list no longer exists.')
      expect(text).toContain(`href="${beginning}">Show the first page<`)
      expect(text).not.toContain('arguments of the call')
    }
    const program = await scene.ada.get(`${PATH}?cursor=bad`, { headers: { accept: 'application/json' } })
    expect(program.text).toContain('does not belong to this query')
  })

  it('returns to the page of the changed member, and reports the change once', async () => {
    const many = Array.from({ length: 60 }, (_, index) => [`of-the-crowd-number-${index}`, 'member'] as const)
    await scene.testApp.world.organization('crowd', { ada: 'admin', ...Object.fromEntries(many) })
    const nextOf = (html: string) => /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = nextOf((await scene.ada.get('/o/crowd/members')).text)
    const before = await scene.ada.get(second)
    const [user = ''] = managed(before.text)
    const seen = await scene.ada.post('/o/crowd/members', { user, change: 'admin' })
    expect(seen.path).toBe(`${second}&changed=${user}`)
    expect(seen.text).toContain(`${user} is now an administrator.`)
    expect(managed(seen.text)).toEqual(managed(before.text))
    expect(nextOf(seen.text)).not.toContain('changed=')
    expect((await scene.ada.post('/o/crowd/members', { user, change: 'member' })).path).toBe(
      `${second}&changed=${user}`,
    )
  })
})

describe('leaving an organization', () => {
  it('ends the membership, reports it, and accepts a second click', async () => {
    const carol = await signedIn('carol')
    await carol.get(PATH)
    const csrf = await ownCsrf(scene.testApp, carol, '/o/acme/leave')
    const seen = await carol.post('/o/acme/leave')
    expect(seen.path).toBe('/account/organizations?left=acme')
    expect(seen.text).toContain('You are no longer a member of acme.')
    expect((await carol.post('/o/acme/leave', { csrf })).path).toBe('/account/organizations?left=acme')
    expect(await carol.get(PATH)).toMatchObject({ status: 404 })
    expect((await scene.ada.get('/account/organizations?left=acme')).text).not.toContain('You are no longer')
    const eve = await signedIn('eve')
    for (const left of ['acme', 'nowhere']) {
      expect((await eve.get(`/account/organizations?left=${left}`)).text).not.toContain('You are no longer')
    }
    expect(await rolesOf()).toEqual({ ada: 'owner', bob: 'admin' })
  })

  it('is not possible for the owner, and explains the alternative', async () => {
    const { text } = await scene.ada.get(PATH)
    expect(text).not.toContain('action="/o/acme/leave"')
    expect(text).toContain("You can't leave acme while you own it.")
    const csrf = await ownCsrf(scene.testApp, scene.ada, '/o/acme/leave')
    expect(await scene.ada.post('/o/acme/leave', { csrf })).toMatchObject({ status: 409 })
    expect(await rolesOf()).toMatchObject({ ada: 'owner' })
  })
})
