import { type Finding, fault, works } from './finding.ts'
import { isTokenStripped, PASS_AUTHORIZATION_FIX } from './sign-in-requests.ts'
import { describeResponse, type Site } from './site.ts'

/** Whether the token of the environment works. */
export async function checkToken(site: Site, token: string): Promise<Finding> {
  const answer = await site.request('/api/context', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  if (answer.status === 200) return works('token', 'DRAGOMAN_TOKEN works.')
  if (isTokenStripped(answer)) {
    return fault(
      'token',
      `DRAGOMAN_TOKEN does not reach ${site.origin}, which answers as if there were none.`,
      PASS_AUTHORIZATION_FIX,
    )
  }
  if (answer.status === 401) {
    const detail = answer.json?.['detail']
    return fault(
      'token',
      `${site.origin} refuses DRAGOMAN_TOKEN${typeof detail === 'string' ? `: ${detail}` : '.'}`,
      `Create a token on ${site.origin}/account/tokens, and set DRAGOMAN_TOKEN to it.`,
    )
  }
  return fault(
    'token',
    `A call with DRAGOMAN_TOKEN gives ${describeResponse(answer)}.`,
    'Let the proxy pass /api on to Dragoman with its Authorization header.',
  )
}
