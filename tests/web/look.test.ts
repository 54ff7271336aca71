import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from '../http/house.ts'
import { APP_PAGES } from './app-pages.ts'
import { chromiumPath, openBrowser, openProfile } from './browser.ts'
import { authorizePath, keepClient } from './connecting.ts'
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
  'device-without-code': signedInAt('/device'),
  ...CONSENT_PAGES,
  ...APP_PAGES,
  'unknown-redirect': async (page, { services }) => {
    const { id } = await keepClient(services)
    await page.goto(services.baseUrl + authorizePath({ id, redirect_uris: ['https://other.example/callback'] }))
    await page.getByText('https://other.example/callback').waitFor()
  },
  'device-result': async (page, house) => {
    await CONSENT_PAGES['device-consent']?.(page, house)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('The device is connected').waitFor()
  },
  'remove-identity': async (page, house) => {
    const { baseUrl, store, newId, now } = house.services
    await page.goto(baseUrl + (await loginLink(house, 'octavia')))
    await store.transaction(async tx => {
      const user_id = (await tx.users.by('handle', 'octavia'))?.id ?? ''
      const at = now().toISOString()
      const identity = { provider: 'github', issuer: 'https://github.com', subject: '1', login: 'octavia' } as const
      await tx.identities.insert({ id: newId(), user_id, ...identity, created_at: at, last_used_at: at })
    })
    await page.goto(`${baseUrl}/account`)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Remove your last way to sign in?').waitFor()
  },
}

interface Findings {
  readonly passes: readonly unknown[]
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

const AXE = "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })"

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

  it.each(Object.keys(PAGES))('break no rule of accessibility, light or dark, narrow or wide: %s', async name => {
    const profile = await openProfile(browser, { reducedMotion: 'reduce' })
    const page = await profile.newPage()
    const faults: string[] = []
    page.on('console', message => message.type() === 'error' && faults.push(message.text()))
    await PAGES[name]?.(page, house)
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const { passes, violations } = await page.evaluate<Findings>(AXE)
        expect(passes.length).toBeGreaterThan(15)
        expect(violations.map(({ id, nodes }) => [colorScheme, width, id, nodes.map(({ html }) => html)])).toEqual([])
      }
    }
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${width} px`).toBe(0)
    }
    expect(faults.filter(text => !text.includes('status of 4'))).toEqual([])
    await profile.close()
  })
})
