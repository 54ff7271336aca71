import { localPath } from './local-path.ts'
import type { Visit } from './visit.ts'

/**
 * The address of the page that a person looks at: of a form, the page that it was on. Our pages tell that to us alone (`Referrer-Policy: same-origin`), and
 * the Origin of every form was checked.
 */
export function previousPage({ request: { method, url, headers } }: Pick<Visit, 'request'>): string {
  if (method !== 'POST') return localPath(url) ?? '/'
  const { referer = '' } = headers
  if (!URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  return localPath(`${pathname}${search}`) ?? '/'
}
