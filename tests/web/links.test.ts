import { beforeAll, describe, expect, it } from 'vitest'
import { loginLink, openJar } from './jar.ts'
import { useOneTestApp } from './scene.ts'

/** More pages than a user of this testApp can reach: each combination of quick filters is one, and has an export. */
const MOST = 600

const testApp = useOneTestApp()
beforeAll(async () => {
  await testApp.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
  await ada.call('create_token', { name: 'of the team', scopes: ['project:read'], account: 'acme' })
})

/** The pages of a project have many filters: one value of each combination stands for the others. */
const toShape = (path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return pathname.startsWith('/p/') ? `${pathname}?${[...new Set(searchParams.keys())].sort().join('&')}` : path
}

/** Every page that is reachable by links, with its status. */
async function reached(handle: string, operator = false): Promise<ReadonlyMap<string, number>> {
  const jar = openJar(testApp.url)
  await jar.get(await loginLink(testApp, handle, { operator }))
  const seen = new Map<string, number>()
  const shapes = new Set<string>()
  const waiting = ['/']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (shapes.has(toShape(path))) continue
    shapes.add(toShape(path))
    if (seen.size > MOST) throw new Error(`links without an end: ${[...seen.keys()].join(' ')}`)
    const { status, text } = await jar.get(path)
    seen.set(path, status)
    const links = [...text.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    waiting.push(...links.filter(href => !href.startsWith('/api/')))
  }
  return seen
}

const dead = (seen: ReadonlyMap<string, number>) => [...seen].filter(([, status]) => status !== 200)

it('a page for signed-in users asks others to sign in, and returns', async () => {
  const paths = ['/account?x=1', '/account/api', '/account/apps', '/account/audit', '/account/audit/export']
  paths.push('/operator/audit', '/o/acme/audit', '/account/organizations', '/o/acme/invitations', '/account/tokens')
  paths.push('/account/tokens/new', '/account/tokens/x', '/p/acme/app/runs', '/p/acme/app/strings/e1?locale=de')
  for (const path of paths) {
    const { location } = await openJar(testApp.url).get(path, { follow: false })
    expect(location).toBe(`/login?${new URLSearchParams({ next: path })}`)
  }
})

describe('the links of all pages', () => {
  it('reach every page for an operator who owns an organization, and none is broken', async () => {
    const seen = await reached('ada', true)
    expect(dead(seen)).toEqual([])
    for (const path of ['/account', '/account/tokens/new', '/account/audit', '/account/apps', '/operator']) {
      expect([...seen.keys()]).toContain(path)
    }
    for (const page of ['', '/members', '/invitations', '/tokens', '/audit', '/settings']) {
      expect([...seen.keys()]).toContain(`/o/acme${page}`)
    }
  })

  it.each(['carol', 'newcomer'])('offer %s no forbidden page', async handle => {
    expect(dead(await reached(handle))).toEqual([])
  })
})
