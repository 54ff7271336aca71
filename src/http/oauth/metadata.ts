import { CAPABILITIES } from '../../auth/oauth/capabilities.ts'
import { type Resource, resourceId } from '../../auth/oauth/resources.ts'
import { ALL_SCOPES } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../../tools/closest-name.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import type { Exchange } from '../exchange.ts'
import { assertHost } from '../host-and-origin.ts'
import { enforceLimit } from '../limits/enforce.ts'
import { methodNotAllowedError } from '../requests/fault.ts'
import { clientAddress } from '../requests/headers.ts'
import { answerOptions, setCorsHeaders } from '../responses/headers.ts'
import { encodeDocument, sendDocument } from '../responses/json-document.ts'
import { sendProblem } from '../responses/problem.ts'
import type { OAuthDeps } from './endpoint.ts'

/** `baseUrl`: the one by which the client reached the server. Clients compare it with the URL they were given (RFC 8414 3.3, RFC 9728 3.3). */
type MetadataDeps = Pick<Services, 'baseUrl' | 'auth'>

const METHODS = 'GET, HEAD, OPTIONS'

/**
 * The discovery documents. Their paths are exact; a client that looks elsewhere must get an error (RFC 8414 3.1, RFC
 * 9728 3.1).
 */
const DOCUMENTS: Readonly<Record<string, (facts: MetadataDeps) => object>> = {
  '/.well-known/oauth-authorization-server': serverMetadata,
  '/.well-known/oauth-protected-resource': resourceMetadata('mcp', 'Dragoman'),
  '/.well-known/oauth-protected-resource/mcp': resourceMetadata('mcp', 'Dragoman'),
  '/.well-known/oauth-protected-resource/api': resourceMetadata('api', 'Dragoman REST API'),
}

/**
 * Whether clients look for metadata at a path. Some append `/.well-known/` to the URL of the MCP endpoint:
 * `/mcp/.well-known/`.
 */
export const isMetadataPath = (path: string): boolean => /^(\/mcp)?\/\.well-known\//.test(path)

/** Serves the metadata, and 404 as JSON for related paths: pages and redirects would end a client's discovery. */
export async function serveMetadata(
  exchange: Exchange,
  { services, limits, trustProxy, site }: OAuthDeps,
): Promise<void> {
  const { request, response, path, baseUrl } = exchange
  setCorsHeaders(response)
  try {
    if (request.method === 'OPTIONS') return answerOptions(request, response, METHODS)
    assertHost(request.headers.host, services.baseUrl, site)
    await enforceLimit(response, limits, 'well_known', clientAddress(request, trustProxy))
    const document = Object.hasOwn(DOCUMENTS, path) ? DOCUMENTS[path] : undefined
    if (document === undefined) throw metadataNotFoundError(path)
    if (request.method === 'GET' || request.method === 'HEAD')
      return sendDocument(request, response, encodeDocument(document({ baseUrl, auth: services.auth })))
    throw methodNotAllowedError(exchange, path, METHODS)
  } catch (error) {
    sendProblem(exchange, error)
  }
}

/** Authorization server metadata (RFC 8414, RFC 9207 3, RFC 8628 4). */
function serverMetadata({ baseUrl, auth }: MetadataDeps) {
  const { paths, authMethods } = CAPABILITIES
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${paths.authorize}`,
    token_endpoint: `${baseUrl}${paths.token}`,
    registration_endpoint: `${baseUrl}${paths.register}`,
    revocation_endpoint: `${baseUrl}${paths.revoke}`,
    introspection_endpoint: `${baseUrl}${paths.introspect}`,
    device_authorization_endpoint: `${baseUrl}${paths.device}`,
    response_types_supported: CAPABILITIES.responseTypes,
    response_modes_supported: CAPABILITIES.responseModes,
    grant_types_supported: CAPABILITIES.grantTypes,
    code_challenge_methods_supported: CAPABILITIES.codeChallengeMethods,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    // RFC 7662 2.1: introspection requires authentication.
    introspection_endpoint_auth_methods_supported: authMethods.filter(method => method !== 'none'),
    scopes_supported: CAPABILITIES.scopes,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: auth.clientDocuments !== 'off',
    service_documentation: `${baseUrl}/`,
  }
}

/**
 * Protected resource metadata (RFC 9728). Lists the scopes of the resource; `offline_access` belongs to the
 * authorization server.
 */
function resourceMetadata(resource: Resource, name: string) {
  return ({ baseUrl }: MetadataDeps) => ({
    resource: resourceId(baseUrl, resource),
    authorization_servers: [baseUrl],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${baseUrl}/`,
  })
}

function metadataNotFoundError(path: string): AppError {
  const close = findClosestName(path, Object.keys(DOCUMENTS))
  return new AppError('not_found', `${echo(path)} does not exist.`, {
    fix: `The metadata is at ${close ?? Object.keys(DOCUMENTS).join(' and ')}.`,
  })
}
