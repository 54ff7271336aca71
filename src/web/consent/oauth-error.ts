import type { OAuthFailure } from '../../auth/oauth/failure.ts'
import type { Visit } from '../requests/visit.ts'

/** Sends an error of the authorization endpoint to a program, instead of a page. */
export function sendOAuthError({ response }: Visit, { error, message, status }: OAuthFailure): void {
  const bytes = Buffer.from(JSON.stringify({ error, error_description: message }))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}
