import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../config.ts'
import { AppError } from '../../errors.ts'

/**
 * A page is opened by a person, and not by an image, a frame or a script of another site, which could use up the limits of whoever looks at that site.
 * Programs and old browsers do not say (Fetch Metadata).
 * @throws AppError `forbidden`
 */
export function assertTopLevelNavigation({ headers }: IncomingMessage): void {
  const { 'sec-fetch-dest': dest = 'document', 'sec-fetch-site': site = 'none' } = headers
  if (dest === 'document' || (dest === 'empty' && (site === 'same-origin' || site === 'none'))) return
  throw new AppError('forbidden', 'This page was not opened by a person but loaded by another page.', {
    fix: 'Open it in a tab of its own.',
  })
}

/**
 * A form comes from a page of ours: browsers say so themselves (Sec-Fetch-Site, Origin), and pages cannot change it.
 * @throws AppError `bad_origin`
 */
export function assertSameOrigin({ headers }: IncomingMessage, baseUrl: string): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  const isOwn =
    origin === undefined ||
    origin === baseUrl ||
    (origin === 'null' && site === 'same-origin') ||
    // One machine has several names for itself; which of them are this service was judged when Host was.
    (origin === `http://${host}` && isLoopback(new URL(origin).hostname))
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new AppError('bad_origin', 'This form was sent from another site.', {
    fix: `Open ${baseUrl} and send it there.`,
  })
}
