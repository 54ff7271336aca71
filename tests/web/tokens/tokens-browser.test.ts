import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeWith } from '../../require.ts'
import { verifies } from '../../requirements.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { loginLink } from '../jar.ts'

describeWith('chromium', 'a new token in a browser', chromium => {
  const { deps, browser } = useBrowser(chromium)

  const make = async (page: Page, person: string): Promise<string> => {
    const { baseUrl } = deps.services
    await page.goto(baseUrl + (await loginLink(deps, person)))
    await page.goto(`${baseUrl}/account/tokens`)
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Read-only integration' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('ci')
    await page.getByRole('button', { name: 'Create token' }).click()
    return page.getByLabel('Your new token').inputValue()
  }
  const count = async (person: string): Promise<number> => {
    const user = await deps.services.store.read.users.by('handle', person)
    return deps.services.store.read.tokens.count('active', user?.id ?? '')
  }

  it('is copied by its button, which says so, and a reload shows and creates nothing', async () => {
    const profile = await openProfile(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await profile.newPage()
    const value = await make(page, 'ada')
    expect(value).toMatch(/^svca_[0-9a-f]{48}$/)
    const button = page.locator('figure', { has: page.getByLabel('Your new token') }).getByRole('button')
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    await page.reload()
    expect(await page.content()).toContain('This token was already created')
    expect(await page.content()).not.toContain(value)
    expect(await count('ada')).toBe(1)
  })

  it('is shown after a double click, and so is an invitation link', async () => {
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    const { baseUrl } = deps.services
    await deps.world.organization('twice', { dora: 'admin' })
    await page.goto(baseUrl + (await loginLink(deps, 'dora')))
    await page.route('**', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      await new Promise(done => setTimeout(done, 300))
      // The answer that a second press has canceled is not awaited.
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.goto(`${baseUrl}/account/tokens/new?preset=read-only`)
    await page.getByRole('textbox', { name: 'Name' }).fill('ci')
    await page.getByRole('button', { name: 'Create token' }).dblclick()
    expect(await page.getByLabel('Your new token').inputValue()).toMatch(/^svca_/)
    await page.goBack()
    await page.getByRole('heading', { name: 'New account token' }).waitFor()
    await page.goto(`${baseUrl}/o/twice/invitations`)
    await page.getByRole('radio', { name: 'Anyone with the link' }).check()
    await page.getByRole('button', { name: 'Create invitation' }).dblclick()
    await page.getByText("It won't be shown again").waitFor()
    expect(await count('dora')).toBe(1)
  })

  it('keeps the input when a preset is pressed, shows the date field for a custom date, and is created by Enter', async () => {
    const profile = await openProfile(browser, { javaScriptEnabled: false })
    const page = await profile.newPage()
    await page.goto(deps.services.baseUrl + (await loginLink(deps, 'emma')))
    await page.goto(`${deps.services.baseUrl}/account/tokens/new`)
    await page.getByLabel('Description').fill('kept')
    await page.getByRole('button', { name: 'Pipeline that creates projects' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('kept')
    expect(await page.getByRole('radio', { name: 'Projects: Write' }).isChecked()).toBe(true)
    const date = page.getByLabel('Custom date')
    expect(await date.isVisible()).toBe(false)
    await page.getByRole('radio', { name: /^Custom/ }).check()
    expect(await date.isVisible()).toBe(true)
    await date.fill('2099-12-31')
    await page.getByRole('textbox', { name: 'Name' }).fill('ci')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your new token').waitFor()
  })

  it('works without a script', async () => {
    verifies('1.web-interface')
    const profile = await openProfile(browser, { javaScriptEnabled: false })
    const page = await profile.newPage()
    expect(await make(page, 'bea')).toMatch(/^svca_[0-9a-f]{48}$/)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Regenerate ci' }).click()
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByText('curl', { exact: true }).click()
    await page.getByText('$DRAGOMAN_URL/api/context').waitFor()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'ci', exact: true }).click()
    await page.getByRole('button', { name: 'Revoke token' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('ci is revoked').waitFor()
    expect(await count('bea')).toBe(0)
  })
})
