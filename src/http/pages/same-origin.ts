import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../config.ts'
import { AppError } from '../../errors.ts'

/**
 * Refuses pages that an image, a frame or a script of another site loads, which could use up the limits of its visitors.
 * Programs and old browsers send no Fetch Metadata and are let through.
 * @throws AppError `forbidden`
 */
export function assertTopLevelNavigation({ headers }: IncomingMessage): void {
  const { 'sec-fetch-dest': dest = 'document', 'sec-fetch-site': site = 'none' } = headers
  if (dest === 'document' || (dest === 'empty' && (site === 'same-origin' || site === 'none'))) return
  throw new AppError('forbidden', 'Another page loaded this page.', {
    fix: 'Open it in a tab of its own.',
  })
}

/**
 * Refuses forms of other sites, by the headers that pages cannot change (Sec-Fetch-Site, Origin).
 * @throws AppError `bad_origin`
 */
export function assertSameOrigin({ headers }: IncomingMessage, baseUrl: string): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  const isOwn =
    origin === undefined ||
    origin === baseUrl ||
    (origin === 'null' && site === 'same-origin') ||
    // A machine has several loopback names; the check of Host decided which of them are this server.
    (origin === `http://${host}` && isLoopback(new URL(origin).hostname))
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new AppError('bad_origin', 'This form was sent from another site.', {
    fix: `Open ${baseUrl} and send the form there.`,
  })
}
