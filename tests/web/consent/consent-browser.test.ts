import { createServer as http, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openLoopback } from '../../clients/loopback.ts'
import { allTests } from '../../harness/each-test.ts'
import { listen } from '../../harness/listen.ts'
import { selfSigned } from '../../outbound/certificate.ts'
import { describeWith } from '../../require.ts'
import { authorizePath, keepClient, keepGrant } from '../authorize-steps.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { loginLink } from '../jar.ts'

describeWith('chromium', 'a person with a real browser, without JavaScript', chromium => {
  const { deps, browser } = useBrowser(chromium)
  const listener = allTests(() => openLoopback())
  let base: string
  beforeAll(() => {
    base = deps.services.baseUrl
  })

  const withPage = async (walk: (page: Page) => Promise<void>): Promise<void> => {
    const profile = await openProfile(browser, { javaScriptEnabled: false, ignoreHTTPSErrors: true })
    await walk(await profile.newPage())
  }
  /** Whether the page is scrolled to this notice. */
  const isSeenFirst = async (page: Page, words: string): Promise<void> => {
    const notice = page.locator('.notice[autofocus]:focus', { hasText: words })
    await notice.waitFor()
    const { y = -1, height = 0 } = (await notice.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(844)
  }
  const native = () => keepClient(deps.services, { redirect_uris: ['http://127.0.0.1/callback'] })

  it('scrolls to the missing field when the form returns, also on a phone', () =>
    withPage(async page => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(base + (await loginLink(deps, 'ada')))
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      // A phone shows the scopes that read in one line.
      await page.getByText(/^Read: \d+ of \d+ selected$/).click()
      for (const box of await page.locator('input[name=scope]').all()) await box.uncheck()
      await page.getByRole('button', { name: 'Allow' }).click()
      await isSeenFirst(page, 'Choose what to allow')
      await page.getByRole('radio', { name: /^Only selected accounts/ }).check()
      await page.getByRole('button', { name: 'Allow everything' }).click()
      await isSeenFirst(page, 'Select at least one account')
    }))

  it('follows a redirect of a site from www to its other name', () =>
    withPage(async page => {
      const landing = await openSite(https, () => 'Done.')
      const callback = await openSite(https, () => ({ to: `https://app.example:${landing.port}/done` }))
      await page.goto(base + (await loginLink(deps, 'ada')))
      const redirect_uris = [`https://www.app.example:${callback.port}/callback`]
      await page.goto(base + authorizePath(await keepClient(deps.services, { redirect_uris })))
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(`https://app.example:${landing.port}/done`)
      await Promise.all([landing.close(), callback.close()])
    }))

  it('reaches the program by a second click when the first one failed', () =>
    withPage(async page => {
      let visits = 0
      const callback = await openSite(http, () => (visits++ === 0 ? undefined : 'Done.'))
      await page.goto(base + (await loginLink(deps, 'ada')))
      const redirect_uri = `http://127.0.0.1:${callback.port}/callback`
      await page.goto(base + authorizePath(await native(), { redirect_uri }))
      await page.getByRole('button', { name: 'Allow' }).click()
      await expect.poll(() => visits).toBe(1)
      await page.getByRole('link', { name: /^Continue to this computer/ }).click()
      await page.waitForURL(/\/callback\?code=svcg_/)
      expect(callback.queries[1]).toBe(callback.queries[0])
      await callback.close()
    }))

  it('gets the same code by a double click, a reload and going back, without a referrer', () =>
    withPage(async page => {
      const before = await deps.services.store.read.codes.count('all', '')
      const callback = await openSite(http, () => 'Done.')
      await page.goto(base + (await loginLink(deps, 'ada')))
      const redirect_uri = `http://127.0.0.1:${callback.port}/callback`
      await page.goto(base + authorizePath(await native(), { redirect_uri }))
      const asked = page.url()
      await page.getByRole('button', { name: 'Allow' }).dblclick()
      await expect.poll(() => callback.queries.length).toBe(1)
      await page.waitForURL(/\/callback\?code=svcg_/)
      await page.goBack({ waitUntil: 'commit' })
      await expect.poll(() => callback.queries.length).toBe(2)
      await page.waitForURL(/\/callback\?code=svcg_/)
      await page.goto(asked, { waitUntil: 'commit' })
      await expect.poll(() => callback.queries.length).toBe(3)
      expect(new Set(callback.queries).size).toBe(1)
      expect(callback.referers).toEqual([undefined, undefined, undefined])
      expect((await deps.services.store.read.codes.count('all', '')) - before).toBe(1)
      await callback.close()
    }))

  it.each(['/oauth/consent/', '/oauth/authorize?'])(
    'returns to a connected site after sign-in, by way of %s, past the policy of the form',
    way =>
      withPage(async page => {
        const callback = await openSite(https, () => 'Done.')
        const redirect_uris = [`https://www.app.example:${callback.port}/callback`]
        const client = await keepClient(deps.services, { redirect_uris })
        await keepGrant(deps.services, 'ada', client)
        const path = authorizePath(client, { scope: 'project:read' })
        if (way === '/oauth/consent/') await page.goto(base + path)
        else await page.goto(`${base}/login?${new URLSearchParams({ next: path })}`)
        expect(decodeURIComponent(page.url())).toContain(`/login?next=${way}`)
        await page.goto(base + (await loginLink(deps, 'ada', { confirm: true })))
        await page.getByRole('button', { name: 'Sign in as ada' }).click()
        await page.waitForURL(/app\.example:\d+\/callback\?code=svcg_/)
        await callback.close()
      }),
  )

  it('allows nothing when Enter is pressed in a checkbox', () =>
    withPage(async page => {
      await page.goto(base + (await loginLink(deps, 'lin')))
      const arrived = listener.next()
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      await page.getByRole('checkbox').first().press('Enter')
      expect((await arrived).searchParams.has('code')).toBe(false)
    }))
})

const https = (listener: RequestListener): Server => createServer(selfSigned(), listener)

interface Site {
  readonly port: number
  /** The requests in order: path and query, and the referring page. */
  readonly queries: readonly string[]
  readonly referers: readonly (string | undefined)[]
  readonly close: () => Promise<void>
}

/** A site that answers with a text, redirects the browser, or returns 204. */
async function openSite(
  create: (listener: RequestListener) => Server,
  answer: () => string | { readonly to: string } | undefined,
): Promise<Site> {
  const queries: string[] = []
  const referers: (string | undefined)[] = []
  const server = create((request, response) => {
    if (request.url?.startsWith('/favicon')) return response.writeHead(404).end()
    queries.push(request.url ?? '')
    referers.push(request.headers.referer)
    const given = answer()
    if (given === undefined) return response.writeHead(204).end()
    if (typeof given === 'string') return response.end(given)
    return response.writeHead(302, { location: given.to }).end()
  })
  return { ...(await listen(server)), queries, referers }
}
