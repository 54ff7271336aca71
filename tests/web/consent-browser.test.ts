import { createServer as http, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '../clients/loopback.ts'
import { type House, openHouse } from '../http/house.ts'
import { selfSigned } from '../outbound/certificate.ts'
import { chromiumPath, openBrowser, openProfile } from './browser.ts'
import { authorizePath, keepClient } from './connecting.ts'
import { loginLink } from './jar.ts'

describe.skipIf(chromiumPath === undefined)('a person with a real browser, without JavaScript', () => {
  let house: House
  let browser: Browser
  let base: string
  let listener: Loopback
  beforeAll(async () => {
    house = await openHouse()
    base = house.services.baseUrl
    browser = await openBrowser()
    listener = await openLoopback()
  })
  afterAll(async () => {
    await browser.close()
    await listener.close()
    await house.close()
  })

  const withPage = async (walk: (page: Page) => Promise<void>): Promise<void> => {
    const profile = await openProfile(browser, { javaScriptEnabled: false, ignoreHTTPSErrors: true })
    await walk(await profile.newPage())
    await profile.close()
  }
  const native = () => keepClient(house.services, { redirect_uris: ['http://127.0.0.1/callback'] })

  it('signs in, allows, and arrives at the program on this computer: the policy of the page lets the answer pass', () =>
    withPage(async page => {
      const arrived = listener.next()
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      expect(new URL(page.url()).pathname).toBe('/login')
      await page.goto(base + (await loginLink(house, 'ada')))
      expect(new URL(page.url()).pathname).toMatch(/^\/oauth\/consent\//)
      await page.getByRole('button', { name: 'Allow' }).click()
      const { searchParams } = await arrived
      expect(searchParams.get('code')).toMatch(/^svcg_/)
      expect(searchParams.get('state')).toBe('state-1')
      expect(page.url().startsWith(listener.url)).toBe(true)
    }))

  it('begins at what is missing when the form comes back, also on a phone', () =>
    withPage(async page => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(base + (await loginLink(house, 'ada')))
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      for (const box of await page.locator('input[name=scope]').all()) await box.uncheck()
      await page.getByRole('button', { name: 'Allow' }).click()
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.evaluate(one => one.matches(':focus'))).toBe(true)
      const { y = -1, height = 0 } = (await alert.boundingBox()) ?? {}
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(844)
    }))

  it('comes where the program sends them on to: from 127.0.0.1 to localhost', () =>
    withPage(async page => {
      const landing = await openSite(http, () => 'Done.')
      const callback = await openSite(http, () => ({ to: `http://localhost:${landing.port}/done` }))
      await page.goto(base + (await loginLink(house, 'ada')))
      const redirect_uri = `http://127.0.0.1:${callback.port}/callback`
      await page.goto(base + authorizePath(await native(), { redirect_uri }))
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(`http://localhost:${landing.port}/done`)
      await Promise.all([landing.close(), callback.close()])
    }))

  it('comes where a site sends them on to: from www to its other name', () =>
    withPage(async page => {
      const landing = await openSite(https, () => 'Done.')
      const callback = await openSite(https, () => ({ to: `https://app.example:${landing.port}/done` }))
      await page.goto(base + (await loginLink(house, 'ada')))
      const redirect_uris = [`https://www.app.example:${callback.port}/callback`]
      await page.goto(base + authorizePath(await keepClient(house.services, { redirect_uris })))
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(`https://app.example:${landing.port}/done`)
      await Promise.all([landing.close(), callback.close()])
    }))

  it('gets to the program by a second click when the first one led nowhere', () =>
    withPage(async page => {
      let visits = 0
      const callback = await openSite(http, () => (visits++ === 0 ? undefined : 'Done.'))
      await page.goto(base + (await loginLink(house, 'ada')))
      const redirect_uri = `http://127.0.0.1:${callback.port}/callback`
      await page.goto(base + authorizePath(await native(), { redirect_uri }))
      await page.getByRole('button', { name: 'Allow' }).click()
      await expect.poll(() => visits).toBe(1)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(/\/callback\?code=svcg_/)
      await callback.close()
    }))

  it('says no, and the program is told', () =>
    withPage(async page => {
      await page.goto(base + (await loginLink(house, 'eve')))
      const arrived = listener.next()
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      await page.getByRole('button', { name: 'Deny' }).click()
      expect((await arrived).searchParams.get('error')).toBe('access_denied')
    }))

  it('allows nothing by pressing Enter in a box', () =>
    withPage(async page => {
      await page.goto(base + (await loginLink(house, 'lin')))
      const arrived = listener.next()
      await page.goto(base + authorizePath(await native(), { redirect_uri: listener.url }))
      await page.getByRole('checkbox').first().press('Enter')
      expect((await arrived).searchParams.has('code')).toBe(false)
    }))

  it('comes to a page that opens an app, and sees where it leads', () =>
    withPage(async page => {
      await page.goto(base + (await loginLink(house, 'ada')))
      const client = await keepClient(house.services, { name: 'Editor', redirect_uris: ['cursor://x/cb'] })
      await page.goto(base + authorizePath(client))
      await page.getByRole('button', { name: 'Allow' }).click()
      expect(await page.getByRole('link', { name: 'Open Editor' }).getAttribute('href')).toMatch(
        /^cursor:\/\/x\/cb\?code=svcg_/,
      )
    }))
})

const https = (listener: RequestListener): Server => createServer(selfSigned(), listener)

/** A site that answers with a text, sends the browser on, or says 204: the browser stays where it is. */
async function openSite(
  create: (listener: RequestListener) => Server,
  answer: () => string | { readonly to: string } | undefined,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = create((request, response) => {
    if (request.url?.startsWith('/favicon')) return response.writeHead(404).end()
    const given = answer()
    if (given === undefined) return response.writeHead(204).end()
    if (typeof given === 'string') return response.end(given)
    return response.writeHead(302, { location: given.to }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
