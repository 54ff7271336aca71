import { isLoopback } from '../../config.ts'
import { type Finding, fault, works } from './finding.ts'
import { compareIdentifier } from './identifiers.ts'
import { describeResponse, type Site, type SiteResponse } from './site.ts'

/** The first thing that a client does: call /mcp without a credential, and follow what the refusal says. */
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
      `POST /mcp without a token gives ${describeResponse(refusal)}, and clients expect 401.`,
      'Let the proxy pass /mcp on to Dragoman, and ask for no password of its own.',
    )
  }
  const address = /resource_metadata="([^"]*)"/.exec(header ?? '')?.[1]
  if (address === undefined) {
    return fault(
      'challenge',
      `The 401 of /mcp has ${header === null ? 'no WWW-Authenticate header' : 'a WWW-Authenticate header that is not of Dragoman'}, so clients cannot begin to sign in.`,
      'Have the proxy leave WWW-Authenticate as it is.',
    )
  }
  const expected = `${site.origin}/.well-known/oauth-protected-resource/mcp`
  return compareIdentifier('challenge', address, expected, site.origin)
}

async function checkBrowserAccess(site: Site, refusal: SiteResponse): Promise<Finding> {
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const preflight = await site.request('/mcp', {
    method: 'OPTIONS',
    headers: { origin: getPageOrigin(site.origin), ...asked },
  })
  const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
  const exposed = refusal.headers.get('access-control-expose-headers') ?? ''
  const missing = [
    ...(preflight.status < 300 ? [] : [`OPTIONS /mcp gives ${describeResponse(preflight)}`]),
    ...(allowsAnyOrigin(preflight) && allowsAnyOrigin(refusal) ? [] : ['Access-Control-Allow-Origin is missing']),
    ...(/\bauthorization\b/i.test(allowed) ? [] : ['Authorization may not be sent']),
    ...(/\bwww-authenticate\b/i.test(exposed) ? [] : ['WWW-Authenticate may not be read']),
  ]
  if (missing.length === 0) return works('browsers', 'Clients in browsers can call /mcp (CORS).')
  return fault(
    'browsers',
    `Clients in browsers cannot call /mcp: ${missing.join('; ')}.`,
    'Have the proxy pass OPTIONS on, and neither add nor remove Access-Control headers.',
  )
}

const allowsAnyOrigin = ({ headers }: SiteResponse): boolean => headers.get('access-control-allow-origin') === '*'

/** A page that may call the server: one on this machine only takes those of this machine. */
const getPageOrigin = (origin: string): string =>
  isLoopback(new URL(origin).hostname) ? 'http://localhost:6274' : 'https://client.example'
