import { createServer } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { listen } from '../harness/listen.ts'
import { describeWith } from '../require.ts'
import { authorizePath, keepClient } from './authorize-steps.ts'
import { openProfile, useBrowser } from './browser.ts'
import { loginLink } from './jar.ts'

describeWith('chromium', 'a real browser', chromium => {
  const { deps, browser } = useBrowser(chromium)
  let base: string
  beforeAll(async () => {
    base = deps.services.baseUrl
  })

  it('blocks a form of another site, with its origin or without', async () => {
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    await page.goto(base + (await loginLink(deps, 'ada')))
    for (const policy of ['origin', 'no-referrer']) {
      const evil = await openSite(
        `<meta name="referrer" content="${policy}"><form method="post" action="${base}/logout"><button>Go</button></form>`,
      )
      await page.goto(evil.url)
      const [answer] = await Promise.all([page.waitForResponse(`${base}/logout`), page.getByRole('button').click()])
      expect(answer.status()).toBe(403)
      await evil.close()
    }
    expect(await deps.services.store.read.sessions.list('all', '')).toHaveLength(1)
  })

  /** A page of a client that opens a popup, which shows a decision page. */
  async function openDecision(path: string, step: RegExp) {
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    await page.goto(base + (await loginLink(deps, 'ada')))
    const client = await openSite('client')
    await page.goto(client.url)
    const opened = page.waitForEvent('popup')
    await page.evaluate(`void (globalThis.popup = open(${JSON.stringify(base + path)}))`)
    const popup = await opened
    await popup.waitForURL(step)
    return { profile, page, popup, close: () => Promise.all([profile.close(), client.close()]) }
  }

  it('cuts off the opener of the consent page', async () => {
    const callback = await openSite(
      '<script>new BroadcastChannel("answers").postMessage(location.search)</script>Done.',
    )
    const client = await keepClient(deps.services, { redirect_uris: [`${callback.url}/`] })
    const { profile, page, popup, close } = await openDecision(authorizePath(client), /\/oauth\/consent\//)
    expect(await popup.evaluate('opener === null')).toBe(true)
    expect(await page.evaluate('popup.closed')).toBe(true)
    await page.evaluate(`void (popup.location = 'about:blank')`)
    // Another page of the client still gets the answer, from the page at its redirect URI.
    const listener = await profile.newPage()
    await listener.goto(callback.url)
    await listener.evaluate(
      `void (globalThis.heard = new Promise(done => new BroadcastChannel('answers').onmessage = ({ data }) => done(data)))`,
    )
    await popup.getByRole('button', { name: 'Allow' }).click()
    expect(await listener.evaluate('heard')).toMatch(/^\?code=svcg_/)
    await Promise.all([close(), callback.close()])
  })

  it('shows no page in a frame of another site', async () => {
    const profile = await openProfile(browser)
    const page = await profile.newPage()
    const evil = await openSite(`<iframe src="${base}/login"></iframe>`)
    const refused = page.waitForEvent('console', message => message.text().includes('frame-ancestors'))
    await page.goto(evil.url)
    expect((await refused).text()).toContain('frame-ancestors')
    await evil.close()
  })
})

/** A page of another site: another host name of this machine is one. */
function openSite(html: string): ReturnType<typeof listen> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${html}`)
  })
  return listen(server)
}
