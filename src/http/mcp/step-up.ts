import type { Call } from '../../tools/pipeline/call.ts'
import { insufficientScopeError, listMissingScopes } from '../../tools/pipeline/insufficient-scope.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import { findEffectiveTool } from '../../tools/registry.ts'
import { recordMissingScopes } from '../missing-scopes.ts'
import { parseResourceUri } from './resources/uri.ts'

/**
 * Rejects a message that needs scopes beyond those of the grant, so that the client requests them. Runs before the SDK.
 * A client that was just challenged for these scopes, or whose user denied them, is not challenged again: its call
 * fails with an error that the model can read.
 * @throws AppError `insufficient_scope`
 */
export async function assertGrantedScopes(body: unknown, caller: Pick<Call, 'services' | 'principal'>): Promise<void> {
  const { credential } = caller.principal
  // Other credentials have fixed scopes: a challenge could never succeed.
  if (credential.kind !== 'grant') return
  const missing = listCalledTools(body).map(tool => listMissingScopes(tool, caller.principal))
  const all = [...new Set(missing.flatMap(one => one.all))]
  const needed = new Set(missing.flatMap(one => one.all.filter(scope => !one.parts.includes(scope))))
  if (all.length > 0 && (await recordMissingScopes(caller, all)) === 'challenge')
    throw insufficientScopeError(all, caller, { parts: all.filter(scope => !needed.has(scope)) })
}

function listCalledTools(body: unknown): readonly Tool[] {
  return (Array.isArray(body) ? body : [body]).flatMap(message => {
    const called = findCalledTool(message)
    return (called && findEffectiveTool(called.name, called.args)) ?? []
  })
}

function hasResourceSubscriptions(params: { readonly notifications?: unknown } | null | undefined): boolean {
  const { resourceSubscriptions: subscribed } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(subscribed) && subscribed.length > 0
}

/** 2025 clients send no `Mcp-Name` header: the name is in the body. Resources are read by a tool. */
function findCalledTool(message: unknown): { readonly name: string; readonly args?: unknown } | undefined {
  const { method, params } = (message ?? {}) as {
    method?: unknown
    params?: { name?: unknown; arguments?: unknown; uri?: unknown; notifications?: unknown } | null
  }
  if (method === 'tools/call' && typeof params?.name === 'string') return { name: params.name, args: params.arguments }
  const read = method === 'resources/read' && typeof params?.uri === 'string' ? parseResourceUri(params.uri) : undefined
  if (read !== undefined) return { name: read.tool }
  // Subscribing requires read access. Only one kind of resource sends updates.
  if (method === 'subscriptions/listen' && hasResourceSubscriptions(params)) return { name: 'get_status' }
  return undefined
}
