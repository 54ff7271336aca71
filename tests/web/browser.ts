import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { available } from '../require.ts'

/** Where Chromium is; undefined skips the suites that need it. */
export const chromiumPath = available('chromium')

/** Starts Chromium without a window; `.example` is this machine, so that tests have sites. */
export function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Chromium is not here')
  // Root has no sandbox to start it in, and containers have little shared memory.
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.example 127.0.0.1'],
  })
}

/** A profile of its own, at the width of a phone or a desktop. */
export function openProfile(
  browser: Browser,
  { width = 1280, ...options }: BrowserContextOptions & { readonly width?: number } = {},
): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width, height: 900 }, ...options })
}
