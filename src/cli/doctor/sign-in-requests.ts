import { fetchServerMetadata } from './discovery.ts'
import { type Finding, fault, works } from './finding.ts'
import { describeResponse, type Site, type SiteResponse } from './site.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
/** No token of anybody: the server has to see it, to refuse it. */
const FAKE_TOKEN = `svco_${'0'.repeat(48)}`

/** Whether what clients and people send on the way through signing in arrives: proxies and firewalls answer some of it themselves. */
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
        `POST /mcp with a made-up token gives ${describeResponse(answer)}, and clients expect 401.`,
        'Let the proxy or firewall pass /mcp on to Dragoman with its Authorization header, whatever the token is.',
      ),
    ]
  }
  // Without the header nothing is known; the check of the challenge tells of that.
  if (!answer.headers.has('www-authenticate')) return []
  if (!isTokenStripped(answer)) return [works('authorization', 'The server sees the token that a client sends.')]
  return [
    fault(
      'authorization',
      'The token that a client sends does not reach the server: it answers as if there were none, so no client gets in.',
      PASS_AUTHORIZATION_FIX,
    ),
  ]
}

/** RFC 6750 3.1: a server that saw no token names no error in its challenge. */
export function isTokenStripped({ status, headers }: SiteResponse): boolean {
  const header = headers.get('www-authenticate')
  return status === 401 && header !== null && !/\berror="invalid_token"/.test(header)
}

export const PASS_AUTHORIZATION_FIX =
  'Have the proxy pass the Authorization header on to Dragoman: something in front removes it (nginx: proxy_set_header Authorization $http_authorization; Apache: CGIPassAuth, no AuthType of its own).'

async function checkEndpoints(site: Site): Promise<readonly Finding[]> {
  const document = (await fetchServerMetadata(site)) ?? {}
  const paths = listEndpointPaths(site.origin, document)
  if (paths.length === 0) return []
  const answers: string[] = []
  for (const path of paths) {
    const answer = await site.request(path, { method: 'POST', headers: FORM, body: '' })
    if (!isOAuthError(answer)) answers.push(`POST ${path} gives ${describeResponse(answer)}`)
  }
  if (answers.length === 0) return [works('sign-in calls', 'Calls of clients that sign in reach the server.')]
  return [
    fault(
      'sign-in calls',
      `Clients expect an error in JSON for an empty call, but ${answers.join('; ')}.`,
      'Let the proxy or firewall pass all of /oauth/ on to Dragoman, POST as well, without rules and pages of its own.',
    ),
  ]
}

/** The paths that clients call, without the page to which browsers are sent. Those elsewhere are told of by `checkDiscovery`. */
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

/** The pages of signing in, with the status that each has when nothing is sent with it. */
const PAGES = [
  ['/login', 200],
  ['/oauth/authorize', 400],
] as const

async function checkSignInPages(site: Site): Promise<Finding> {
  const wrong: string[] = []
  for (const [path, status] of PAGES) {
    const answer = await site.request(path, { headers: { accept: 'text/html' } })
    if (answer.status !== status || !isDragomanPage(answer)) wrong.push(`${path} gives ${describeResponse(answer)}`)
  }
  if (wrong.length === 0) return works('sign-in pages', 'People reach the pages on which they sign in.')
  return fault(
    'sign-in pages',
    `People cannot sign in: ${wrong.join('; ')}, and not the page of Dragoman.`,
    'Let the proxy pass every path on to Dragoman, /login and /oauth/ as well, without pages of its own.',
  )
}

const isDragomanPage = ({ headers, text }: SiteResponse): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true && /<title>[^<]*Dragoman<\/title>/.test(text)
