import type { Page } from 'playwright-core'
import type { House } from '../http/house.ts'
import { loginLink } from './jar.ts'

/** Signs the browser of this page in by a link that is the person's own, without showing the page that it leads to. */
export async function signInto(
  page: Page,
  house: House,
  handle: string,
  options: { readonly operator?: boolean } = {},
): Promise<void> {
  const link = house.services.baseUrl + (await loginLink(house, handle, options))
  await page.context().request.get(link, { maxRedirects: 0 })
}
