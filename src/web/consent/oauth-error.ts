import type { OAuthFailure } from '../../auth/oauth/failure.ts'
import type { Visit } from '../requests/visit.ts'

/** Answers a program, instead of a page, with an error of the authorization endpoint. */
export function sendOAuthError({ response }: Visit, { error, message, status }: OAuthFailure): void {
  const bytes = Buffer.from(JSON.stringify({ error, error_description: message }))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}
