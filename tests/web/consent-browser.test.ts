import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '../clients/loopback.ts'
import { type House, openHouse } from '../http/house.ts'
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
    const profile = await openProfile(browser, { javaScriptEnabled: false })
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
