import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import { createProject, push, sourceFile } from '../tools/quota/filling.ts'
import { auditAccessibility, loadAxe, serveAxe } from './accessibility.ts'
import { authorizePath, keepClient } from './authorize-steps.ts'
import { openProfile, useBrowser } from './browser.ts'
import { loginLink } from './jar.ts'
import { DAY, looksOf, nameLook, showLook } from './looks.ts'
import { seenBy } from './organization-pages.ts'
import { openPagesTestApp, PAGES } from './pages.ts'
import { signInto } from './signing-in.ts'

/** The names that more than one button has for who does not see what it stands beside; a copy button is told apart by its figure. */
const TWICE = `(() => {
  const names = [...document.querySelectorAll('button:not([data-copy]), summary')].filter(one => one.checkVisibility())
    .map(one => one.getAttribute('aria-label') ?? one.textContent)
  return names.filter((name, index) => names.indexOf(name) !== index)
})()`

/** How far the page is wider than the window, and the elements that stick out of it, without those around them. */
const OVERFLOW = `(() => {
  const width = document.documentElement.scrollWidth - innerWidth
  if (width === 0) return 'fits'
  const outside = [...document.querySelectorAll('body *')].filter(one => {
    const { left, right } = one.getBoundingClientRect()
    return one.checkVisibility() && (right > innerWidth || left < 0)
  })
  const inner = outside.filter(one => !outside.some(other => other !== one && one.contains(other)))
  return width + ' px too wide: ' + inner.map(one => one.outerHTML.slice(0, 200)).join('; ')
})()`

/** The words of tables, of up to 14 characters, that take more than one line. */
const BROKEN_WORDS = `(() => {
  const broken = []
  for (const cell of document.querySelectorAll('main :is(td, th)')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
        if (word.length <= 14 && lines > 1) broken.push(word)
      }
    }
  }
  return broken
})()`

describeWith('chromium', 'the pages', chromium => {
  const { deps, browser } = useBrowser(chromium, openPagesTestApp, { lasting: true })
  /** The one in which all pages are checked, because a new profile for each is slow. */
  let judged: Page
  let faults: string[]
  beforeAll(async () => {
    serveAxe(deps.server)
    const profile = await openProfile(browser, { reducedMotion: 'reduce' })
    profile.on('console', message => message.type() === 'error' && faults.push(message.text()))
    judged = await profile.newPage()
  })

  const expectFit = async (page: Page): Promise<void> => {
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 900 })
      // The page is laid out again some time after the window has its new size.
      await expect
        .poll(() => page.evaluate(OVERFLOW), { message: `${width} px, DRAGOMAN_TEST_DAY=${DAY}` })
        .toBe('fits')
    }
  }

  const inOrder = Object.keys(PAGES).map((name, place) => ({ name, place }))
  it.each(inOrder)('have no accessibility fault, and fit: $name', async ({ name, place }) => {
    faults = []
    const page = judged
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await PAGES[name]?.(page, deps)
    const looks = looksOf(place)
    // German and Spanish words make some tables wider than these widths: such a page is measured before, in English.
    const isEarly = ['de', 'es'].includes(looks.at(-1)?.language ?? '')
    if (isEarly) await expectFit(page)
    for (const look of looks) {
      await showLook(page, look)
      await loadAxe(page)
      const { passed, violations } = await auditAccessibility(page)
      expect(passed).toBeGreaterThan(15)
      expect(violations, nameLook(look)).toEqual([])
      await expect.poll(() => page.evaluate(OVERFLOW), { message: nameLook(look) }).toBe('fits')
    }
    expect(Buffer.byteLength(await page.content()), 'bytes of the page').toBeLessThan(50_000)
    expect(await page.evaluate<string[]>(TWICE), 'what two buttons are called').toEqual([])
    if (!isEarly) await expectFit(page)
    expect(faults.filter(text => !text.includes('status of 4'))).toEqual([])
    if ((await page.locator('meta[http-equiv=refresh]').count()) === 0) return
    // A browser that asks whether it may open an app goes nowhere else in that tab.
    judged = await page.context().newPage()
    await page.close()
  })

  it('break no short word of the home page at 320 px, and leave room for the progress', async () => {
    const mona = await deps.world.user('mona')
    await deps.world.organization('acme', { mona: 'admin' })
    await createProject(mona, 'mona/web')
    await push(mona, 'mona/web', sourceFile(3))
    const profile = await openProfile(browser, { width: 320, reducedMotion: 'reduce', javaScriptEnabled: false })
    const page = await profile.newPage()
    await page.goto(deps.services.baseUrl + (await loginLink(deps, 'mona')))
    expect(await page.locator('main table').allInnerTexts()).toEqual([
      expect.stringMatching(/mona\/web\s+en → de\s+3 strings/),
      expect.stringMatching(/Organization\s+Owner/),
    ])
    expect(await page.evaluate<string[]>(BROKEN_WORDS)).toEqual([])
    expect((await page.locator('.progress svg').boundingBox())?.width).toBeGreaterThan(100)
    // Beside long names, too.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.context().clearCookies()
    await PAGES['home']?.(page, deps)
    expect(await page.evaluate<string[]>(BROKEN_WORDS)).toEqual([])
    await profile.close()
  })

  it('keep a long consent page short at 320 px: few facts, and accounts only for users who select some', async () => {
    const profile = await openProfile(browser, { width: 320, reducedMotion: 'reduce', javaScriptEnabled: false })
    const page = await profile.newPage()
    await signInto(page, deps, 'ada')
    const client = await keepClient(deps.services, { name: 'Agent', redirect_uris: ['http://127.0.0.1/callback'] })
    const scope = 'user:read account:read project:read project:write user:write organization:admin project:delete'
    await page.goto(deps.services.baseUrl + authorizePath(client, { scope }))
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2400)
    const account = page.locator('input[name=account]').first()
    expect(await account.isVisible()).toBe(false)
    expect(await page.getByText('Registered itself').isVisible()).toBe(false)
    await page.getByText('About this app').click()
    expect(await page.getByText('Registered itself').isVisible()).toBe(true)
    await page.getByRole('radio', { name: 'Only selected accounts' }).check()
    await account.check()
    // A selected account stays visible, because it contradicts the choice of all.
    await page.getByRole('radio', { name: /^All my accounts/ }).check()
    expect(await account.isVisible()).toBe(true)
    await profile.close()
  })

  it.each([390, 1280])(
    'ask in a dialog that does not shift the page, and works without a script and by keyboard: %i px',
    async width => {
      const profile = await openProfile(browser, { width, reducedMotion: 'reduce', javaScriptEnabled: false })
      const page = await profile.newPage()
      await seenBy('ada', '/o/team/members')(page, deps)
      const remove = page.getByRole('button', { name: 'Remove dave' })
      const where = await remove.boundingBox()
      await remove.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Remove dave from team?' })
      await dialog.waitFor()
      expect(await remove.boundingBox()).toEqual(where)
      await page.keyboard.press('Tab')
      expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate(one => one === document.activeElement)).toBe(
        true,
      )
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await profile.close()
    },
  )

  it('have a phone menu that works without a script and by keyboard', async () => {
    const profile = await openProfile(browser, { width: 390, javaScriptEnabled: false })
    const page = await profile.newPage()
    await seenBy('ada', '/o/team')(page, deps)
    const link = page.getByRole('link', { name: 'API', exact: true })
    const menu = page.getByRole('button', { name: 'ada: account menu' })
    expect(await link.isVisible()).toBe(false)
    await menu.press('Enter')
    await link.waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    await menu.press('Enter')
    for (const _ of ['Home', 'Organizations', 'API']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/account\/api$/)
    const tokens = page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'Account tokens' })
    await tokens.press('Enter')
    await page.waitForURL(/\/account\/tokens$/)
    await page.getByRole('link', { name: 'Create token' }).press('Enter')
    await page.waitForURL(/\/account\/tokens\/new$/)
    await profile.close()
  })
})
