import { listBaseUrls, mergeLoopbackNames } from './base-urls.ts'
import { OAuthFailure } from './failure.ts'

/** The protected resources with their own metadata (RFC 9728): the MCP endpoint and the REST API. */
export type Resource = 'mcp' | 'api'

/** Returns the identifier of a resource. */
export const resourceId = (baseUrl: string, resource: Resource): string => `${baseUrl}/${resource}`

/** Lists the audiences that a resource accepts (RFC 8707). A token for the MCP endpoint works for both, because the tools are the same. */
export const listAudiences = (baseUrl: string, resource: Resource): readonly string[] =>
  listBaseUrls(baseUrl).flatMap(base => (resource === 'mcp' ? [resourceId(base, 'mcp'), base] : listResources(base)))

/** Lists the valid audiences under one base URL: the MCP endpoint, the whole server, the REST API. */
const listResources = (baseUrl: string): readonly string[] => [
  resourceId(baseUrl, 'mcp'),
  baseUrl,
  resourceId(baseUrl, 'api'),
]

/**
 * Parses and normalizes `resource`: lowercase scheme and host, no default port, no trailing slash. Without `resource`, it is the MCP endpoint. `baseUrl` is
 * the base URL of the request.
 * @throws OAuthFailure `invalid_target` for resources of other servers.
 */
export function parseResources(given: readonly string[], baseUrl: string): readonly string[] {
  const [first = baseUrl, ...others] = listResources(baseUrl)
  if (given.length === 0) return [first]
  const ours = listBaseUrls(baseUrl).flatMap(listResources)
  const found = given.map(text => {
    const normalized = normalizeResource(text)
    const resource = ours.find(one => one === normalized)
    if (resource !== undefined) return resource
    throw new OAuthFailure(
      'invalid_target',
      `resource is not one of ${[first, ...others].join(', ')}. Omit it for ${first}.`,
    )
  })
  return found.filter((one, at) => found.findIndex(other => isSameResource(one, other)) === at)
}

/** Returns whether two resources of this server are the same: loopback names are one. */
export const isSameResource = (one: string, other: string): boolean =>
  mergeLoopbackNames(one) === mergeLoopbackNames(other)

/** Returns the issuer of the tokens for resources: the authorization server that the metadata of the first names (RFC 9728 2). */
export const findIssuer = ([resource = '']: readonly string[], baseUrl: string): string =>
  listBaseUrls(baseUrl).find(base => resource === base || resource.startsWith(`${base}/`)) ?? baseUrl

function normalizeResource(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || text.includes('#') || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '') return undefined
  return url.href.replace(/\/$/, '')
}
