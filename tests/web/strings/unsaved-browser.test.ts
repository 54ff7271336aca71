import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { signInto } from '../signing-in.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

const STRINGS = {
  first: 'Hi',
  messages: '{count, plural, one {# message} other {# messages}}',
  last: 'Bye',
}

describeWith('chromium', 'what a user wrote in the editor', chromium => {
  const { deps: app, browser } = useBrowser(chromium)
  let scene: StringScene
  let ada: Awaited<ReturnType<TestApp['world']['user']>>
  let page: Page
  let asked: string[]
  let turn = 0
  beforeAll(async () => {
    await app.world.organization('acme', { ada: 'admin', bob: 'member' })
    ada = await app.world.user('ada')
  })
  beforeEach(async () => {
    turn += 1
    scene = await openStrings(app, ada, `acme/app-${turn}`, STRINGS, ['de', 'ar'])
    const profile = await openProfile(browser, { reducedMotion: 'reduce' })
    page = await profile.newPage()
    asked = []
    await signInto(page, app, 'bob')
    return () => profile.close()
  })

  const open = async (name: string, locale = 'de') => {
    await page.goto(app.services.baseUrl + (await scene.page(name, { locale })))
  }
  /** Waits for the next page, which has this element. */
  const arrive = async (selector: string) => {
    await page.locator(selector).waitFor()
    await page.waitForLoadState()
  }
  const heading = () => page.locator('h1').innerText()
  const focus = () => page.evaluate('document.activeElement.id')
  const status = () => page.locator('[data-status]').innerText()
  /** Tries to leave by the arrow to the next string, and stays if the browser asks. */
  const leave = async (): Promise<'asked' | 'left'> => {
    const dialog = page.waitForEvent('dialog').then(async one => {
      await one.dismiss()
      return 'asked' as const
    })
    const navigated = page.waitForEvent('framenavigated').then(() => 'left' as const)
    await page.locator('[data-step="next"]').click({ noWaitAfter: true })
    const first = await Promise.race([dialog, navigated])
    await Promise.allSettled([first === 'asked' ? dialog : page.waitForLoadState()])
    for (const rest of [dialog, navigated]) void rest.catch(() => undefined)
    return first
  }

  it('is unsaved text while forms are added and removed, and as source', async () => {
    await open('messages', 'ar')
    await page.locator('#form-one').fill('رسالة')
    await page.getByRole('button', { name: 'Add zero' }).click()
    await arrive('#form-zero')
    expect([await focus(), await leave()]).toEqual(['form-zero', 'asked'])
    expect(await status()).toContain('Not saved')
    await page.getByRole('button', { name: 'Remove zero' }).click()
    await arrive('[value="add-zero"]')
    expect(await page.evaluate('document.activeElement.value')).toBe('add-zero')
    expect(await leave()).toBe('asked')
    await page.locator('h1').click()
    await page.keyboard.press('s')
    await arrive('#text')
    expect([await page.locator('#text').inputValue(), await leave()]).toEqual(['{count, plural, one {رسالة}}', 'asked'])
  })

  it('is not lost by a text that is typed and removed again', async () => {
    await open('first')
    await page.locator('#text').fill('Hallo')
    expect(await leave()).toBe('asked')
    expect(await status()).toContain('Not saved')
    await page.locator('#text').fill('')
    expect(await status()).not.toContain('Not saved')
    expect(await leave()).toBe('left')
  })

  it('is sent by Control+Enter from the field that has the focus', async () => {
    await scene.submit(ada, 'first', 'Hallo')
    await open('first')
    await page.locator('#words').fill('Who says this?')
    expect(await leave()).toBe('asked')
    await page.locator('#words').press('Control+Enter')
    await page.waitForURL(/done=comment/)
    expect(await page.getByText('Who says this?').count()).toBe(1)
    await page.locator('#comment').fill('Too formal.')
    await page.locator('#comment').press('Control+Enter')
    await page.waitForURL(/done=request_changes/)
    expect([await heading(), await scene.shown('first')]).toEqual(['first', 'needs_review Hallo'])
  })

  it('is asked about when another form is sent, also after the user stayed once', async () => {
    await scene.submit(ada, 'first', 'Hallo')
    await open('first')
    await page.locator('#text').fill('Servus')
    await page.locator('#words').fill('Better?')
    page.on('dialog', async dialog => {
      asked.push(dialog.type())
      await dialog.dismiss()
    })
    const answered = page.waitForEvent('dialog')
    await page.locator('#words').press('Control+Enter')
    await answered
    const again = page.waitForEvent('dialog')
    await page.locator('#text').press('Control+Enter')
    await again
    expect(asked).toEqual(['beforeunload', 'beforeunload'])
    expect(await scene.shown('first')).toBe('translated Hallo')
  })

  it('is saved once by two presses', async () => {
    await open('first')
    await page.locator('#text').fill('Hallo')
    let posts = 0
    await page.route(/\/strings\/\w+\?/, async route => {
      if (route.request().method() !== 'POST') return route.continue()
      posts += 1
      const response = await route.fetch({ maxRedirects: 0 })
      // The service has saved, and the browser does not know yet.
      if (posts === 1) await page.keyboard.press('Control+Enter')
      await route.fulfill({ response })
    })
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/done=/)
    expect([posts, new URL(page.url()).searchParams.get('done')]).toEqual([1, 'save'])
    expect([await heading(), await scene.shown('first')]).toEqual(['messages', 'translated Hallo'])
  })
})
