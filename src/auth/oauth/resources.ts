import { OAuthFailure } from './failure.ts'

/** The protected resources with their own metadata (RFC 9728): the MCP endpoint and the REST API. */
export type Resource = 'mcp' | 'api'

/** Returns the identifier of a resource. */
export const resourceId = (baseUrl: string, resource: Resource): string => `${baseUrl}/${resource}`

/** Lists the audiences that a resource accepts (RFC 8707). A token for the MCP endpoint works for both, because the tools are the same. */
export const listAudiences = (baseUrl: string, resource: Resource): readonly string[] =>
  resource === 'mcp' ? [resourceId(baseUrl, 'mcp'), baseUrl] : listResources(baseUrl)

/** Lists all valid audiences: the MCP endpoint, the whole server, the REST API. */
const listResources = (baseUrl: string): readonly string[] => [
  resourceId(baseUrl, 'mcp'),
  baseUrl,
  resourceId(baseUrl, 'api'),
]

/** Returns the audience of a request without `resource`. */
const defaultResource = (baseUrl: string): string => resourceId(baseUrl, 'mcp')

/**
 * Parses and normalizes `resource`: lowercase scheme and host, no default port, no trailing slash.
 * @throws OAuthFailure `invalid_target` for resources of other servers.
 */
export function parseResources(given: readonly string[], baseUrl: string): readonly string[] {
  if (given.length === 0) return [defaultResource(baseUrl)]
  const ours = listResources(baseUrl)
  return [
    ...new Set(
      given.map(text => {
        const found = ours.find(resource => resource === normalizeResource(text))
        if (found !== undefined) return found
        throw new OAuthFailure('invalid_target', `resource is not one of ${ours.join(', ')}. Omit it for ${ours[0]}.`)
      }),
    ),
  ]
}

function normalizeResource(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || text.includes('#') || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '') return undefined
  return url.href.replace(/\/$/, '')
}
