import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../config.ts'
import { AppError } from '../../errors.ts'

/**
 * Rejects pages loaded by an image, a frame or a script of another site, which could use up the rate limits of its
 * visitors. Allows programs and old browsers, which send no Fetch Metadata.
 * @throws AppError `forbidden`
 */
export function assertTopLevelNavigation({ headers }: IncomingMessage): void {
  const { 'sec-fetch-dest': dest = 'document', 'sec-fetch-site': site = 'none' } = headers
  if (dest === 'document' || (dest === 'empty' && (site === 'same-origin' || site === 'none'))) return
  throw new AppError('forbidden', 'Another page loaded this page.', {
    fix: 'Open it in a tab of its own.',
  })
}

/** How a rejected request is explained, if it is no form. */
interface CrossSiteText {
  readonly message: string
  readonly fix: string
}

/**
 * Rejects requests of other sites, such as forms, by headers that pages cannot change (Sec-Fetch-Site, Origin).
 * @throws AppError `bad_origin`
 */
export function assertSameOrigin({ headers }: IncomingMessage, baseUrl: string, text?: CrossSiteText): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  const isOwn =
    origin === undefined ||
    origin === baseUrl ||
    (origin === 'null' && site === 'same-origin') ||
    // A machine has several loopback names; the Host check decided which of them are this server.
    (origin === `http://${host}` && isLoopback(new URL(origin).hostname))
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
  const { message, fix } = text ?? {
    message: 'This form was sent from another site.',
    fix: `Open ${baseUrl} and send the form there.`,
  }
  throw new AppError('bad_origin', message, { fix })
}
