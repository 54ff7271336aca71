import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openTestApp, type TestApp } from '../http/test-app.ts'
import { isNightly } from '../runs.ts'
import { delegate } from './scene.ts'

/** How long an action waits for its element, or a navigation for its page, on a machine that has other work. */
const PATIENCE_MS = 60_000

/** The one of this worker, which ends with it. */
let started: Promise<Browser> | undefined

/**
 * Opens the Chromium of this path without a window, for all test files of this worker: they close their profiles, and not the browser. `.example` is this
 * machine, so that tests have sites.
 */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const earlier = await started
  if (earlier?.isConnected() === true) return earlier
  started = chromium.launch({
    executablePath,
    timeout: PATIENCE_MS,
    args: [
      // Root has no sandbox to start it in, and containers have little shared memory.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      // Without a process for each profile and one to draw, it takes a fifth less; sites have processes of their own all the same.
      '--renderer-process-limit=1',
      '--in-process-gpu',
      // Otherwise each page gets a new frame, which takes a tenth of the time.
      '--enable-features=RenderDocument:level/crashed-frame',
      // Scripts of a page end before optimized code would pay.
      '--js-flags=--invocation-count-for-maglev=2000',
    ],
  })
  return started
}

/** A profile of its own, at the width of a phone or a desktop. By day pages do not move unless a test asks: a moving change of pages costs three times as much. */
export async function openProfile(
  browser: Browser,
  { width = 1280, ...options }: BrowserContextOptions & { readonly width?: number } = {},
): Promise<BrowserContext> {
  const profile = await browser.newContext({
    viewport: { width, height: 900 },
    ...(!isNightly && { reducedMotion: 'reduce' }),
    ...options,
  })
  profile.setDefaultTimeout(PATIENCE_MS)
  return profile
}

/** Closes what the tests of a file left open; a server ends only when no page is connected to it. */
export async function closeProfiles(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(profile => profile.close()))
}

/** Opens a server and the browser for a suite. Each test leaves its profiles open, unless they last for the suite. */
export function useBrowser(
  executablePath: string,
  open: () => Promise<TestApp> = openTestApp,
  { lasting = false } = {},
): { readonly deps: TestApp; readonly browser: Browser } {
  let opened: { readonly deps: TestApp; readonly browser: Browser }
  beforeAll(async () => {
    opened = { deps: await open(), browser: await openBrowser(executablePath) }
  })
  const closeAll = () => closeProfiles(opened.browser)
  if (!lasting) afterEach(closeAll)
  afterAll(async () => {
    await closeAll()
    await opened.deps.close()
  })
  return { deps: delegate(() => opened.deps), browser: delegate(() => opened.browser) }
}
