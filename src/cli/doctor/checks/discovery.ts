import { type Finding, fault, works } from '../finding.ts'
import { compareIdentifier } from '../identifiers.ts'
import { describeResponse, type Site } from '../site.ts'

type Document = Readonly<Record<string, unknown>>

const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
/** Paths that clients also try; anything but a 404 stops their search. */
const FALLBACK_PATHS = ['/.well-known/oauth-authorization-server/mcp', '/.well-known/openid-configuration']

/** Checks both metadata documents as clients read them (RFC 8414, RFC 9728), and the paths next to them. */
export async function checkDiscovery(site: Site): Promise<readonly Finding[]> {
  return [...(await checkServerMetadata(site)), ...(await checkResourceMetadata(site)), await checkFallbackPaths(site)]
}

async function checkServerMetadata(site: Site): Promise<readonly Finding[]> {
  const document = await fetchDocument(site, 'sign-in', SERVER_METADATA_PATH)
  if ('finding' in document) return [document.finding]
  const { origin } = site
  const endpoints = Object.entries(document.found).filter(([name]) => name.endsWith('_endpoint'))
  const elsewhere = endpoints.filter(([, address]) => parseOrigin(address) !== origin).map(([name]) => name)
  return [
    compareIdentifier('issuer', document.found['issuer'], origin, origin),
    elsewhere.length === 0 && endpoints.length > 0
      ? works('endpoints', `All ${endpoints.length} OAuth endpoints are at ${origin}.`)
      : fault(
          'endpoints',
          endpoints.length === 0
            ? `${SERVER_METADATA_PATH} lists no endpoints.`
            : `Not at ${origin}: ${elsewhere.join(', ')}.`,
          `Set DRAGOMAN_BASE_URL=${origin} and restart the server.`,
        ),
  ]
}

async function checkResourceMetadata(site: Site): Promise<readonly Finding[]> {
  const { origin } = site
  const findings: Finding[] = []
  for (const path of [`${RESOURCE_METADATA_PATH}/mcp`, RESOURCE_METADATA_PATH]) {
    const document = await fetchDocument(site, 'resource', path)
    if ('finding' in document) findings.push(document.finding)
    else {
      const { resource, authorization_servers: servers } = document.found
      findings.push(
        compareIdentifier('resource', resource, `${origin}/mcp`, origin),
        compareIdentifier('resource issuer', Array.isArray(servers) ? servers[0] : servers, origin, origin),
      )
    }
  }
  // Both paths serve the same document: report the same finding once.
  return findings.filter(({ message }, at) => findings.findIndex(other => other.message === message) === at)
}

async function checkFallbackPaths(site: Site): Promise<Finding> {
  for (const path of FALLBACK_PATHS) {
    const answer = await site.request(path)
    if (answer.status === 404 && answer.json !== undefined) continue
    return fault(
      'not found',
      `${path} returns ${describeResponse(answer)}. Clients expect 404 with JSON.`,
      'Configure the proxy to forward all of /.well-known/ to Dragoman, without its own error pages.',
    )
  }
  return works('not found', 'Missing paths return 404 with JSON.')
}

/** Fetches the authorization server metadata; undefined when it cannot be read, which `checkDiscovery` reports. */
export async function fetchServerMetadata(site: Site): Promise<Document | undefined> {
  const document = await fetchDocument(site, 'sign-in', SERVER_METADATA_PATH)
  return 'found' in document ? document.found : undefined
}

type Fetched = { readonly found: Document } | { readonly finding: Finding }

async function fetchDocument(site: Site, check: string, path: string): Promise<Fetched> {
  const answer = await site.request(path)
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (answer.status === 200 && isJson && answer.json !== undefined) return { found: answer.json }
  return {
    finding: fault(
      check,
      `${path} returns ${describeResponse(answer)}. Clients expect 200 with JSON.`,
      'Configure the proxy to forward all of /.well-known/ to Dragoman, without redirects and its own pages.',
    ),
  }
}

const parseOrigin = (address: unknown): string | undefined =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined
