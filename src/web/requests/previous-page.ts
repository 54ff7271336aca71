import { localPath } from './local-path.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Returns the path of the current page; after a form, the page with the form. Pages send their referrer to this server alone (`Referrer-Policy:
 * same-origin`), and the Origin of every form is checked.
 */
export function previousPage({ incoming: { method, url, headers } }: Pick<PageRequest, 'incoming'>): string {
  if (method !== 'POST') return localPath(url) ?? '/'
  const { referer = '' } = headers
  if (!URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  return localPath(`${pathname}${search}`) ?? '/'
}
