import type { OAuthFailure } from '../../auth/oauth/failure.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** Sends an error of the authorization endpoint to a program, instead of a page. */
export function sendOAuthError({ response }: PageRequest, { error, message, status }: OAuthFailure): void {
  const bytes = Buffer.from(JSON.stringify({ error, error_description: message }))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}
