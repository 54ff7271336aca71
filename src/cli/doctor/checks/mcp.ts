import { isLoopback } from '../../../config.ts'
import { type Finding, fault, works } from '../finding.ts'
import { compareIdentifier } from '../identifiers.ts'
import { describeResponse, type Site, type SiteResponse } from '../site.ts'

/** Calls /mcp without a token, as clients do first, and checks the challenge and CORS. */
export async function checkMcp(site: Site): Promise<readonly Finding[]> {
  const headers = { origin: getPageOrigin(site.origin), 'content-type': 'application/json' }
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const refusal = await site.request('/mcp', { method: 'POST', headers, body })
  return [await checkChallenge(site, refusal), await checkBrowserAccess(site, refusal)]
}

async function checkChallenge(site: Site, refusal: SiteResponse): Promise<Finding> {
  const { status, headers } = refusal
  const header = headers.get('www-authenticate')
  if (status !== 401) {
    return fault(
      'challenge',
      `POST /mcp without a token returns ${describeResponse(refusal)}. Clients expect 401.`,
      'Configure the proxy to forward /mcp to Dragoman, without its own password.',
    )
  }
  const address = /resource_metadata="([^"]*)"/.exec(header ?? '')?.[1]
  if (address === undefined) {
    return fault(
      'challenge',
      `Clients cannot sign in: the 401 of /mcp has ${header === null ? 'no WWW-Authenticate header' : 'a WWW-Authenticate header that is not from Dragoman'}.`,
      'Configure the proxy to leave WWW-Authenticate unchanged.',
    )
  }
  const expected = `${site.origin}/.well-known/oauth-protected-resource/mcp`
  return compareIdentifier('challenge', address, expected, site.origin)
}

async function checkBrowserAccess(site: Site, refusal: SiteResponse): Promise<Finding> {
  const preflightHeaders = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  const preflight = await site.request('/mcp', {
    method: 'OPTIONS',
    headers: { origin: getPageOrigin(site.origin), ...preflightHeaders },
  })
  const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
  const exposed = refusal.headers.get('access-control-expose-headers') ?? ''
  const missing = [
    ...(preflight.status < 300 ? [] : [`OPTIONS /mcp returns ${describeResponse(preflight)}`]),
    ...(allowsAnyOrigin(preflight) && allowsAnyOrigin(refusal) ? [] : ['Access-Control-Allow-Origin is missing']),
    ...(/\bauthorization\b/i.test(allowed) ? [] : ['Authorization is not allowed']),
    ...(/\bwww-authenticate\b/i.test(exposed) ? [] : ['WWW-Authenticate is not exposed']),
  ]
  if (missing.length === 0) return works('browsers', 'Clients in browsers can call /mcp (CORS).')
  return fault(
    'browsers',
    `Clients in browsers cannot call /mcp: ${missing.join('; ')}.`,
    'Configure the proxy to forward OPTIONS, and to leave Access-Control headers unchanged.',
  )
}

const allowsAnyOrigin = ({ headers }: SiteResponse): boolean => headers.get('access-control-allow-origin') === '*'

/** An origin that may call the server: a local server accepts local origins only. */
const getPageOrigin = (origin: string): string =>
  isLoopback(new URL(origin).hostname) ? 'http://localhost:6274' : 'https://client.example'
