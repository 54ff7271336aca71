import type { Page } from 'playwright-core'
import type { TestApp } from '../http/test-app.ts'
import { loginLink } from './jar.ts'

/** Signs the browser of this page in by the user's own link, without showing the next page. */
export async function signInto(
  page: Page,
  deps: TestApp,
  handle: string,
  options: { readonly operator?: boolean } = {},
): Promise<void> {
  const link = deps.services.baseUrl + (await loginLink(deps, handle, options))
  await page.context().request.get(link, { maxRedirects: 0 })
}

/** Signs in and opens a page of the server; where a text is given, waits until the page shows it. */
export async function visit(page: Page, deps: TestApp, handle: string, path: string, text?: string): Promise<void> {
  await signInto(page, deps, handle)
  await page.goto(deps.services.baseUrl + path)
  if (text !== undefined) await page.getByText(text).first().waitFor()
}

/** How a user reaches a page. */
export type Way = (page: Page, deps: TestApp) => Promise<unknown>
