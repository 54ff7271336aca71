import { OAuthFailure } from './failure.ts'

/** What a token can be for (RFC 8707): the MCP endpoint, the REST API, or the whole service. */
export const resourcesOf = (baseUrl: string): readonly string[] => [`${baseUrl}/mcp`, baseUrl, `${baseUrl}/api`]

/** What a client that names no resource means. */
export const defaultResource = (baseUrl: string): string => `${baseUrl}/mcp`

/**
 * The resources that a request names, normalised: lower case scheme and host, no default port, no trailing slash.
 * @throws OAuthFailure `invalid_target` for anything that is not ours.
 */
export function parseResources(given: readonly string[], baseUrl: string): readonly string[] {
  if (given.length === 0) return [defaultResource(baseUrl)]
  const ours = resourcesOf(baseUrl)
  return [
    ...new Set(
      given.map(text => {
        const found = ours.find(resource => resource === normalise(text))
        if (found !== undefined) return found
        throw new OAuthFailure(
          'invalid_target',
          `resource is not one of ${ours.join(', ')}. Leave it out for ${ours[0]}.`,
        )
      }),
    ),
  ]
}

function normalise(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || text.includes('#') || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '') return undefined
  return url.href.replace(/\/$/, '')
}
