import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { openJar, signIn } from './jar.ts'
import { ownCsrf } from './own-csrf.ts'
import { useAcme } from './scene.ts'

const MINUTE = 60_000

const scene = useAcme()
const { signedIn } = scene

const organization = (handle: string) => scene.testApp.services.store.read.accounts.by('handle', handle)

describe('the list of organizations', () => {
  it('asks who is not signed in to sign in, and comes back', async () => {
    const seen = await openJar(scene.testApp.url).get('/account/organizations')
    expect(seen.path).toBe('/login?next=%2Faccount%2Forganizations')
  })

  it('shows a person theirs with role and size, and somebody new what to do', async () => {
    const { text } = await scene.ada.get('/account/organizations')
    expect(text).toContain('href="/o/acme"')
    expect(text).toMatch(/Owner, 3 members, 0 projects/)
    expect((await (await signedIn('carol')).get('/account/organizations')).text).toMatch(/Member, 3 members/)
    const grace = await (await signedIn('grace')).get('/account/organizations')
    expect(grace.text).toContain('You belong to no organization yet')
    expect(grace.text).not.toContain('acme')
  })
})

describe('a new organization', () => {
  const PATH = '/account/organizations/new'

  it('is made with a name, and opens', async () => {
    await scene.ada.get(PATH)
    const seen = await scene.ada.post(PATH, { organization: 'Globex', name: 'Globex <Inc.>' })
    expect(seen).toMatchObject({ status: 200, path: '/o/globex' })
    expect(seen.text).toContain('Globex &lt;Inc.>')
    expect(seen.text).toContain('No projects yet')
  })

  it('comes back with what was typed and the fault at its field', async () => {
    for (const [handle, told] of [
      ['a b', 'is not valid'],
      ['x', 'is shorter than 2 characters'],
      ['admin', 'reserved'],
      ['acme', 'taken'],
      ['ac-me', 'looks like acme'],
    ] as const) {
      await scene.ada.get(PATH)
      const { status, text } = await scene.ada.post(PATH, { organization: handle, name: 'Ours "and" theirs' })
      expect([400, 409], handle).toContain(status)
      expect(text).toContain('<title>Error: New organization')
      expect(text).toContain(`value="${handle}"`)
      expect(text).toContain('value="Ours &quot;and&quot; theirs"')
      expect(/id="organization-fault">([^<]+)</.exec(text)?.[1]).toContain(told)
      expect(text).toContain('role="alert"')
      expect(text).toContain('href="#organization"')
    }
    await scene.ada.get(PATH)
    const { text } = await scene.ada.post(PATH, { organization: 'globex', name: 'a\u202eb' })
    expect(/id="name-fault">([^<]+)</.exec(text)?.[1]).toContain('U+202E')
    expect(await organization('globex')).toBeUndefined()
  })

  it('is made once by a button that is pressed twice', async () => {
    await scene.ada.get(PATH)
    const fields = { organization: 'globex', name: 'Globex' }
    for (const _ of ['once', 'twice']) {
      expect(await scene.ada.post(PATH, fields, { follow: false })).toMatchObject({
        status: 303,
        location: '/o/globex',
      })
      await scene.ada.get(PATH)
    }
    expect(await scene.ada.post(PATH, { ...fields, name: 'Other' })).toMatchObject({ status: 409 })
    scene.testApp.world.pass(5 * MINUTE)
    await scene.ada.get(PATH)
    expect(await scene.ada.post(PATH, fields)).toMatchObject({ status: 409 })
  })

  it('is not taken for one that another person made a moment ago with the same name', async () => {
    await scene.testApp.world.organization('globex', { bob: 'admin', ada: 'member' })
    await scene.ada.get(PATH)
    expect(await scene.ada.post(PATH, { organization: 'globex' })).toMatchObject({ status: 409 })
  })

  it('needs access, and says so', async () => {
    await scene.testApp.world.setAccount('ada', { has_access: false })
    await scene.ada.get(PATH)
    const { status, text } = await scene.ada.post(PATH, { organization: 'globex' })
    expect(status).toBe(403)
    expect(text).toContain('Ask the server operator')
    expect(await organization('globex')).toBeUndefined()
  })
})

describe('the settings of an organization', () => {
  const PATH = '/o/acme/settings'

  it('are for its administrators', async () => {
    expect(await (await signedIn('carol')).get(PATH)).toMatchObject({ status: 403 })
    expect(await (await signedIn('grace')).get(PATH)).toMatchObject({ status: 404 })
    const bob = await (await signedIn('bob')).get(PATH)
    expect(bob.status).toBe(200)
    expect(bob.text).not.toContain('Hand over')
    expect((await scene.ada.get(PATH)).text).toContain('Hand over')
  })

  it('rename it, and keep what was typed when that is no name', async () => {
    await scene.ada.get(PATH)
    const seen = await scene.ada.post(PATH, { setting: 'name', name: 'Acme & Sons' })
    expect(seen.text).toContain('The name is Acme &amp; Sons.')
    const { status, text } = await scene.ada.post(PATH, { setting: 'name', name: '\u200b' })
    expect(status).toBe(400)
    expect(text).toContain('id="name-name-fault"')
    expect(await organization('acme')).toMatchObject({ name: 'Acme & Sons' })
  })

  it('make it public and private again, and a form that came twice turns nothing around', async () => {
    await scene.ada.get(PATH)
    expect((await scene.ada.post(PATH, { setting: 'visibility', public: 'yes' })).text).toContain('It is public now.')
    await scene.ada.post(PATH, { setting: 'visibility', public: 'yes' })
    expect(await organization('acme')).toMatchObject({ public: true })
    expect((await scene.ada.post(PATH, { setting: 'visibility', public: 'no' })).text).toContain('It is private now.')
    expect(await organization('acme')).toMatchObject({ public: false })
  })

  it('hand it over to a member whose owner typed its handle after a fresh sign-in', async () => {
    await scene.ada.get(PATH)
    const wrong = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acne' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="owner-confirm-fault"')
    expect(wrong.text).toMatch(/<option selected value="bob"|<option value="bob" selected/)
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.get(PATH)).text).toContain(
      'Handing over and deleting need a sign-in of the last ten minutes',
    )
    const late = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(late.path).toContain(`/login?again=1&next=${encodeURIComponent(PATH)}`)
    expect(late.text).toContain('Nothing was done yet: this needs a sign-in of the last ten minutes.')
    const owner = await organization('acme')
    const back = await signIn(scene.testApp, scene.ada, 'ada')
    expect(back.path).toMatch(/^\/o\/acme\/settings\?kept=/)
    expect(back.text).toContain('Nothing was done yet')
    expect(back.text).toContain('press “Hand it over” once more')
    expect(back.text).toMatch(/<details open><summary>Hand over this organization/)
    expect(back.text).toMatch(/<option selected value="bob"|<option value="bob" selected/)
    expect(back.text).not.toContain('of the last ten minutes')
    const bob = await signedIn('bob')
    expect((await bob.get(back.path)).text).not.toContain('Nothing was done yet')
    expect((await (await signedIn('ada')).get(back.path)).text).not.toContain('Nothing was done yet')
    const seen = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(seen.text).toContain('bob owns it now.')
    const twice = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(twice).toMatchObject({ status: 200, path: `${PATH}?done=owner` })
    expect(twice.text).toContain('bob owns it now.')
    expect((await scene.ada.post(PATH, { setting: 'owner', to: 'ada', confirm: 'acme' })).status).toBe(403)
    await scene.ada.get(PATH)
    expect(seen.text).not.toContain('Hand over')
    expect((await organization('acme'))?.owner_id).not.toBe(owner?.owner_id)
  })

  it('are not told as done when a second press meets a store that fails', async () => {
    await scene.ada.get(PATH)
    const handOver = { setting: 'owner', to: 'bob', confirm: 'acme' }
    const csrf = await ownCsrf(scene.testApp, scene.ada, PATH)
    expect(await scene.ada.post(PATH, handOver)).toMatchObject({ status: 200, path: `${PATH}?done=owner` })
    vi.spyOn(scene.testApp.services.store, 'transaction').mockRejectedValueOnce(
      new AppError('store_unavailable', 'The store takes no writes now.'),
    )
    expect(await scene.ada.post(PATH, { csrf, ...handOver })).toMatchObject({ status: 503, path: PATH })
  })

  it('delete it after its handle and a fresh sign-in, and the list brings it back', async () => {
    await scene.ada.get(PATH)
    const wrong = await scene.ada.post(PATH, { setting: 'delete', confirm: 'ACME' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="delete-confirm-fault"')
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.post(PATH, { setting: 'delete', confirm: 'acme' })).path).toMatch(/^\/login\?again=1/)
    expect(await organization('acme')).not.toHaveProperty('deleted_at')
    const back = await signIn(scene.testApp, scene.ada, 'ada')
    expect(back.text).toContain('press “Delete acme” once more')
    expect(back.text).toMatch(/<details open><summary>Delete this organization/)
    const csrf = /action="\/o\/acme\/settings"[^>]*><input type="hidden" name="csrf" value="([^"]+)"/.exec(
      scene.ada.last().text,
    )
    const seen = await scene.ada.post(PATH, { setting: 'delete', confirm: 'acme' })
    expect(seen.path).toBe('/account/organizations?deleted=acme')
    expect(seen.text).toContain('acme is deleted. You can bring it back below.')
    const again = await scene.ada.post(PATH, { csrf: csrf?.[1] ?? '', setting: 'delete', confirm: 'acme' })
    expect(again.path).toBe('/account/organizations?deleted=acme')
    const lost = await scene.ada.get('/o/acme/members')
    expect(lost).toMatchObject({ status: 404, text: expect.stringContaining('acme is deleted.') })
    expect(lost.text).toMatch(/Until \d{4}-\d\d-\d\d you can bring it back/)
    expect(lost.text).toContain('href="/account/organizations">Restore it<')
    expect((await (await signedIn('carol')).get('/o/acme')).text).not.toContain('is deleted')
    await scene.ada.get('/account/organizations/new')
    const { text } = await scene.ada.post('/account/organizations/new', { organization: 'acme' })
    expect(text).toContain('Restore it under Organizations, or choose another handle.')
    await scene.ada.get('/account/organizations')
    const restored = await scene.ada.post('/o/acme/restore')
    expect(restored).toMatchObject({ status: 200, path: '/o/acme?restored=1' })
    expect(restored.text).toContain('acme is back, with everything in it')
    expect((await (await signedIn('carol')).get('/o/acme?restored=1')).text).not.toContain('is back')
  })

  it('claim no restoring that was not', async () => {
    expect((await scene.ada.get('/o/acme?restored=1')).text).not.toContain('is back')
  })

  it('restore once by a button that is pressed twice, and tell a member of no deleted one', async () => {
    const owner = await scene.testApp.world.person('ada')
    await owner.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    expect((await (await signedIn('carol')).get('/account/organizations?deleted=acme')).text).not.toContain(
      'acme is deleted',
    )
    const [one, two] = [await signedIn('ada'), await signedIn('ada')]
    await one.get('/account/organizations')
    await two.get('/account/organizations')
    for (const tab of [one, two]) {
      expect(await tab.post('/o/acme/restore')).toMatchObject({ status: 200, path: '/o/acme?restored=1' })
    }
  })
})

describe('the page of an organization', () => {
  it('shows its projects page by page, and nobody else’s', async () => {
    const bob = await scene.testApp.world.person('bob')
    await bob.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
    await bob.call('create_project', { project: 'bob/own', source_locale: 'en', target_locales: ['de'] })
    const { text } = await scene.ada.get('/o/acme')
    expect(text).toContain('acme/app')
    expect(text).toContain('en → de')
    expect(text).not.toContain('bob/own')
  })

  it('is not there for a stranger, public or not', async () => {
    await scene.testApp.world.setAccount('acme', { public: true })
    expect(await (await signedIn('grace')).get('/o/acme')).toMatchObject({ status: 404 })
  })
})
