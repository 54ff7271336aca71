import { describe, expect, it } from 'vitest'
import { createProject, push, sourceFile } from '../../tools/quota/filling.ts'
import { loginLink, openJar, signIn } from '../jar.ts'
import { useFreshTestApp, useJar } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const testApp = useFreshTestApp()
const jar = useJar(testApp)

const mcp = () => `${testApp.services.baseUrl}/mcp`

describe('the home page', () => {
  it('explains to visitors what the service is and how to connect each client', async () => {
    const { text, headers } = await openJar(testApp.url).get('/')
    expect(text).toContain(`claude mcp add --transport http dragoman ${mcp()}`)
    expect(text).toContain(`codex mcp add dragoman --url ${mcp()}`)
    for (const file of ['.cursor/mcp.json', '.vscode/mcp.json']) expect(text).toContain(file)
    for (const client of ['Claude Code', 'Codex', 'Cursor', 'VS Code', 'Any MCP client'])
      expect(text).toContain(`/>${client}</label>`)
    expect(text).toContain('Your agent opens this page in a browser. Sign in and approve its permissions.')
    expect(text.match(/href="\/login"/g)).toHaveLength(1)
    expect(headers).toMatchObject({ vary: 'accept', 'cross-origin-opener-policy': 'same-origin' })
  })

  it('lists the projects and accounts of the user, and no others', async () => {
    const ada = await testApp.world.user('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const grace = await testApp.world.user('grace')
    await grace.call('create_project', { project: 'grace/secret', source_locale: 'en', target_locales: ['de'] })
    await testApp.world.setAccount('ada', { has_access: false })
    const { text } = await signIn(testApp, jar, 'ada')
    expect(text).toContain('Hello, <bdi>ada</bdi>')
    expect(text).toContain('ada/app')
    expect(text).toContain('Read-only')
    expect(text).not.toContain('grace')
  })

  it('shows the progress of each project, twenty on a page', async () => {
    const ada = await testApp.world.user('ada')
    await createProject(ada, 'ada/app')
    await push(ada, 'ada/app', sourceFile(4))
    const { items } = await ada.call<{ items: { id: string; src: string }[] }>('get_work', {
      project: 'ada/app',
      locale: 'de',
      limit: 1,
    })
    const done = items.map(({ id, src }) => ({ id, src, text: 'Hallo' }))
    await ada.call('submit_translations', { project: 'ada/app', locale: 'de', items: done })
    await createProject(ada, 'ada/empty')
    const { text } = await signIn(testApp, jar, 'ada')
    expect(visible(text)).toMatch(/ada\/app en → de 4 strings 25%/)
    expect(text).toContain('aria-label="ada/app: 1 of 4 translations done"')
    expect(visible(text)).toContain('ada/empty en → de 0 strings No strings pushed yet')
    expect(text).not.toContain('More projects')
    expect(text).toContain('<h3>Create a project</h3>')
    expect(text).not.toContain('<details')
    for (let count = 10; count < 30; count += 1) await createProject(ada, `ada/more-${count}`)
    const first = await jar.get('/')
    expect(visible(first.text)).not.toContain('ada/more-29')
    const [, next = ''] = /href="([^"]*)" rel="next">More projects/.exec(first.text) ?? []
    expect(visible((await jar.get(next)).text)).toContain('ada/more-29')
  })

  it('lists what waits for the user, by project, and tokens that expire soon', async () => {
    const ada = await testApp.world.user('ada')
    await createProject(ada, 'ada/app')
    await ada.call('update_project_policy', { project: 'ada/app', review: 'required' })
    await push(ada, 'ada/app', sourceFile(2))
    expect((await signIn(testApp, jar, 'ada')).text).not.toContain('Waiting for you')
    const { items } = await ada.call<{ items: { id: string; src: string }[] }>('get_work', {
      project: 'ada/app',
      locale: 'de',
    })
    const done = items.map(({ id, src }) => ({ id, src, text: 'Hallo' }))
    await ada.call('submit_translations', { project: 'ada/app', locale: 'de', items: done })
    const day = 24 * 60 * 60 * 1000
    const expires = (days: number) => new Date(testApp.services.now().getTime() + days * day).toISOString()
    await ada.call('create_token', { name: 'soon', scopes: ['project:read'], expires_at: expires(3) })
    await ada.call('create_token', { name: 'later', scopes: ['project:read'], expires_at: expires(30) })
    const text = visible((await jar.get('/')).text)
    expect(text).toContain('Waiting for you ada/app 2 translations to review')
    expect(text).toContain('soon This token expires in 3 days')
    expect(text).not.toContain('later')
  })

  it('considers all projects of the user, and begins with what costs most by waiting', async () => {
    const ada = await testApp.world.user('ada')
    for (let count = 10; count < 32; count += 1) await createProject(ada, `ada/app-${count}`)
    const review = await openStrings(testApp, ada, 'ada/app-review', { a: 'One' })
    await ada.call('update_project_policy', { project: 'ada/app-review', review: 'required' })
    await review.submit(ada, 'a', 'Eins')
    const conflict = await openStrings(testApp, ada, 'ada/z', { a: 'One' })
    await conflict.submit(await testApp.world.human('ada'), 'a', 'Eins')
    await conflict.importFile(ada, { a: 'Zwei' })
    const text = visible((await signIn(testApp, jar, 'ada')).text)
    expect(text).toMatch(/Waiting for you ada\/z 1 conflict with a file .*ada\/app-review 1 translation to review/)
    expect(text).not.toContain('all that waits')
  })

  it('lists open reviews', async () => {
    const ada = await testApp.world.user('ada')
    const { submit } = await openStrings(testApp, ada, 'ada/app', { a: 'One', b: 'Two' })
    await submit(ada, 'a', 'Eins')
    await ada.call('create_review', { project: 'ada/app', since: '2020-01-01' })
    const { text } = await signIn(testApp, jar, 'ada')
    expect(text).toContain('<a href="/p/ada/app/review">1 open review</a>')
  })

  it('links the page of all that waits when it does not list or count all', async () => {
    const ada = await testApp.world.user('ada')
    for (let count = 10; count < 31; count += 1) {
      const { submit } = await openStrings(testApp, ada, `ada/app-${count}`, { a: 'One' })
      await ada.call('update_project_policy', { project: `ada/app-${count}`, review: 'required' })
      await submit(ada, 'a', 'Eins')
    }
    const { text } = await signIn(testApp, jar, 'ada')
    expect(visible(text)).toContain('Something waits in 1 more project: all that waits')
    const all = await jar.get('/waiting')
    for (let count = 10; count < 31; count += 1) expect(all.text).toContain(`href="/p/ada/app-${count}"`)
    expect(all.text).not.toContain('rel="next"')
  })

  it('says when it did not count all projects', async () => {
    const ada = await testApp.world.user('ada')
    const regions =
      'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO'
    const targets = regions.split(' ').map(region => `fr-${region}`)
    for (let count = 10; count < 30; count += 1) {
      await ada.call('create_project', { project: `ada/app-${count}`, source_locale: 'en', target_locales: targets })
    }
    const { submit } = await openStrings(testApp, ada, 'ada/z', { a: 'One' })
    await ada.call('update_project_policy', { project: 'ada/z', review: 'required' })
    await submit(ada, 'a', 'Eins')
    const { text } = await signIn(testApp, jar, 'ada')
    expect(visible(text)).toContain('Counted in your first 20 projects only: all that waits')
    const all = await jar.get('/waiting')
    expect(visible(all.text)).toContain('Counted in 20 of your projects. Nothing waits in these projects.')
    const [, next = ''] = /href="([^"]*)" rel="next"/.exec(all.text) ?? []
    expect(visible((await jar.get(next)).text)).toContain('ada/z 1 translation to review')
  })

  it('links organizations and invitations, and shows a prompt for the first project', async () => {
    await testApp.world.organization('acme', { grace: 'admin', ada: 'member' })
    await testApp.world.organization('globex', { grace: 'admin' })
    const grace = await testApp.world.user('grace')
    await grace.call('invite_member', { organization: 'globex', user: 'ada' })
    const { text } = await signIn(testApp, jar, 'ada')
    expect(text).toContain('href="/o/acme"')
    expect(visible(text)).toContain('acme Organization Member')
    expect(text).toContain('You are invited to globex')
    expect(text).toContain('<a href="/account/invitations">Join or decline</a>')
    expect(text).toContain('No projects yet')
    expect(text).toContain('Create the Dragoman project ada/website')
    expect(text).not.toContain('href="/o/globex"')
  })

  it('marks the current page, and links the operator page for operators only', async () => {
    const home = await signIn(testApp, jar, 'ada')
    expect(home.text).toContain('<a href="/" aria-current="page">')
    expect(home.text).not.toContain('href="/operator"')
    const below = await jar.get('/account/organizations/new')
    expect(below.text).toContain('<a href="/account/organizations" aria-current="true">')
    // In the header, and in the menu of narrow windows.
    expect(below.text.match(/aria-current/g)).toHaveLength(2)
    const machine = openJar(testApp.url)
    const seen = await machine.get(await loginLink(testApp, 'root-of-it', { operator: true }))
    expect(seen.text).toContain('href="/operator"')
  })

  it('is JSON for programs', async () => {
    for (const accept of [undefined, '*/*', 'application/json']) {
      const { headers, text } = await openJar(testApp.url).get('/', { headers: { accept } })
      expect(headers['content-type']).toBe('application/json')
      expect(JSON.parse(text)).toMatchObject({ name: 'Dragoman', mcp: mcp() })
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })
})

it.each([
  ['/oauth/authorize?client_id=gone', 'invalid_client'],
  ['/login/nobody', 'not_found'],
])('every error page ends with the code and the request ID: %s', async (path, code) => {
  const { text, headers } = await openJar(testApp.url).get(path)
  expect(visible(text)).toContain(`Code: ${code} · Request ID: ${String(headers['x-request-id'])}`)
})

it('an unknown URL is a page for browsers and JSON for programs, both with the request id', async () => {
  const page = await openJar(testApp.url).get('/nowhere<script>')
  expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(visible(page.text)).toContain('Page not found')
  expect(visible(page.text)).toContain(`Code: not_found · Request ID: ${String(page.headers['x-request-id'])}`)
  expect(page.text).not.toContain('<script>')
  const json = await openJar(testApp.url).get('/nowhere', { headers: { accept: '*/*' } })
  expect(json).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json' } })
  expect(JSON.parse(json.text)).toMatchObject({ code: 'not_found', request_id: json.headers['x-request-id'] })
})

describe('the assets of pages', () => {
  it('have a content hash in their name and are cached forever', async () => {
    const { text } = await jar.get('/')
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      const { status, headers } = await jar.get(path)
      expect({ status, cache: headers['cache-control'] }).toEqual({
        status: 200,
        cache: 'public, max-age=31536000, immutable',
      })
      const head = await jar.get(path, { method: 'HEAD' })
      expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': headers['content-length'] } })
    }
    expect(await jar.get('/assets/style.0000000000.css')).toMatchObject({ status: 404 })
    expect(await jar.get('/assets/../web/page.tsx')).toMatchObject({ status: 404 })
  })

  it('are small, and come from the same origin', async () => {
    const { text, headers } = await signIn(testApp, jar, 'ada')
    const loaded = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => jar.get(path ?? ''))
    const bytes = (await Promise.all(loaded)).reduce((sum, { text: body }) => sum + body.length, text.length)
    expect(bytes).toBeLessThan(50_000)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self'/)
    expect(text).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]*src="\/assets\/)/)
  })

  it('have the headers of the page for HEAD', async () => {
    const page = await jar.get('/login')
    const head = await jar.get('/login', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
  })
})

describe('the theme', () => {
  it('is stored in a cookie, without a script, and returns to the same page', async () => {
    expect((await jar.get('/login')).text).not.toContain('data-theme')
    const referer = `${testApp.services.baseUrl}/login?next=/account`
    const dark = await jar.post('/theme', { theme: 'dark' }, { headers: { referer } })
    expect(dark.path).toBe('/login?next=/account')
    expect(dark.text).toContain('<html lang="en" dir="ltr" data-theme="dark">')
    expect((await jar.post('/theme', { theme: 'system' })).text).not.toContain('data-theme')
    expect(jar.cookies.has('dragoman_theme')).toBe(false)
  })

  it('redirects to no other site, and accepts no other value', async () => {
    await jar.get('/login')
    const headers = { referer: 'https://evil.example//evil.example/' }
    const seen = await jar.post('/theme', { theme: '"><script>' }, { headers, follow: false })
    expect(seen).toMatchObject({ status: 303, location: '/' })
    expect(jar.cookies.has('dragoman_theme')).toBe(false)
  })
})
