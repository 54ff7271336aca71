import type { Visit } from './visit.ts'

/** Redirects the browser; after a form with 303, so that the form is not sent again (RFC 9700 4.12). */
export function redirect({ request, response }: Pick<Visit, 'request' | 'response'>, location: string): void {
  response.writeHead(request.method === 'POST' ? 303 : 302, { location, 'content-length': 0 }).end()
}
