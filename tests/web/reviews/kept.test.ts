import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeWith } from '../../require.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { visit } from '../signing-in.ts'
import { eachReview, openPage, openReview, openReviewApp } from './scene.ts'

const TRIAL = 'billing.trial.ends_on'
const FIXED = 'Dein Test endet am {{date}}. Zahle für {{plan}}.'
const TERMS = 'Weiter mit den <a>Bedingungen</a> und der <b>Datenschutzerklärung</b>.'

const personOf = (by: unknown) => (by as { readonly person: string }).person
const shown = (page: Page) => page.locator('#item').getAttribute('data-n')
const field = (page: Page) => page.locator('#fix-fields textarea')
const comment = (page: Page) => page.locator('textarea[name="comment"]')
const save = (page: Page) => page.getByRole('button', { name: 'Save as minor' })

const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
const bottomOf = async (place: Locator) => (await topOf(place)) + ((await place.boundingBox())?.height ?? Number.NaN)

/** Makes the window so low that the ends of the review begin right below the field. */
const endBelow = async (page: Page) => {
  await page.evaluate('scrollTo(0, 0)')
  const height = (await bottomOf(field(page))) + ((await page.locator('.rv-ends').boundingBox())?.height ?? Number.NaN)
  await page.setViewportSize({ width: 1280, height: Math.ceil(height) + 4 })
}

/** Moves by a key, and waits for the translation. */
const move = async (page: Page, key: string, n: number) => {
  await page.keyboard.press(key)
  await expect.poll(() => shown(page)).toBe(String(n))
}

describeWith('chromium', 'what a review keeps in its tab', chromium => {
  const { deps, browser } = useBrowser(chromium, openReviewApp)
  const scene = eachReview(deps, 80)

  const open = async (options: BrowserContextOptions = {}, query = '', { path } = scene) => {
    const profile = await openProfile(browser, { reducedMotion: 'reduce', ...options })
    const page = await profile.newPage()
    await openPage(page, deps, path + query)
    return page
  }
  const readers = async () => (await scene.view()).readers.map(({ by, read }) => `${personOf(by)} ${read}`).sort()

  it('sends verdicts of a user who was signed out as theirs only, never as those of the next user', async () => {
    const page = await open()
    await page.context().clearCookies()
    await page.keyboard.press('x')
    await page.getByText('Your verdicts are kept in this tab').first().waitFor()
    page.on('dialog', dialog => dialog.accept())
    await visit(page, deps, 'carol', `${scene.path}?n=2`)
    expect(await page.locator('#unsaved').isVisible()).toBe(false)
    // Verdicts are sent in order: those of another user would be sent before this one.
    await page.keyboard.press('g')
    await expect.poll(readers).toEqual(['carol 1'])
    await page.context().clearCookies()
    await visit(page, deps, 'bob', scene.path)
    await expect.poll(readers).toEqual(['bob 1', 'carol 1'])
  })

  it('brings typed texts back after a move and after another page, and forgets them when they are sent', async () => {
    const page = await open({}, '?n=2')
    await page.keyboard.press('f')
    await field(page).fill(FIXED)
    await page.keyboard.press('Escape')
    await move(page, 'j', 3)
    expect(await field(page).inputValue()).not.toBe(FIXED)
    await page.keyboard.press('c')
    await comment(page).fill('Which menu?')
    await page.keyboard.press('Escape')
    await move(page, 'k', 2)
    expect(await field(page).inputValue()).toBe(FIXED)
    expect(await field(page).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.waitForURL(`**/p/${scene.project}`)
    await page.goBack()
    expect(await field(page).inputValue()).toBe(FIXED)
    await move(page, 'j', 3)
    expect(await comment(page).inputValue()).toBe('Which menu?')
    await page.keyboard.press('m')
    await expect.poll(() => page.locator('#said').innerText()).toMatch(/^Minor: /)
    await move(page, 'k', 2)
    await save(page).click()
    await expect.poll(() => shown(page)).toBe('4')
    expect(await scene.shown(TRIAL)).toBe(`translated ${FIXED}`)
    await page.reload()
    await move(page, 'k', 3)
    expect(await comment(page).inputValue()).toBe('Which menu?')
    expect(await page.locator('#note').getAttribute('open')).toBe(null)
  })

  it('asks before the tab is closed with a typed text only', async () => {
    const page = await open()
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.type())
      return dialog.dismiss()
    })
    await page.keyboard.press('f')
    await field(page).fill('Halb')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await field(page).inputValue()).toBe('Halb')
  })

  it('does not take a text from its reader when another window enlarges the sample', async () => {
    const large = await openReview(deps, 'acme/large', { count: 200 })
    const page = await open({}, '', large)
    await page.keyboard.press('f')
    await field(page).fill('Halb')
    await large.decide({ goal: 2 })
    const answered = page.waitForResponse(response => response.url().endsWith('from=0'))
    await page.evaluate('dispatchEvent(new Event("focus"))')
    await (await answered).finished()
    // What the page fetches next arrives after it has used that answer.
    await page.evaluate('fetch("?from=0").then(answer => answer.text())')
    await field(page).pressSequentially(' fertig')
    await page.keyboard.press('Escape')
    const loaded = page.waitForEvent('load')
    await page.keyboard.press('j')
    await loaded
    await move(page, 'k', 1)
    expect(await field(page).inputValue()).toBe('Halb fertig')
    const { sample } = await large.view()
    expect(await page.locator('[data-live="sample-count"]').first().innerText()).toContain(`of ${sample.size}`)
  })

  it('sends a fix again that was saved without a connection, and after a reload', async () => {
    const page = await open({}, '?n=2')
    await page.context().setOffline(true)
    await page.keyboard.press('f')
    await field(page).fill(FIXED)
    await save(page).click()
    await expect.poll(() => page.locator('#unsaved').innerText()).toMatch(/Not saved yet: 1/)
    await page.context().setOffline(false)
    await expect.poll(() => scene.shown(TRIAL)).toBe(`translated ${FIXED}`)
    await expect.poll(() => shown(page)).toBe('3')
    const key = await page.locator('#item-key').innerText()
    await page.route(`**${scene.path}`, route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.keyboard.press('f')
    await field(page).fill(TERMS)
    await save(page).click()
    await expect.poll(() => page.locator('#unsaved').innerText()).toMatch(/Not saved yet: 1/)
    await page.unroute(`**${scene.path}`)
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect.poll(() => scene.shown(key)).toBe(`translated ${TERMS}`)
  })

  it('shows that a fix is refused when its reader has moved on', async () => {
    const page = await open({}, '?n=2')
    await page.context().setOffline(true)
    await page.keyboard.press('f')
    await field(page).fill('Without the placeholder')
    await save(page).click()
    await expect.poll(() => page.locator('#unsaved').innerText()).toMatch(/Not saved yet: 1/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect.poll(() => shown(page)).toBe('3')
    await page.context().setOffline(false)
    await expect.poll(() => page.locator('#unsaved').innerText()).toContain('is missing')
    expect(await page.locator('#unsaved').isVisible()).toBe(true)
  })

  it('sends a fix of any length', async () => {
    const page = await open({}, '?n=2')
    const long = `${FIXED} ${'日本語の長い文章。'.repeat(1000)}`
    await page.keyboard.press('f')
    await field(page).fill(long)
    await save(page).click()
    await expect.poll(() => shown(page)).toBe('3')
    expect(await scene.shown(TRIAL)).toHaveLength('translated '.length + long.length)
  })

  it('keeps a refused fix without a script, with the reason under its field', async () => {
    const page = await open({ javaScriptEnabled: false }, '?n=2')
    await page.locator('#fix summary').click()
    await page.locator('#note summary').click()
    await field(page).fill('{count, plural, other {x}')
    await comment(page).fill('Zu lang')
    await page.getByRole('radio', { name: 'Length' }).check()
    await save(page).click()
    await page.getByText('Nothing was saved').waitFor()
    expect(await shown(page)).toBe('2')
    expect(await field(page).inputValue()).toBe('{count, plural, other {x}')
    expect(await comment(page).inputValue()).toBe('Zu lang')
    expect(await page.getByRole('radio', { name: 'Length' }).isChecked()).toBe(true)
    expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#fix-fields :focus').count()).toBe(1)
    expect(await page.locator('.notice').count()).toBe(0)
    await field(page).fill(FIXED)
    await save(page).click()
    await page.waitForURL(/\?n=3$/)
    expect(await scene.shown(TRIAL)).toBe(`translated ${FIXED}`)
  })

  it('says in the language of the page why a fix is refused', async () => {
    const profile = await openProfile(browser, { locale: 'de' })
    const page = await profile.newPage()
    await openPage(page, deps, `${scene.path}?n=2`)
    const fault = page.locator('#fix-fault')
    const saveInGerman = page.locator('button[name="fix"][value="minor"]')
    await page.keyboard.press('f')
    await field(page).fill('Ohne Platzhalter')
    await endBelow(page)
    await saveInGerman.evaluate((button: HTMLButtonElement) => button.form?.requestSubmit(button))
    await expect.poll(() => fault.innerText()).toContain('{{date}}')
    expect(await fault.innerText()).toMatch(/fehlt/)
    expect(await fault.locator('[lang="en"]').count()).toBe(0)
    expect(await bottomOf(fault)).toBeLessThanOrEqual(await topOf(page.locator('.rv-ends')))
    expect(await field(page).getAttribute('aria-describedby')).toBe('fix-fault')
    expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    await scene.submit(await deps.world.human('carol'), TRIAL, `${FIXED} Danke.`, 'de')
    await field(page).fill(FIXED)
    await saveInGerman.click()
    await expect.poll(() => fault.innerText()).toContain('wurde inzwischen geändert')
    expect(await fault.innerText()).toContain(`${FIXED} Danke.`)
    expect(await fault.locator('[lang="en"]').count()).toBe(0)
  })

  it('shows no dot on its curve before anything is read', async () => {
    const page = await open()
    const dot = page.locator('#curve .dot')
    expect(await dot.getAttribute('r')).toBe('0')
    const { must_see } = await scene.view()
    await page.goto(`${deps.services.baseUrl}${scene.path}?n=${must_see.total + 1}`)
    await page.keyboard.press('g')
    await expect.poll(() => dot.getAttribute('r')).toBe('5')
  })

  it('covers nothing that has the focus with the verdicts of a phone', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } })
    const takeOut = page.locator('#take-out button')
    const dock = page.locator('.rv-verdicts')
    // The page is so long that the button would be under the verdicts.
    const past = (await bottomOf(takeOut)) - (await bottomOf(dock))
    await page.evaluate(`scrollBy({ top: ${past}, behavior: 'instant' })`)
    await page.getByRole('button', { name: 'Skip' }).focus()
    while (!(await takeOut.evaluate(one => one === document.activeElement))) await page.keyboard.press('Tab')
    expect(await bottomOf(takeOut)).toBeLessThanOrEqual(await topOf(dock))
  })

  it('saves a fix once when its button is clicked twice, and skips nothing', async () => {
    const page = await open({}, '?n=2')
    const posts: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.keyboard.press('f')
    await field(page).fill(FIXED)
    await save(page).dblclick()
    await expect.poll(() => shown(page)).toBe('3')
    await page.keyboard.press('g')
    await expect.poll(readers).toEqual(['bob 2'])
    expect(posts).toHaveLength(2)
    expect(await page.locator('#said').innerText()).toMatch(/^Good: /)
  })

  it('gives a double click on a verdict one verdict', async () => {
    const page = await open({}, '?n=7')
    await page.getByRole('button', { name: 'Good' }).dblclick()
    expect(await shown(page)).toBe('8')
    await expect.poll(readers).toEqual(['bob 1'])
  })
})
