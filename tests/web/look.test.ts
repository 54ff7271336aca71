import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from '../http/house.ts'
import { chromiumPath, openBrowser, openProfile } from './browser.ts'
import { CONSENT_PAGES } from './consent-pages.ts'
import { loginLink } from './jar.ts'

const PROVIDERS = (['github', 'gitlab'] as const).map(kind => ({
  kind,
  url: kind === 'github' ? 'https://github.com' : 'https://git.example.org',
  clientId: 'id',
  clientSecret: 'secret',
}))

/** Each page, by how a person comes to it. */
const PAGES: Readonly<Record<string, (page: Page, house: House) => Promise<unknown>>> = {
  welcome: (page, { services }) => page.goto(services.baseUrl),
  'sign-in': (page, { services }) => page.goto(`${services.baseUrl}/login?next=/account`),
  'link-of-another': async (page, house) =>
    page.goto(house.services.baseUrl + (await loginLink(house, 'grace', { confirm: true }))),
  'link-used': (page, { services }) => page.goto(`${services.baseUrl}/login/link/svcl_1`),
  'not-found': (page, { services }) => page.goto(`${services.baseUrl}/nowhere`),
  home: async (page, house) => page.goto(house.services.baseUrl + (await loginLink(house, 'ada'))),
  account: signedInAt('/account'),
  apps: signedInAt('/account/apps'),
  device: signedInAt('/device'),
  ...CONSENT_PAGES,
}

function signedInAt(path: string): (page: Page, house: House) => Promise<unknown> {
  return async (page, house) => {
    await page.goto(house.services.baseUrl + (await loginLink(house, 'ada')))
    return page.goto(house.services.baseUrl + path)
  }
}

describe.skipIf(chromiumPath === undefined)('the pages', () => {
  let house: House
  let browser: Browser
  beforeAll(async () => {
    house = await openHouse({ auth: { providers: PROVIDERS } })
    browser = await openBrowser()
    const ada = await house.world.person('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de', 'pl'] })
  })
  afterAll(async () => {
    await browser.close()
    await house.close()
  })

  describe.each(['light', 'dark'] as const)('in %s colours', colorScheme => {
    it.each(Object.keys(PAGES).flatMap(name => [390, 1280].map(width => [name, width] as const)))(
      'break no rule of accessibility: %s, %d px wide',
      async (name, width) => {
        const profile = await openProfile(browser, { width, colorScheme })
        const page = await profile.newPage()
        const faults: string[] = []
        page.on('console', message => message.type() === 'error' && faults.push(message.text()))
        await PAGES[name]?.(page, house)
        await page.evaluate(axe.source)
        const found = await page.evaluate<{
          passes: unknown[]
          violations: { id: string; nodes: { html: string }[] }[]
        }>("axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })")
        expect(found.passes.length).toBeGreaterThan(15)
        expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        if (width < 400) await page.setViewportSize({ width: 320, height: 640 })
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        expect(faults.filter(text => !text.includes('status of 4'))).toEqual([])
        await profile.close()
      },
    )
  })
})
