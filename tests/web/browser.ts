import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Starts the Chromium of this path without a window; `.example` is this machine, so that tests have sites. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // Root has no sandbox to start it in, and containers have little shared memory.
  return chromium.launch({
    executablePath,
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
