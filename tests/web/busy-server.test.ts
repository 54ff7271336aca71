import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { openTestApp } from '../http/test-app.ts'
import { describeWith } from '../require.ts'
import { openProfile, useBrowser } from './browser.ts'
import { openJar, openJarOf } from './jar.ts'
import { signInto } from './signing-in.ts'
import { openStrings } from './string-scene.ts'

const busy = () => new AppError('store_unavailable', 'Nothing was saved: the store moves.', { retryAfter: 12 })

describe('the page of a busy server', () => {
  it('offers a page again, when the limit allows it', async () => {
    const strict = await openTestApp({ rateLimitFactor: 1 })
    const jar = openJar(strict.url)
    for (let tries = 0; tries < 20; tries += 1) await jar.get('/login/link/guess')
    const seen = await jar.get('/login/link/guess?x=1&y=%22')
    expect(seen.status).toBe(429)
    expect(seen.text).toContain(`data-retry="${seen.headers['retry-after']}"`)
    expect(seen.text).toContain('href="/login/link/guess?x=1&amp;y=%22"')
    await strict.close()
  })

  it('keeps what was typed into a form that was not read, and drops nothing of it', async () => {
    const strict = await openTestApp({ rateLimitFactor: 1 })
    const jar = await openJarOf(strict, 'ada')
    let seen = await jar.get('/device')
    for (let tries = 0; tries < 40 && !seen.text.includes('(limit: login)'); tries += 1)
      seen = await jar.post('/device', { user_code: '"><b>' })
    expect(seen.status).toBe(429)
    expect(seen.text).toMatch(/name="csrf" value="[^"]+"/)
    expect(seen.text).toContain('Your input is kept.')
    expect(seen.text).toContain('name="user_code" value="&quot;>&lt;b>')
    await strict.close()
  })
})

describeWith('chromium', 'a page, while the server is busy,', chromium => {
  const { deps: app, browser } = useBrowser(chromium)
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** The next write is refused with an error. */
  const refuseWrites = (error: AppError): void =>
    void vi.spyOn(app.services.store, 'transaction').mockRejectedValueOnce(error)
  const open = async (project: string): Promise<Page> => {
    const ada = await app.world.user('ada')
    const scene = await openStrings(app, ada, project, { a: 'Hi {name}' }, ['de'])
    const page = await (await openProfile(browser)).newPage()
    await page.clock.install()
    await signInto(page, app, 'ada')
    await page.goto(app.services.baseUrl + (await scene.page('a', { locale: 'de' })))
    return page
  }

  it('keeps a form, and sends it again when the server asked to', async () => {
    const page = await open('ada/kept')
    await page.locator('#text').fill('Hallo {name}')
    refuseWrites(busy())
    await page.locator('.se-acts .button.primary').click()
    await page.getByText('Dragoman tries again in 12 seconds.').waitFor()
    expect(await page.locator('h1').textContent()).toBe('Temporarily unavailable')
    await page.clock.runFor(11_000)
    expect(await page.locator('h1').textContent()).toBe('Temporarily unavailable')
    await page.clock.runFor(1_000)
    await page.locator('.se-acts').waitFor()
    await page.goto(page.url())
    expect(await page.locator('#text').inputValue()).toBe('Hallo {name}')
  })

  it('sends it by the button alone after two minutes', async () => {
    const page = await open('ada/long')
    await page.locator('#text').fill('Hallo {name}')
    refuseWrites(new AppError('store_unavailable', 'Nothing was saved.', { retryAfter: 121 }))
    await page.locator('.se-acts .button.primary').click()
    await page.getByText('Your input is kept.').waitFor()
    expect(await page.locator('[data-retry-text]').isHidden()).toBe(true)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.locator('.se-acts').waitFor()
  })

  it('offers no form again that may have been saved', async () => {
    const page = await open('ada/unknown')
    await page.locator('#text').fill('Hallo {name}')
    refuseWrites(new AppError('store_unavailable', 'It is not known whether this was saved.'))
    await page.locator('.se-acts .button.primary').click()
    await page.getByText('It is not known whether this was saved.').waitFor()
    expect(await page.locator('[data-retry]').count()).toBe(0)
  })

  it('repeats the check of a text', async () => {
    const page = await open('ada/check')
    const asked: string[] = []
    await page.route('**/check*', async route => {
      asked.push(route.request().method())
      if (asked.length === 1) await route.fulfill({ status: 429, headers: { 'retry-after': '7' } })
      else await route.continue()
    })
    await page.locator('#text').fill('Hallo')
    await page.clock.runFor(1_000)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.runFor(8_000)
    await page.locator('[data-findings] li').first().waitFor()
    expect(asked).toEqual(['POST', 'POST'])
  })
})
