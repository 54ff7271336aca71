import type { PageRequest } from './page-request.ts'

/** Redirects the browser; after a form with 303, so that the form is not sent again (RFC 9700 4.12). */
export function redirect({ incoming, response }: Pick<PageRequest, 'incoming' | 'response'>, location: string): void {
  response.writeHead(incoming.method === 'POST' ? 303 : 302, { location, 'content-length': 0 }).end()
}
