import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../http/test-app.ts'
import { createProject, push, sourceFile } from '../../tools/quota/filling.ts'
import { type Jar, openJarOf, signIn } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useFreshTestApp } from '../scene.ts'

const MINUTE = 60_000
const PATH = '/operator/accounts/acme'

let ada: Jar
const testApp = useFreshTestApp()
beforeEach(async () => {
  await testApp.world.organization('acme', { pat: 'admin' })
  ada = await browserOf('ada')
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  if (user !== undefined) await testApp.services.store.transaction(tx => tx.users.put({ ...user, operator: true }))
})

const browserOf = (handle: string) => openJarOf(testApp, handle)

const limits = async () => (await testApp.services.store.read.accounts.by('handle', 'acme'))?.limits
const save = (fields: Record<string, string>, follow = true) =>
  ada.post(PATH, { projects: '', strings: '', bytes: '', ...fields }, { follow })
/** The text of a page, without its markup. */
const wordsOf = (html: string): string => html.replaceAll(/<!--.*?-->|<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

describe('the limits of an account on the operator page', () => {
  it('are shown with the usage, in the list and on a page of their own', async () => {
    const pat = await testApp.world.user('pat')
    await createProject(pat, 'acme/app')
    await push(pat, 'acme/app', sourceFile(3))
    const { text } = await ada.get('/operator')
    expect(wordsOf(text)).toMatch(/acmeOrganization of pat, 1 member30/)
    expect(text).toContain(`href="${PATH}"`)
    const page = await ada.get('/operator/accounts/ACME')
    for (const row of [
      'Projects1 of 2000%',
      'Source strings3 of 250,0000%',
      '1 KiB of 1 GiB0%',
      '500 bytes of 10 GiB0%',
    ]) {
      expect(wordsOf(page.text)).toContain(row)
    }
    expect(page.text).toContain('aria-label="Source strings: 3 of 250,000"')
  })

  it('can be set, are shown in the fields, and are removed by empty fields', async () => {
    await ada.get(PATH)
    const saved = await save({ strings: '1,000,000', bytes: '1.5GiB' })
    expect(saved.path).toBe(`${PATH}?saved=limits`)
    expect(wordsOf(saved.text)).toContain(
      'Limits of acme: 200 projects, 1,000,000 source strings, 1.5 GiB of files and translations',
    )
    expect(saved.text).toMatch(/name="strings"[^>]*value="1,000,000"|value="1,000,000"[^>]*name="strings"/)
    expect(await limits()).toEqual({ strings: 1_000_000, bytes: 1.5 * 1024 ** 3 })
    await save({ bytes: '500MB' })
    expect(await limits()).toEqual({ bytes: 500_000_000 })
    expect(ada.last().text).toContain('value="500MB"')
    await save({})
    expect(await limits()).toBeUndefined()
    const { items } = await testApp.services.store.read.audit.page('all', '', { limit: 3 })
    expect(items.map(({ action, surface }) => [action, surface])).toEqual([
      ['quota set', 'web'],
      ['quota set', 'web'],
      ['quota set', 'web'],
    ])
  })

  it('are shown again with the input and its faults', async () => {
    await ada.get(PATH)
    const { status, text } = await save({ strings: '1.000', projects: '7' })
    expect(status).toBe(400)
    const fault = 'Source strings: enter a whole number from 1 to 100,000,000.'
    expect(text).toContain(`<a href="#strings">${fault}</a>`)
    expect(text).toContain(`<span class="fault" id="strings-fault">${fault}</span>`)
    expect(text.indexOf('The limits were not saved')).toBeGreaterThan(text.indexOf('<h2>Limits</h2>'))
    expect(text).toContain('Lowering a limit below usage keeps all data but blocks new additions.')
    expect(text).toContain('value="1.000"')
    expect(text).toContain('value="7"')
    expect(text).not.toContain('it takes account')
    expect(await limits()).toBeUndefined()
  })

  it.each([
    ['bytes', '2 apples', 'Size of files and translations: enter a size up to 1 TiB, such as 500MB or 2GiB.'],
    ['history', '2TiB', 'Size of history: enter a size up to 1 TiB, such as 500MB or 2GiB.'],
  ])('show the fault of each wrong field beside it: %s', async (name, value, fault) => {
    await ada.get(PATH)
    const { text } = await save({ [name]: value, strings: '0' })
    expect(text).toContain(`id="${name}-fault">${fault}</span>`)
    expect(text).toContain('id="strings-fault">')
    expect(text.match(/class="fault"/g)).toHaveLength(2)
    expect(text).not.toContain('is &quot;')
  })

  it('need a sign-in of the last ten minutes, after which the input is restored', async () => {
    await ada.get(PATH)
    testApp.world.pass(10 * MINUTE)
    expect((await ada.get(PATH)).text).toContain('A change needs a sign-in of the last ten minutes')
    const { location } = await save({ strings: '77' }, false)
    await ada.get(location ?? '')
    expect(await limits()).toBeUndefined()
    const back = await signIn(testApp, ada, 'ada')
    expect(back.path).toContain(PATH)
    expect(back.text).toContain('Nothing was done yet')
    expect(back.text).toContain('value="77"')
    await save({ strings: '77' })
    expect(await limits()).toEqual({ strings: 77 })
  })

  it('are hidden from other users, and rejected for an unknown account', async () => {
    const eve = await browserOf('eve')
    expect((await eve.get(PATH)).status).toBe(403)
    const csrf = await ownCsrf(testApp, eve, PATH)
    expect((await eve.post(PATH, { csrf, strings: '9' }, { follow: false })).status).toBe(403)
    expect((await ada.get('/operator/accounts/nobody')).status).toBe(404)
    expect(await limits()).toBeUndefined()
  })
})

const LINE = '4 of 5 source strings used. Ask an operator to raise the limit.'

it.each([
  ['pat', '/', `pat: ${LINE}`],
  ['acme', '/o/acme', LINE],
])('nearly exhausted limits of %s are shown on %s from 80 %% on', async (account, path, line) => {
  const pat = await testApp.world.user('pat')
  const jar = await browserOf('pat')
  await testApp.world.setAccount(account, { limits: { strings: 5 } })
  await createProject(pat, `${account}/app`)
  await push(pat, `${account}/app`, sourceFile(3))
  expect((await jar.get(path)).text).not.toContain('Near the limit')
  await push(pat, `${account}/app`, sourceFile(4))
  const { text } = await jar.get(path)
  expect(text).toContain('Near the limit')
  expect(text).toContain(`<p>${line}</p>`)
  expect(wordsOf((await ada.get('/operator')).text)).toContain('Near the limit')
})

it('a page that adds records reports a limit while memory is low', async () => {
  const heap = { limit: 100, used: () => 90, onCollected: () => () => undefined }
  const full = await openTestApp({ world: { heap } })
  const jar = await openJarOf(full, 'pat')
  const { status, text } = await jar.sendForm('/account/organizations/new', { organization: 'bakery' })
  expect(status).toBe(403)
  expect(text).toContain('<h1>Limit reached</h1>')
  expect(text).toContain('The server is short of memory')
  await full.close()
})
