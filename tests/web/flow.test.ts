import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type OAuthDiscoveryState, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import { openLoopback } from '../clients/loopback.ts'
import { openRawClient } from '../clients/raw-client.ts'
import { openWallet } from '../clients/wallet.ts'
import { allTests } from '../harness/each-test.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { auditAccessibility, loadAxe } from './accessibility.ts'
import { closeProfiles, openBrowser, openProfile } from './browser.ts'

/** The folder for screenshots of each page; without it none are taken. */
const PICTURES = process.env['DRAGOMAN_PICTURES']

/** A profile of the walk: theme, width and scripts. By day the first two, which differ in all three. */
const PROFILES = [
  { name: 'light, on a desk', colorScheme: 'light', width: 1280, javaScriptEnabled: true },
  { name: 'dark, on a phone, without JavaScript', colorScheme: 'dark', width: 390, javaScriptEnabled: false },
  { name: 'dark, on a phone', colorScheme: 'dark', width: 390, javaScriptEnabled: true },
  { name: 'light, on a phone, without JavaScript', colorScheme: 'light', width: 390, javaScriptEnabled: false },
  { name: 'dark, on a desk, without JavaScript', colorScheme: 'dark', width: 1280, javaScriptEnabled: false },
] as const
const TRIED = isNightly ? PROFILES : PROFILES.slice(0, 2)

describeWith('chromium', 'a person who pastes the address into a client', chromium => {
  let browser: Browser
  const dragoman = allTests(() => startDragoman())
  const loopback = allTests(() => openLoopback())
  beforeAll(async () => {
    browser = await openBrowser(chromium)
    return () => closeProfiles(browser)
  })

  const link = async (): Promise<string> =>
    ((await dragoman.operator('login-link', { user: 'ada', own: true, operator: false })) as SignInLink).url

  /** Walks in a separate profile; at the end no page may have violated its own policy. */
  async function walk(profile: (typeof TRIED)[number], steps: (page: Page) => Promise<void>): Promise<void> {
    const { name: _name, ...options } = profile
    const context = await openProfile(browser, options)
    const page = await context.newPage()
    const blocked: string[] = []
    page.on('console', message => message.text().includes('Content Security Policy') && blocked.push(message.text()))
    await steps(page)
    expect(blocked).toEqual([])
    await context.close()
  }

  /** Presses a link or button, and waits for the next page. */
  async function press(page: Page, button: Locator): Promise<void> {
    const loaded = page.waitForEvent('load')
    await button.click()
    await loaded
  }

  /** Checks the accessibility of a page, and takes a screenshot. */
  async function look(page: Page, profile: (typeof TRIED)[number], name: string): Promise<void> {
    if (PICTURES !== undefined) {
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${name} ${profile.name}.png`), fullPage: true })
    }
    if (!profile.javaScriptEnabled) return
    await loadAxe(page)
    expect((await auditAccessibility(page)).violations, name).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }

  function openClient() {
    const wallet = openWallet<OAuthClientInformationMixed, OAuthTokens, OAuthDiscoveryState>(loopback.url)
    const open = () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${dragoman.url}/mcp?toolsets=all`), {
        authProvider: wallet,
      })
      const client = new Client({ name: 'a client', version: '1.0.0' })
      return { client, transport, connected: client.connect(transport) }
    }
    return { wallet, open }
  }

  it.each(TRIED)('signs in, allows, works, adds a refused scope, and disconnects: $name', async profile => {
    const { wallet, open } = openClient()
    const first = open()
    await expect(first.connected).rejects.toBeInstanceOf(UnauthorizedError)
    await walk(profile, async page => {
      await page.goto(wallet.takeAuthorization().href)
      await look(page, profile, '1 sign-in')
      await page.goto(await link())
      await look(page, profile, '2 consent')
      await page.getByRole('checkbox', { name: 'project:write' }).uncheck()
      const arrived = loopback.next()
      await page.getByRole('button', { name: 'Allow' }).click()
      const { searchParams } = await arrived
      expect(searchParams.get('state')).toBe(wallet.state())
      // A page of ours leads to the client, so that the press of the button ends before the way does.
      await page.waitForURL(`${loopback.url}**`)
      await first.transport.finishAuth(searchParams.get('code') ?? '')
      const { client, connected } = open()
      await connected
      expect(wallet.tokens()?.scope?.split(' ')).not.toContain('project:write')

      const project = { project: `ada/${profile.name.replaceAll(/[^a-z]+/g, '-')}` }
      const creation = { ...project, source_locale: 'en', target_locales: ['de'] }
      const refused = await client.callTool({ name: 'create_project', arguments: creation })
      expect(refused.isError).toBe(true)
      const [approval = ''] = /http:\/\/[^\s"\\]+\/scopes\?add=project:write/.exec(JSON.stringify(refused)) ?? []
      await page.goto(approval)
      await look(page, profile, '3 approval')
      // They were denied a moment ago, so the user must select them.
      await page.getByRole('checkbox', { name: 'project:write' }).check()
      await press(page, page.getByRole('button', { name: 'Allow' }))
      await look(page, profile, '4 approved')
      expect(answerOf(await client.callTool({ name: 'create_project', arguments: creation }))).toMatchObject(project)

      await page.goto(`${dragoman.url}/account/apps`)
      await look(page, profile, '5 apps')
      await press(page, page.locator('main a[href^="/account/apps/"]').first())
      await look(page, profile, '6 app')
      await page.getByRole('button', { name: 'Revoke app' }).click()
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke app' }))
      await look(page, profile, '7 disconnected')
      await expect(client.callTool({ name: 'get_user', arguments: {} })).rejects.toBeInstanceOf(UnauthorizedError)
      await client.close()
    })
  })

  it.each(TRIED)('returns to an app of a custom scheme by a page, or rejects it: $name', async profile => {
    const raw = openRawClient(dragoman.url)
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const { client_id } = (await raw.register({ client_name: 'Cursor', redirect_uris: [redirect_uri] })).body
    const { url } = raw.authorization({ client_id, redirect_uri, state: 's' })
    await walk(profile, async first => {
      await first.goto(await link())
      for (const [answer, outcome] of [
        ['Deny', /^cursor:.*\?error=access_denied&/],
        ['Allow', /^cursor:.*\?code=svcg_/],
      ] as const) {
        // A browser that asks whether it may open the app goes nowhere else in that tab.
        const page = await first.context().newPage()
        await page.goto(url)
        await press(page, page.getByRole('button', { name: answer }))
        await page.getByRole('link', { name: 'Open the app cursor' }).waitFor()
        await look(page, profile, `8 back to the app ${answer}`)
        expect(await page.getByRole('link', { name: 'Open the app cursor' }).getAttribute('href')).toMatch(outcome)
      }
    })
  })
})
