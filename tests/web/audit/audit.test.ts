import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NON_TOOL_ACTIONS } from '../../../src/auth/audit/events.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { ACTION_LABELS } from '../../../src/web/audit/filter.tsx'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { type Jar, loginLink, openJar, openJarOf, type Seen } from '../jar.ts'

let testApp: TestApp
let jar: Jar

beforeEach(async () => {
  testApp = await openTestApp()
  jar = await openJarOf(testApp, 'ada')
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  const ada = await testApp.world.user('ada')
  for (const project of ['ada/app', 'acme/web']) {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  }
  await ada.call('update_user', { name: 'Ada <b>L.</b>' })
})
afterEach(() => testApp.close())

/** The text of a page, without its markup. */
const textOf = (html: string) =>
  html
    .replace(/^.*<main/s, '<main')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+(?=[\s,])/g, '')
    .replaceAll(/\s/g, ' ')
/** The rows of the events, without text for programs and screen readers. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr class="event">.*?<\/tr>/gs)].map(([row]) =>
    textOf(row.replace(/<dl.*<\/dl>/s, '').replace(/<span class="unseen">.*?<\/span>/s, '')).trim(),
  )
/** The facts that a row opens. */
const detailsOf = (html: string) => [...html.matchAll(/<dl class="facts">.*?<\/dl>/gs)].map(([facts]) => textOf(facts))
/** The headings of the days, each with its number of events. */
const daysOf = (html: string) =>
  [...html.matchAll(/<tbody><tr class="day"><th[^>]*>([^<]*)<\/th><\/tr>(.*?)<\/tbody>/gs)].map(
    ([, day, rows = '']) => [day, rows.split('<tr class="event">').length - 1],
  )
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { action: string; target: string; by?: string })

async function become(handle: string, options: Parameters<typeof loginLink>[2] = {}): Promise<void> {
  jar = openJar(testApp.url)
  await jar.get(await loginLink(testApp, handle, options))
}

describe('the audit log of a user', () => {
  it('shows each event as a sentence, with the surface and the credential', async () => {
    const { text } = await jar.get('/account/audit')
    expect(rowsOf(text)).toEqual([
      '12:00 You updated your profile Name: ada → Ada &lt;b>L.&lt;/b> REST test/1',
      '12:00 You created project acme/web REST test/1',
      '12:00 You created project ada/app REST test/1',
      '12:00 You signed in Website A browser on Linux',
    ])
    const [profile, project] = detailsOf(text)
    expect(profile).toContain('Time 2027-03-01 12:00:00.000 UTC')
    expect(profile).toContain('Action update_user Request ID req-test')
    expect(project).toMatch(/Name web .*Account acme Target acme\/web .*Source REST · test\/1 /)
  })

  it('groups events by day, in UTC', async () => {
    const ada = await testApp.world.user('ada')
    expect(daysOf((await jar.get('/account/audit')).text)).toEqual([['Today', 4]])
    testApp.world.pass(12 * 3_600_000)
    await ada.call('update_user', { public: true })
    expect(daysOf((await jar.get('/account/audit')).text)).toEqual([
      ['Today', 1],
      ['Yesterday', 4],
    ])
    testApp.world.pass(2 * 86_400_000)
    expect(daysOf((await jar.get('/account/audit')).text)).toEqual([
      ['Mar 2, 2027', 1],
      ['Mar 1, 2027', 4],
    ])
  })

  /** The path behind a quick filter, and whether it is marked. */
  const quickFilter = (html: string, name: string) => {
    const link = new RegExp(`<a class="button small" href="([^"]*)"( aria-current="true")?>${name}</a>`).exec(html)
    return [link?.[1]?.replaceAll('&amp;', '&'), link?.[2] !== undefined] as const
  }

  it.each([
    ['Any time', '', 4],
    ['Last 7 days', '?since=2027-02-23', 4],
    ['Sign-ins', '?action=sign_in', 1],
    ['REST', '?surface=rest', 3],
  ])('has a link for the filter %s, and marks it', async (name, query, count) => {
    const href = `/account/audit${query}`
    expect(quickFilter((await jar.get('/account/audit')).text, name)).toEqual([href, query === ''])
    const found = await jar.get(href)
    expect(rowsOf(found.text)).toHaveLength(count)
    expect(quickFilter(found.text, name)).toEqual([href, true])
    expect(found.text.match(/aria-current="true">/g)).toHaveLength(3)
  })

  it('combines the quick filters of different groups, and keeps the other filters', async () => {
    let href = '/account/audit?target=acme%2F*'
    for (const name of ['Today', 'Sign-ins', 'REST', 'All actions']) {
      href = quickFilter((await jar.get(href)).text, name)[0] ?? ''
    }
    expect(href).toBe('/account/audit?since=2027-03-01&surface=rest&target=acme%2F*')
    const { text } = await jar.get(href)
    expect(rowsOf(text)).toEqual(['12:00 You created project acme/web REST test/1'])
    for (const name of ['Today', 'All actions', 'REST']) expect(quickFilter(text, name)[1], name).toBe(true)
    expect(quickFilter(text, 'Any time')).toEqual(['/account/audit?surface=rest&target=acme%2F*', false])
  })

  it.each([
    ['', true],
    ['?since=2027-03-01&surface=rest&action=sign_in', true],
    ['?surface=cli', false],
    ['?user=ada', false],
  ])('has all filters behind a button while the quick filters show them: %s', async (query, isHidden) => {
    const { text } = await jar.get(`/account/audit${query}`)
    expect(text.includes('popovertarget="filters">More filters</button>')).toBe(isHidden)
    expect(text).toMatch(/<h2 id="filters-title">Filters<\/h2>/)
    expect(text).not.toMatch(/<summary>(?!<strong>)/)
  })

  it('applies the filters of the URL and shows them in the form', async () => {
    const seen = await jar.get(
      '/account/audit?action=create_project&user=&target=acme%2F*&surface=&since=2027-03-01&until=',
    )
    expect(rowsOf(seen.text)).toEqual(['12:00 You created project acme/web REST test/1'])
    expect(seen.text).not.toContain('More filters')
    expect(seen.text).toMatch(/<option value="create_project" selected>Created project<\/option>/)
    expect(seen.text).toContain('value="acme/*"')
    expect(seen.text).toContain('/account/audit/export?action=create_project&amp;target=acme%2F*&amp;since=2027-03-01')
    const nothing = await jar.get('/account/audit?action=delete_project')
    expect(textOf(nothing.text)).toContain('No events match these filters.')
    const wrong = await jar.get('/account/audit?since=monday')
    expect([wrong.status, textOf(wrong.text)]).toEqual([400, expect.stringContaining('2027-01-31')])
    expect(wrong.text).toContain('value="monday"')
    const unknown = await jar.get('/account/audit?action=delete_projekt&target=acme')
    expect([unknown.status, textOf(unknown.text)]).toEqual([
      400,
      expect.stringContaining('Did you mean delete_project?'),
    ])
    expect(unknown.text).toContain('value="acme"')
  })

  it('continues by a link that keeps the filter', async () => {
    const ada = await testApp.world.user('ada')
    for (let index = 0; index < 30; index += 1) await ada.call('update_user', { public: index % 2 === 0 })
    const first = await jar.get('/account/audit?action=update_user')
    expect(rowsOf(first.text)).toHaveLength(25)
    const [, more = ''] = /href="([^"]+)" rel="next"/.exec(first.text) ?? []
    const second = await jar.get(more.replaceAll('&amp;', '&'))
    expect(rowsOf(second.text)).toHaveLength(6)
    expect(second.text).toMatch(/<option value="update_user" selected>/)
  })

  it.each(['/account/audit', '/o/acme/audit', '/operator/audit'])('reports an invalid cursor: %s', async path => {
    if (path === '/operator/audit') await become('olga', { operator: true })
    for (const query of ['cursor=zzz', 'cursor=zzz&action=create_project']) {
      const seen = await jar.get(`${path}?${query}`)
      expect([seen.status, textOf(seen.text)]).toEqual([
        400,
        expect.stringContaining('This part of the list no longer exists. Show the first page'),
      ])
      expect(textOf(seen.text)).not.toContain('No event')
      const first = query === 'cursor=zzz' ? path : `${path}?action=create_project`
      expect(seen.text).toContain(`<a href="${first}">Show the first page</a>`)
    }
  })

  it('reports when no events are left for a link', async () => {
    await testApp.close()
    testApp = await openTestApp({ auth: { auditRetention: 60_000 } })
    jar = await openJarOf(testApp, 'ada')
    const ada = await testApp.world.user('ada')
    for (let index = 0; index < 30; index += 1) await ada.call('update_user', { public: index % 2 === 0 })
    const linkOf = async (address: string) =>
      (/href="([^"]+)" rel="next"/.exec((await jar.get(address)).text)?.[1] ?? '').replaceAll('&amp;', '&')
    const [all, some] = [await linkOf('/account/audit'), await linkOf('/account/audit?action=update_user')]
    testApp.world.pass(60_001)
    for (const [address, words] of [
      [all, 'There are no older events.'],
      [some, 'No older events match these filters.'],
    ] as const) {
      const seen = await jar.get(address)
      expect([seen.status, textOf(seen.text)]).toEqual([200, expect.stringContaining(words)])
      expect(textOf(seen.text)).not.toContain('No events yet')
      expect(textOf(seen.text)).toContain('First events')
    }
  })

  it('can be downloaded as one file', async () => {
    const { headers, text } = await jar.get('/account/audit/export')
    expect(headers['content-disposition']).toBe('attachment; filename="audit-ada-2027-03-01.jsonl"')
    expect(headers['content-type']).toBe('application/jsonl')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    const actions = lines(text).map(({ action }) => action)
    expect(actions).toEqual(['update_user', 'create_project', 'create_project', 'sign_in'])
    const found = await jar.get('/account/audit/export?target=acme%2F*')
    expect(lines(found.text).map(({ target }) => target)).toEqual(['acme/web'])
    const head = await jar.get('/account/audit/export', { method: 'HEAD' })
    expect(head.status).toBe(405)
  })
})

it('the audit log of an organization shows its events to administrators, and to nobody else', async () => {
  const { text } = await jar.get('/o/acme/audit')
  expect(rowsOf(text)).toEqual(['12:00 You created project acme/web REST test/1'])
  const file = await jar.get('/o/acme/audit/export')
  expect(file.headers['content-disposition']).toContain('audit-acme-2027-03-01.jsonl')
  expect(lines(file.text).map(({ by }) => by)).toEqual(['ada'])
  await become('bob')
  for (const path of ['/o/acme/audit', '/o/acme/audit/export']) {
    const refused = await jar.get(path)
    expect([refused.status, textOf(refused.text)]).toEqual([
      403,
      expect.stringContaining('Only administrators can see this page. Ask ada, the owner.'),
    ])
    expect(refused.text).not.toContain('organization_admin')
  }
  await become('eve')
  const [hidden, unknown] = [await jar.get('/o/acme/audit/export'), await jar.get('/o/nowhere/audit/export')]
  expect([hidden.status, unknown.status]).toEqual([404, 404])
  const words = (seen: Seen) => textOf(seen.text).replace(/Request ID: *\S+/, '')
  expect(words(hidden).replace('acme', 'nowhere')).toBe(words(unknown))
})

it('the audit log of the server shows operators all events, with a filter by account', async () => {
  expect((await jar.get('/operator/audit')).status).toBe(403)
  expect((await jar.get('/operator/audit/export')).status).toBe(403)
  await become('olga', { operator: true })
  const { text } = await jar.get('/operator/audit')
  expect(rowsOf(text)).toHaveLength(5)
  expect(rowsOf(text)[0]).toBe('12:00 You signed in and became an operator Website A browser on Linux')
  expect(rowsOf(text)[1]).toMatch(/^12:00 ada updated their profile/)
  const found = await jar.get('/operator/audit?account=acme')
  expect(rowsOf(found.text)).toEqual(['12:00 ada created project acme/web REST test/1'])
  expect(found.text).toContain('/operator/audit/export?account=acme')
  const file = await jar.get('/operator/audit/export?account=acme')
  expect(file.headers['content-disposition']).toContain('audit-service-2027-03-01.jsonl')
  expect(lines(file.text).map(({ target }) => target)).toEqual(['acme/web'])
})

it('the sentences of audit actions describe every action in the past tense', () => {
  const writing = TOOLS.filter(({ hints }) => !hints.readOnly).map(({ name }) => name)
  expect([...ACTION_LABELS.keys()].sort()).toEqual([...writing, 'stage_file', ...Object.keys(NON_TOOL_ACTIONS)].sort())
  for (const words of ACTION_LABELS.values()) {
    expect(words).toMatch(/^([A-Z][a-z]+ed|Set|Left|Withdrew)( |:|$)/)
  }
})
