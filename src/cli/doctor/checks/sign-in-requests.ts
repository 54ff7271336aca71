import { listBaseUrls } from '../../../auth/oauth/base-urls.ts'
import { type Finding, fault, works } from '../finding.ts'
import { describeResponse, type Site, type SiteResponse } from '../site.ts'
import { fetchServerMetadata } from './discovery.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
/** Matches no token. The server must receive it to reject it. */
const FAKE_TOKEN = `svco_${'0'.repeat(48)}`

/** Checks that requests for signing in reach the server, and are not answered by a proxy or firewall. */
export async function checkSignInRequests(site: Site): Promise<readonly Finding[]> {
  return [...(await checkAuthorization(site)), ...(await checkEndpoints(site)), await checkSignInPages(site)]
}

async function checkAuthorization(site: Site): Promise<readonly Finding[]> {
  const headers = { authorization: `Bearer ${FAKE_TOKEN}`, 'content-type': 'application/json' }
  const answer = await site.request('/mcp', {
    method: 'POST',
    headers,
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
  if (answer.status !== 401) {
    return [
      fault(
        'authorization',
        `POST /mcp with an invalid token returns ${describeResponse(answer)}. Clients expect 401.`,
        'Configure the proxy or firewall to forward /mcp with its Authorization header to Dragoman.',
      ),
    ]
  }
  // `checkMcp` reports a missing header.
  if (!answer.headers.has('www-authenticate')) return []
  if (!isTokenStripped(answer)) return [works('authorization', 'The server receives tokens of clients.')]
  return [
    fault(
      'authorization',
      'Tokens of clients do not reach the server, so no client can sign in.',
      PASS_AUTHORIZATION_FIX,
    ),
  ]
}

/** Whether the server received no token: then its challenge has no `error` (RFC 6750 3.1). */
function isTokenStripped({ status, headers }: SiteResponse): boolean {
  const header = headers.get('www-authenticate')
  return status === 401 && header !== null && !/\berror="invalid_token"/.test(header)
}

const PASS_AUTHORIZATION_FIX =
  'Configure the proxy to forward the Authorization header (nginx: proxy_set_header Authorization $http_authorization; Apache: CGIPassAuth, without its own AuthType).'

async function checkEndpoints(site: Site): Promise<readonly Finding[]> {
  const document = (await fetchServerMetadata(site)) ?? {}
  const paths = listEndpointPaths(site.origin, document)
  if (paths.length === 0) return []
  const answers: string[] = []
  for (const path of paths) {
    const answer = await site.request(path, { method: 'POST', headers: FORM, body: '' })
    if (!isOAuthError(answer)) answers.push(`POST ${path} returns ${describeResponse(answer)}`)
  }
  if (answers.length === 0) return [works('sign-in calls', 'OAuth requests of clients reach the server.')]
  return [
    fault(
      'sign-in calls',
      `OAuth requests do not reach the server: ${answers.join('; ')}. Clients expect an error with JSON.`,
      'Configure the proxy or firewall to forward all of /oauth/, including POST, without its own rules and pages.',
    ),
  ]
}

/** Paths of the endpoints that clients call: all but the authorization page. `checkDiscovery` reports endpoints on other hosts. */
const listEndpointPaths = (origin: string, document: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(document).flatMap(([name, address]) =>
    name.endsWith('_endpoint') &&
    name !== 'authorization_endpoint' &&
    typeof address === 'string' &&
    address.startsWith(`${origin}/`)
      ? [address.slice(origin.length)]
      : [],
  )

/** RFC 6749 5.2. */
const isOAuthError = ({ status, json }: SiteResponse): boolean =>
  status >= 400 && status < 500 && typeof json?.['error'] === 'string'

/** The sign-in pages, with their status for a request without parameters. */
const PAGES = [
  ['/login', 200],
  ['/oauth/authorize', 400],
] as const

async function checkSignInPages(site: Site): Promise<Finding> {
  const wrong: string[] = []
  for (const [path, status] of PAGES) {
    const answer = await site.request(path, { headers: { accept: 'text/html' } })
    if (isMovedToBaseUrl(answer, site) || (answer.status === status && isDragomanPage(answer))) continue
    wrong.push(`${path} returns ${describeResponse(answer)}`)
  }
  if (wrong.length === 0) return works('sign-in pages', 'Users reach the sign-in pages.')
  return fault(
    'sign-in pages',
    `Users cannot sign in: ${wrong.join('; ')} instead of Dragoman's page.`,
    'Configure the proxy to forward all paths, including /login and /oauth/, without its own pages.',
  )
}

/** Users sign in at one name of this machine, to which the others redirect. */
const isMovedToBaseUrl = ({ headers }: SiteResponse, { origin }: Site): boolean =>
  listBaseUrls(origin).some(base => base !== origin && headers.get('location')?.startsWith(`${base}/`) === true)

const isDragomanPage = ({ headers, text }: SiteResponse): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true && /<title>[^<]*Dragoman<\/title>/.test(text)

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
