import type { IncomingMessage } from 'node:http'

/** Returns whether a user opens the page now. Mail scanners and chats send HEAD, browsers prefetch (`Sec-Purpose`, `Purpose`, `X-Moz`), scripts fetch. */
export function isUserNavigation({ method, headers }: IncomingMessage): boolean {
  const ahead = [headers['sec-purpose'], headers['purpose'], headers['x-moz'], headers['x-purpose']].flat().join(' ')
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers
  return method === 'GET' && !/prefetch|prerender|preview/i.test(ahead) && mode === 'navigate' && dest === 'document'
}
