import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { closeProfiles, openBrowser, openProfile } from '../../web/browser.ts'
import { openFakeGithub } from './fake-github.ts'
import { openStandIn } from './fake-provider.ts'

describeWith('chromium', 'signing in through a provider in a real browser', chromium => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium)
    return () => closeProfiles(browser)
  })
  const github = eachTest(() => openFakeGithub())
  const company = eachTest(() =>
    openStandIn(() => ({ url }, response) => {
      response.writeHead(302, { location: url.searchParams.get('back') ?? '/' }).end()
    }),
  )
  const deps = eachTest(() => openTestApp({ auth: { providers: [github.config], newAccounts: 'open' } }))

  // A redirect would be an answer to our form, and Chromium holds each further one against our form-action.
  it.each([true, false])('returns through a server that our policy does not name, with scripts %s', async scripts => {
    github.manner.via = company.url
    const profile = await openProfile(browser, { javaScriptEnabled: scripts })
    const page = await profile.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    await page.goto(`${deps.services.baseUrl}/login?next=/account`)
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.waitForURL('**/account')
    expect(await page.textContent('h1')).toBe('Account settings')
    expect(await page.textContent('main')).toContain('octo-cat')
    expect(company.seen).toHaveLength(1)
    expect(company.seen[0]?.headers.referer ?? '').not.toContain('localhost')
    expect(complaints).toEqual([])
    await profile.close()
  })
})
