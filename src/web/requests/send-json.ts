import type { PageRequest } from './page-request.ts'

/** Sends data to a script of the page, or to a program with a session. */
export function sendJson({ response }: PageRequest, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}
