import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { eachReview, openPage, openReviewApp } from './scene.ts'

const heading = (page: Page) => page.locator('#item-key')
const said = (page: Page) => page.locator('#said').innerText()
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.id ?? ""')

describeWith('chromium', 'a review in a browser', chromium => {
  const { deps, browser } = useBrowser(chromium, openReviewApp)
  const scene = eachReview(deps, isNightly ? 300 : 80)

  const open = async (options: BrowserContextOptions & { readonly width?: number } = {}, handle = 'bob') => {
    const profile = await openProfile(browser, { reducedMotion: 'reduce', ...options })
    const page = await profile.newPage()
    await openPage(page, deps, scene.path, handle)
    return page
  }

  it('is decided by the keyboard alone, in a key per translation and few page loads', async () => {
    const page = await open()
    let keys = 0
    let loads = 1
    page.on('request', request => {
      if (request.isNavigationRequest()) loads += 1
    })
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    const { must_see, sample } = await scene.view()
    const all = must_see.total + sample.size
    for (let n = 1; n <= all; n += 1) {
      await expect.poll(() => page.locator('#item').getAttribute('data-n')).toBe(String(n))
      if (n === 3) {
        await press('x')
        await press('2')
        await press('Enter')
      } else await press('g')
    }
    await expect.poll(() => focused(page)).toBe('end-accept')
    expect(await said(page)).toMatch(/^Good: .* All is read\. Accept, return or revert\.$/)
    await expect.poll(() => page.locator('#end-accept').getAttribute('aria-disabled')).toBe(null)
    await expect.poll(() => page.locator('#end-accept').getAttribute('class')).toContain('primary')
    await press('Enter')
    await page.getByRole('heading', { name: 'Accept “Translate app 5.0 into German”?' }).waitFor()
    const submit = page.getByRole('button', { name: /^Accept \d+ translations$/ })
    while (!(await submit.evaluate(one => one === document.activeElement))) await press('Tab')
    await press('Enter')
    await page.getByText('This review was accepted').waitFor()
    const { state, readers, must_see: seen } = await scene.view()
    expect([state, seen.decided, readers]).toEqual([
      'accepted',
      must_see.total,
      [{ by: { kind: 'human', person: 'bob' }, read: all }],
    ])
    expect(keys).toBeLessThanOrEqual(all + 40)
    expect(loads).toBeLessThanOrEqual(5)
  })

  it('says the verdict and what has the focus, moves, undoes, and asks for a reason after a fault', async () => {
    const page = await open()
    await page.keyboard.press('g')
    await expect.poll(() => said(page)).toBe('Good: nav.audit. Now billing.trial.ends_on, Must see 2 of 4.')
    expect(await focused(page)).toBe('item-key')
    expect(await heading(page).innerText()).toBe('billing.trial.ends_on')
    await page.keyboard.press('u')
    await expect.poll(() => said(page)).toBe('Verdict removed: nav.audit')
    expect(await heading(page).innerText()).toBe('nav.audit')
    await page.keyboard.press('j')
    await expect.poll(() => said(page)).toBe('billing.trial.ends_on, Must see 2 of 4')
    await page.keyboard.press('m')
    await expect.poll(() => said(page)).toMatch(/^Minor: billing\.trial\.ends_on\. Choose a reason/)
    await page.keyboard.press('4')
    await expect.poll(() => said(page)).toBe('Reason: Style')
    await page.keyboard.press('c')
    await page.keyboard.type('gmx? of course')
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page).innerText()).not.toBe('billing.trial.ends_on')
    await page.keyboard.press('k')
    await expect
      .poll(async () => (await items(2))?.verdict)
      .toMatchObject({
        verdict: 'minor',
        reason: 'style',
        comment: 'gmx? of course',
      })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Turn off single-letter shortcuts' }).click()
    await page.locator('#end-accept').waitFor()
    const before = await heading(page).innerText()
    await page.keyboard.press('g')
    await page.keyboard.press('j')
    expect(await heading(page).innerText()).toBe(before)
  })

  const items = async (n: number) => {
    const ada = await deps.world.user('ada')
    const found = await ada.call<{ items: readonly Readonly<Record<string, unknown>>[] }>('get_review', {
      project: scene.project,
      review: scene.id,
      n,
    })
    return found.items[0]
  }

  it('loses no verdict while the server does not respond, and says how many wait', async () => {
    const page = await open()
    let isDown = true
    await page.route(`**${scene.path}`, route =>
      isDown && route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    for (const n of [2, 3, 4]) {
      await page.keyboard.press('g')
      await expect.poll(() => page.locator('#item').getAttribute('data-n')).toBe(String(n))
    }
    await expect.poll(() => page.locator('#unsaved').innerText()).toMatch(/Not saved yet: 3/)
    expect((await scene.view()).must_see.decided).toBe(0)
    // A reload of the tab keeps them, too.
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect.poll(() => page.locator('#unsaved').isVisible()).toBe(true)
    isDown = false
    await expect.poll(async () => (await scene.view()).must_see.decided, { timeout: 60_000 }).toBe(3)
    await page.locator('#unsaved').waitFor({ state: 'hidden' })
  })

  it('shows what another reader decided when its reader returns', async () => {
    const page = await open()
    await scene.decide({ verdicts: [{ n: 1, verdict: 'good' }] }, 'carol')
    await page.evaluate('dispatchEvent(new Event("focus"))')
    await page.getByText('1 of 4').first().waitFor()
    await scene.decide({ end: 'return', why: 'Wrong voice' }, 'carol')
    await page.evaluate('dispatchEvent(new Event("focus"))')
    await page.getByText('This review was returned').waitFor()
  })

  it('says what is missing when Accept is pressed too early', async () => {
    const page = await open()
    await page.locator('#end-accept').press('Enter')
    await expect.poll(() => said(page)).toMatch(/^Not yet possible\. Decide 4 must-see, read \d+ more\.$/)
    expect(await page.locator('#end-accept').getAttribute('aria-describedby')).toBe('effect-accept')
  })

  it('builds the same elements as the server', async () => {
    const page = await open()
    const shown = () =>
      page.evaluate<string>('document.getElementById("item").outerHTML + document.getElementById("near").innerHTML')
    for (const n of [1, 2, 3, 4]) {
      await page.goto(`${deps.services.baseUrl}${scene.path}?n=${n}`)
      const ofServer = await shown()
      await page.keyboard.press(n === 1 ? 'j' : 'k')
      await expect.poll(() => page.locator('#item').getAttribute('data-n')).not.toBe(String(n))
      await page.keyboard.press(n === 1 ? 'k' : 'j')
      await expect.poll(() => page.locator('#item').getAttribute('data-n')).toBe(String(n))
      expect(await shown()).toBe(ofServer)
    }
  })

  it('is decided by touch on a phone: the verdicts stay at the thumb, the lists are pickers', async () => {
    const page = await open({ width: 390, hasTouch: true, isMobile: true })
    const good = page.getByRole('button', { name: 'Good' })
    const box = await good.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(52)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
    await good.tap()
    await expect.poll(() => heading(page).innerText()).toBe('billing.trial.ends_on')
    expect(await page.getByText('Random sample').isVisible()).toBe(false)
    await page.getByRole('button', { name: /^Must see/ }).tap()
    await page.getByRole('link', { name: /Markup/ }).tap()
    await expect.poll(() => heading(page).innerText()).toBe('legal.terms')
    await page.locator('#must-see').waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  it('works without a script, with the same keys for Tab and Enter', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Good' }).press('Enter')
    await page.waitForURL(/\?n=2$/)
    await page.getByText('Reason and comment').press('Enter')
    await page.getByRole('radio', { name: 'Term' }).check()
    await page.getByRole('button', { name: 'Major' }).press('Enter')
    await page.waitForURL(/\?n=3$/)
    expect((await items(2))?.verdict).toMatchObject({ verdict: 'major', reason: 'term' })
    await page.getByRole('link', { name: 'Next translation' }).click()
    await page.waitForURL(/\?n=4$/)
  })
})
