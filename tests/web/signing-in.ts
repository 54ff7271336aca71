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

/** How a user reaches a page. */
export type Way = (page: Page, deps: TestApp) => Promise<unknown>
