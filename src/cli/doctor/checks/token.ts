import { type Finding, fault, works } from '../finding.ts'
import { describeResponse, type Site } from '../site.ts'
import { isTokenStripped, PASS_AUTHORIZATION_FIX } from './sign-in-requests.ts'

/** Checks the token in DRAGOMAN_TOKEN. */
export async function checkToken(site: Site, token: string): Promise<Finding> {
  const answer = await site.request('/api/context', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  if (answer.status === 200) return works('token', 'DRAGOMAN_TOKEN is valid.')
  if (isTokenStripped(answer)) {
    return fault('token', `DRAGOMAN_TOKEN does not reach ${site.origin}.`, PASS_AUTHORIZATION_FIX)
  }
  if (answer.status === 401) {
    const detail = answer.json?.['detail']
    return fault(
      'token',
      `${site.origin} rejected DRAGOMAN_TOKEN${typeof detail === 'string' ? `: ${detail}` : '.'}`,
      `Create a token at ${site.origin}/account/tokens, and set DRAGOMAN_TOKEN to it.`,
    )
  }
  return fault(
    'token',
    `A request with DRAGOMAN_TOKEN returns ${describeResponse(answer)}.`,
    'Configure the proxy to forward /api with its Authorization header to Dragoman.',
  )
}
