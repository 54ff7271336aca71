import type { Scope } from '../../auth/policy/scopes.ts'
import type { Call } from '../../tools/pipeline/call.ts'
import { insufficientScopeError } from '../../tools/pipeline/insufficient-scope.ts'
import { TOOLS } from '../../tools/registry.ts'
import { recordMissingScopes } from '../missing-scopes.ts'
import { parseResourceUri } from './resources/uri.ts'

const scopeByTool = new Map(TOOLS.map(({ name, scope }) => [name, scope]))

/**
 * Refuses a message that needs scopes beyond those of a grant, so that its client asks for them; decided before the SDK runs. The call of a client
 * that was challenged for them just now, or whose person said no, goes on, and is refused in words that its model reads.
 * @throws AppError `insufficient_scope`
 */
export async function assertGrantedScopes(body: unknown, caller: Pick<Call, 'services' | 'principal'>): Promise<void> {
  const { scopes, credential } = caller.principal
  // With fixed scopes a client can only fail on a challenge.
  if (credential.kind !== 'grant') return
  const missing = neededScopes(body).filter(scope => !scopes.has(scope))
  if (missing.length > 0 && (await recordMissingScopes(caller, missing)) === 'challenge')
    throw insufficientScopeError(missing, caller)
}

function neededScopes(body: unknown): readonly Scope[] {
  const tools = (Array.isArray(body) ? body : [body]).map(findCalledTool)
  return [...new Set(tools.map(tool => scopeByTool.get(tool ?? '')))].filter(scope => scope != null)
}

function hasResourceSubscriptions(params: { readonly notifications?: unknown } | null | undefined): boolean {
  const { resourceSubscriptions: asked } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(asked) && asked.length > 0
}

/** 2025 clients send no `Mcp-Name` header: the name is in the body. A resource is read by a tool. */
function findCalledTool(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as {
    method?: unknown
    params?: { name?: unknown; uri?: unknown; notifications?: unknown } | null
  }
  if (method === 'tools/call' && typeof params?.name === 'string') return params.name
  if (method === 'resources/read' && typeof params?.uri === 'string') return parseResourceUri(params.uri)?.tool
  // What is listened to is read; only of one kind of resource anything is to be heard.
  if (method === 'subscriptions/listen' && hasResourceSubscriptions(params)) return 'get_status'
  return undefined
}
