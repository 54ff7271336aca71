import type { IncomingMessage } from 'node:http'

/**
 * Whether a person opens the address now: mail scanners and chats look at it by HEAD, browsers load pages ahead (`Sec-Purpose`, `Purpose`, `X-Moz`), and
 * scripts fetch.
 */
export function isUserNavigation({ method, headers }: IncomingMessage): boolean {
  const ahead = [headers['sec-purpose'], headers['purpose'], headers['x-moz'], headers['x-purpose']].flat().join(' ')
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers
  return method === 'GET' && !/prefetch|prerender|preview/i.test(ahead) && mode === 'navigate' && dest === 'document'
}
