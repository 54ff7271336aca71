import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { openTestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { loginLink } from '../jar.ts'
import { plugIntoPage, type VirtualAuthenticator } from '../virtual-authenticator.ts'

const CREATE = 'Create account with passkey'
const SIGN_IN = 'Sign in with a passkey'

/** A team without any provider. Each test goes on where the one before it ended. */
describeWith('chromium', 'a team with passkeys alone, in a real browser', chromium => {
  const { deps, browser } = useBrowser(
    chromium,
    () => openTestApp({ allowedHosts: ['other.localhost'], auth: { providers: [], newAccounts: 'invite' } }),
    { lasting: true },
  )
  let base: string
  /** The browser of grace, who is new. */
  let page: Page
  let laptop: VirtualAuthenticator
  const complaints: string[] = []
  beforeAll(async () => {
    base = deps.services.baseUrl
    await deps.world.organization('acme', { bea: 'admin' })
    page = await openPage()
    laptop = await plugIntoPage(page)
  })

  const openPage = async (options: { javaScriptEnabled?: boolean } = {}): Promise<Page> => {
    const opened = await (await openProfile(browser, options)).newPage()
    opened.on('console', message => message.type() === 'error' && complaints.push(message.text()))
    return opened
  }
  const press = (name: string, where = page) => where.getByRole('button', { name, exact: true }).click()
  const signOut = () => page.context().clearCookies({ name: 'dragoman_session' })

  it('signs up with an invitation, and joins', async () => {
    const bea = await deps.world.user('bea')
    const { url } = await bea.call<InvitationView & { url: string }>('invite_member', {
      organization: 'acme',
      role: 'admin',
    })
    await page.goto(base + new URL(url).pathname)
    await page.getByLabel('Username').fill('bea')
    await press(CREATE)
    await page.getByText('Username bea is taken').waitFor()
    await page.getByLabel('Username').fill('grace')
    await press(CREATE)
    await page.getByText('Signed in as').waitFor()
    expect(await laptop.count()).toBe(1)
    await press('Join')
    await page.waitForURL('**/o/acme')
  })

  it('signs in from another browser that has the passkey, and returns to the page', async () => {
    const other = await openPage()
    const key = await plugIntoPage(other)
    await laptop.moveTo(key)
    await other.goto(`${base}/account?x=1`)
    await press(SIGN_IN, other)
    await other.waitForURL('**/account?x=1')
    expect(await other.textContent('main')).toContain('grace')
    expect(await other.textContent('main')).toContain('with a passkey')
    await key.moveTo(laptop)
    await other.context().close()
  })

  it('says why it did not sign in, and lets the user try again', async () => {
    await signOut()
    await page.goto(`${base}/login`)
    await laptop.setVerified(false)
    await page.getByRole('button', { name: SIGN_IN }).press('Enter')
    await page.getByText('No passkey was used. Try again, or choose another way.').waitFor()
    await laptop.setVerified(true)
    // The keyboard is where it was.
    await page.keyboard.press('Enter')
    await page.waitForURL(`${base}/`)
  })

  it('confirms a dangerous action instead of fetching a new link, and comes back to it', async () => {
    const organization = await deps.world.human('grace')
    await organization.call('create_organization', { organization: 'grace-inc' })
    deps.world.pass(11 * 60_000)
    await page.goto(`${base}/o/grace-inc/settings`)
    await page.getByRole('button', { name: 'Delete organization' }).click()
    await page.locator('#delete-confirm').fill('grace-inc')
    await page.locator('form:has(#delete-confirm) button[type=submit]').click()
    await page.waitForURL('**/login?again=1**')
    await press('Confirm with your passkey')
    await page.waitForURL('**/o/grace-inc/settings?kept=**')
    await page.locator('#delete-confirm').fill('grace-inc')
    await page.locator('form:has(#delete-confirm) button[type=submit]').click()
    await page.waitForURL('**/account/organizations?deleted=grace-inc')
  })

  it('creates no second passkey on one device', async () => {
    await page.goto(`${base}/account/passkeys/new`)
    await press('Create passkey')
    await page.getByText('This device already has a passkey of yours.').waitFor()
    expect(await laptop.count()).toBe(1)
  })

  it('explains what it needs: JavaScript, and the address of the server', async () => {
    const plain = await openPage({ javaScriptEnabled: false })
    await plain.goto(`${base}/login`)
    // Playwright switches scripts off after the parser decided about noscript.
    expect(await plain.textContent('noscript')).toContain('Passkeys need JavaScript.')
    expect(await plain.getByRole('button', { name: SIGN_IN }).count()).toBe(0)
    await plain.goto(base + (await loginLink(deps, 'grace')))
    expect(await plain.textContent('header')).toContain('grace')
    const elsewhere = await openPage()
    await elsewhere.goto(`${base.replace('localhost', 'other.localhost')}/login`)
    await elsewhere.getByText(`Passkeys of this server work only at ${base}.`).waitFor()
    expect(await elsewhere.getByRole('button', { name: SIGN_IN }).count()).toBe(0)
    await elsewhere.goto(`${base.replace('localhost', '127.0.0.1')}/login?next=/account`)
    expect(elsewhere.url()).toBe(`${base}/login?next=%2Faccount`)
    await elsewhere.getByRole('button', { name: SIGN_IN }).waitFor()
    await plain.context().close()
    await elsewhere.context().close()
  })

  it('breaks no rule of the content security policy', () => {
    expect(complaints.filter(text => !/status of (403|409)/.test(text))).toEqual([])
  })
})
