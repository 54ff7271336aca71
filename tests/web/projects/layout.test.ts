import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { openBrowser, openProfile } from '../browser.ts'
import { openReview, type ReviewScene } from '../review/scene.ts'
import { signInto } from '../signing-in.ts'

describeWith('chromium', 'the layout of project pages', chromium => {
  let deps: TestApp
  let browser: Browser
  let scene: ReviewScene
  beforeAll(async () => {
    deps = await openTestApp()
    await deps.world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
    scene = await openReview(deps, 'acme/layout', { count: 90 })
    browser = await openBrowser(chromium)
  })
  afterAll(async () => {
    await browser.close()
    await deps.close()
  })

  /** Opens a page of the project in a new profile. */
  async function open(path: string, { width = 1280, locale = 'en' } = {}): Promise<Page> {
    const profile = await openProfile(browser, { width, locale, reducedMotion: 'reduce' })
    const page = await profile.newPage()
    await signInto(page, deps, 'bob')
    await page.goto(`${deps.services.baseUrl}/p/${scene.project}${path}`)
    return page
  }

  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }

  it('shows the current tab and one button for all menus on a phone', async () => {
    const page = await open('/settings', { width: 390 })
    const { x, width } = await boxOf(page.locator('.project-tabs [aria-current]'))
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
    const menu = page.getByRole('button', { name: 'bob: account menu' })
    expect((await boxOf(menu)).width).toBe(40)
    await menu.click()
    await page.getByRole('link', { name: 'Organizations' }).waitFor()
    await page.context().close()
  })

  it('gives the bars of all locales the same width on a phone', async () => {
    const ada = await deps.world.user('ada')
    await ada.call('update_project', { project: scene.project, target_locales: ['de', 'pl', 'ar'] })
    const page = await open('', { width: 390 })
    const bars = await page.locator('.locales td.fill').all()
    const widths = await Promise.all(bars.map(async bar => (await boxOf(bar)).width))
    expect(widths).toHaveLength(3)
    expect(new Set(widths).size).toBe(1)
    for (const cell of await page.locator('.locales td.number:nth-child(3)').all()) {
      const { x, width } = await boxOf(cell)
      expect(x + width).toBeLessThan(390)
    }
    await page.context().close()
  })

  it('begins titles and keys where the page begins, in English and in Arabic', async () => {
    const startOf = (selector: string) => `(() => {
      const element = document.querySelector('${selector}')
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      const around = element.parentElement.getBoundingClientRect()
      return document.dir === 'rtl' ? around.right - right : left - around.left
    })()`
    for (const locale of ['en', 'ar']) {
      const page = await open(`/review/${scene.id}`, { locale })
      expect(await page.evaluate(startOf('.rv-proof h1'))).toBeLessThan(2)
      expect(await page.evaluate(startOf('.rv-keys .rv-key bdi'))).toBeLessThan(2)
      await page.context().close()
    }
  })

  it('leaves nothing to scroll below panes', async () => {
    const page = await open('/strings?locale=de')
    await page.locator('.se-keys a').nth(5).click()
    await page.waitForURL(/strings\/e/)
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    await page.context().close()
  })

  it('keeps the mark of a stale translation off its key', async () => {
    await scene.push({ 'billing.trial.started': 'Your trial has just begun.' }, { confirm_removed: 95 })
    for (const width of [390, 1280]) {
      const page = await open('/strings?locale=de&stale=true', { width })
      const key = await boxOf(page.locator('.se-keys .se-mono').first())
      expect((await boxOf(page.locator('.se-keys .stale').first())).x).toBeGreaterThan(key.x + key.width)
      await page.context().close()
    }
  })
})
