import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useAcme } from '../scene.ts'

const MINUTE = 60_000

const scene = useAcme()
const { signedIn } = scene

const organization = (handle: string) => scene.testApp.services.store.read.accounts.by('handle', handle)

it('the list of organizations lists the user’s organizations with role and size, and explains the next step to a new user', async () => {
  const { text } = await scene.ada.get('/account/organizations')
  expect(text).toContain('href="/o/acme"')
  expect(text).toMatch(/<td>Owner<\/td><td class="wide">3<\/td><td class="wide">0<\/td>/)
  expect((await (await signedIn('carol')).get('/account/organizations')).text).toMatch(
    /<td>Member<\/td><td class="wide">3</,
  )
  const grace = await (await signedIn('grace')).get('/account/organizations')
  expect(grace.text).toContain('No organizations yet')
  expect(grace.text).not.toContain('acme')
})

describe('a new organization', () => {
  const PATH = '/account/organizations/new'

  it('is created with a name, and opens', async () => {
    const seen = await scene.ada.sendForm(PATH, { organization: 'Globex', name: 'Globex <Inc.>' })
    expect(seen).toMatchObject({ status: 200, path: '/o/globex' })
    expect(seen.text).toContain('Globex &lt;Inc.>')
    expect(seen.text).toContain('No projects yet')
    expect((await scene.ada.get(PATH)).text).toContain('Display name (optional)</label>')
    expect((await scene.ada.post(PATH, { organization: 'initech', name: '  ' })).path).toBe('/o/initech')
  })

  it('shows the form again with the input and the fault at its field', async () => {
    for (const [handle, told] of [
      ['a b', 'is not valid'],
      ['x', 'is shorter than 2 characters'],
      ['admin', 'reserved'],
      ['acme', 'taken'],
      ['ac-me', 'looks like acme'],
    ] as const) {
      const { status, text } = await scene.ada.sendForm(PATH, { organization: handle, name: 'Ours "and" theirs' })
      expect([400, 409], handle).toContain(status)
      expect(text).toContain('<title>Error: New organization')
      expect(text).toContain(`value="${handle}"`)
      expect(text).toContain('value="Ours &quot;and&quot; theirs"')
      expect(/id="organization-fault">([^<]+)</.exec(text)?.[1]).toContain(told)
      expect(text).toContain('role="alert"')
      expect(text).toContain('href="#organization"')
    }
    const { text } = await scene.ada.sendForm(PATH, { organization: 'globex', name: 'a\u202eb' })
    expect(/id="name-fault">([^<]+)</.exec(text)?.[1]).toContain('U+202E')
    expect(await organization('globex')).toBeUndefined()
  })

  it('is created once by a double click', async () => {
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
    expect(await scene.ada.sendForm(PATH, fields)).toMatchObject({ status: 409 })
  })

  it('differs from one that another user just created with the same name', async () => {
    await scene.testApp.world.organization('globex', { bob: 'admin', ada: 'member' })
    expect(await scene.ada.sendForm(PATH, { organization: 'globex' })).toMatchObject({ status: 409 })
  })

  it('needs access, and says so', async () => {
    await scene.testApp.world.setAccount('ada', { has_access: false })
    const { status, text } = await scene.ada.sendForm(PATH, { organization: 'globex' })
    expect(status).toBe(403)
    expect(text).toContain('Ask an operator of this server')
    expect(await organization('globex')).toBeUndefined()
  })
})

describe('the settings of an organization', () => {
  const PATH = '/o/acme/settings'
  /** Whether the question is shown on the page, and not in a closed dialog. */
  const isOpen = (html: string, id: string) => {
    const title = `id="confirm-${id}-title"`
    expect(html).toContain(title)
    return !html.includes(`<div id="confirm-${id}" popover`)
  }

  it('are for its administrators', async () => {
    expect(await (await signedIn('carol')).get(PATH)).toMatchObject({ status: 403 })
    expect(await (await signedIn('grace')).get(PATH)).toMatchObject({ status: 404 })
    const bob = await (await signedIn('bob')).get(PATH)
    expect(bob.status).toBe(200)
    expect(bob.text).not.toContain('Transfer ownership')
    expect((await scene.ada.get(PATH)).text).toContain('Transfer ownership')
  })

  it('rename it, and keep an invalid name', async () => {
    const seen = await scene.ada.sendForm(PATH, { setting: 'name', name: 'Acme & Sons' })
    expect(seen.text).toContain('The display name is now Acme &amp; Sons.')
    const { status, text } = await scene.ada.post(PATH, { setting: 'name', name: '\u200b' })
    expect(status).toBe(400)
    expect(text).toContain('id="name-name-fault"')
    expect(await organization('acme')).toMatchObject({ name: 'Acme & Sons' })
  })

  it('make it public and private, and a repeated form does not undo it', async () => {
    expect((await scene.ada.sendForm(PATH, { setting: 'visibility', public: 'yes' })).text).toContain(
      'acme is now public.',
    )
    await scene.ada.post(PATH, { setting: 'visibility', public: 'yes' })
    expect(await organization('acme')).toMatchObject({ public: true })
    expect((await scene.ada.post(PATH, { setting: 'visibility', public: 'no' })).text).toContain('acme is now private.')
    expect(await organization('acme')).toMatchObject({ public: false })
  })

  it('transfer it to a member after its handle was typed and a recent sign-in', async () => {
    const wrong = await scene.ada.sendForm(PATH, { setting: 'owner', to: 'bob', confirm: 'acne' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="owner-confirm-fault"')
    expect(wrong.text).toMatch(/<option selected value="bob"|<option value="bob" selected/)
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.get(PATH)).text).toContain(
      'Transferring ownership and deleting need a sign-in of the last ten minutes',
    )
    const late = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(late.path).toContain(`/login?again=1&next=${encodeURIComponent(PATH)}`)
    expect(late.text).toContain('This action needs a sign-in within the last 10 minutes.')
    const owner = await organization('acme')
    const back = await signIn(scene.testApp, scene.ada, 'ada')
    expect(back.path).toMatch(/^\/o\/acme\/settings\?kept=/)
    expect(back.text).toContain('Nothing was done yet')
    expect(back.text).toContain('press “Transfer acme” once more')
    expect(isOpen(back.text, 'owner')).toBe(true)
    expect(isOpen(back.text, 'delete')).toBe(false)
    expect(back.text).toMatch(/<option selected value="bob"|<option value="bob" selected/)
    expect(back.text).not.toContain('of the last ten minutes')
    const bob = await signedIn('bob')
    expect((await bob.get(back.path)).text).not.toContain('Nothing was done yet')
    expect((await (await signedIn('ada')).get(back.path)).text).not.toContain('Nothing was done yet')
    const seen = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(seen.text).toContain('bob now owns acme.')
    const twice = await scene.ada.post(PATH, { setting: 'owner', to: 'bob', confirm: 'acme' })
    expect(twice).toMatchObject({ status: 200, path: `${PATH}?done=owner` })
    expect(twice.text).toContain('bob now owns acme.')
    expect((await scene.ada.post(PATH, { setting: 'owner', to: 'ada', confirm: 'acme' })).status).toBe(403)
    await scene.ada.get(PATH)
    expect(seen.text).not.toContain('Transfer ownership')
    expect((await organization('acme'))?.owner_id).not.toBe(owner?.owner_id)
  })

  it('do not report success when a second request finds a failing store', async () => {
    await scene.ada.get(PATH)
    const handOver = { setting: 'owner', to: 'bob', confirm: 'acme' }
    const csrf = await ownCsrf(scene.testApp, scene.ada, PATH)
    expect(await scene.ada.post(PATH, handOver)).toMatchObject({ status: 200, path: `${PATH}?done=owner` })
    vi.spyOn(scene.testApp.services.store, 'transaction').mockRejectedValueOnce(
      new AppError('store_unavailable', 'The store takes no writes now.'),
    )
    expect(await scene.ada.post(PATH, { csrf, ...handOver })).toMatchObject({ status: 503, path: PATH })
  })

  it('delete it after its handle and a recent sign-in, and the list restores it', async () => {
    const wrong = await scene.ada.sendForm(PATH, { setting: 'delete', confirm: 'ACME' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="delete-confirm-fault"')
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.post(PATH, { setting: 'delete', confirm: 'acme' })).path).toMatch(/^\/login\?again=1/)
    expect(await organization('acme')).not.toHaveProperty('deleted_at')
    const back = await signIn(scene.testApp, scene.ada, 'ada')
    expect(back.text).toContain('press “Delete acme” once more')
    expect(isOpen(back.text, 'delete')).toBe(true)
    expect(isOpen(back.text, 'owner')).toBe(false)
    const { csrf = [] } = scene.ada.hidden(PATH)
    const seen = await scene.ada.post(PATH, { setting: 'delete', confirm: 'acme' })
    expect(seen.path).toBe('/account/organizations?deleted=acme')
    expect(seen.text).toContain('acme is deleted. You can restore it below.')
    const again = await scene.ada.post(PATH, { csrf, setting: 'delete', confirm: 'acme' })
    expect(again.path).toBe('/account/organizations?deleted=acme')
    const lost = await scene.ada.get('/o/acme/members')
    expect(lost).toMatchObject({ status: 404, text: expect.stringContaining('acme is deleted.') })
    expect(lost.text).toMatch(/You can restore it, with everything in it, until [A-Z][a-z]{2} \d+, \d{4}\./)
    expect(lost.text).toContain('href="/account/organizations">Restore it<')
    expect((await (await signedIn('carol')).get('/o/acme')).text).not.toContain('is deleted')
    const { text } = await scene.ada.sendForm('/account/organizations/new', { organization: 'acme' })
    expect(text).toContain('Restore it under Organizations, or choose another handle.')
    await scene.ada.get('/account/organizations')
    const restored = await scene.ada.post('/o/acme/restore')
    expect(restored).toMatchObject({ status: 200, path: '/o/acme?restored=1' })
    expect(restored.text).toContain('acme is restored.')
    expect((await (await signedIn('carol')).get('/o/acme?restored=1')).text).not.toContain('is restored')
  })

  it('report no restore that did not happen', async () => {
    expect((await scene.ada.get('/o/acme?restored=1')).text).not.toContain('is restored')
  })

  it('restore it once by a double click, and hide deleted ones from members', async () => {
    const owner = await scene.testApp.world.user('ada')
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
  it('shows its projects page by page, and no others', async () => {
    const bob = await scene.testApp.world.user('bob')
    await bob.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
    await bob.call('create_project', { project: 'bob/own', source_locale: 'en', target_locales: ['de'] })
    const { text } = await scene.ada.get('/o/acme')
    expect(text).toContain('acme/app')
    expect(text).toMatch(/<td class="wide">en<\/td><td>de<\/td>/)
    expect(text).not.toContain('bob/own')
  })

  it('returns 404 to non-members, public or not', async () => {
    await scene.testApp.world.setAccount('acme', { public: true })
    expect(await (await signedIn('grace')).get('/o/acme')).toMatchObject({ status: 404 })
  })

  it('says who can read its projects over MCP and REST', async () => {
    expect((await scene.ada.get('/o/acme/settings')).text).toContain(
      'translations and voice over MCP and REST. They cannot change them. Pages and glossary terms stay private.',
    )
    await scene.testApp.world.setAccount('acme', { public: true })
    expect((await scene.ada.get('/o/acme')).text).toContain(
      'all signed-in users of this server can read its projects over MCP and REST',
    )
    expect((await scene.ada.get('/o/acme/settings')).text).toContain(
      'translations and voice over MCP and REST. Its pages,',
    )
  })
})
