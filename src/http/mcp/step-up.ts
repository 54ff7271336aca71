import type { Scope } from '../../auth/scopes.ts'
import type { Call } from '../../tools/call.ts'
import { insufficientScope } from '../../tools/insufficient-scope.ts'
import { TOOLS } from '../../tools/registry.ts'
import { noteWant } from '../note-want.ts'
import { resourceCall } from './resources/uri.ts'

const scopeOf = new Map(TOOLS.map(({ name, scope }) => [name, scope]))

/**
 * Refuses a message that needs scopes beyond those of a grant, so that its client asks for them; decided before the SDK runs. The call of a client
 * that was challenged for them just now, or whose person said no, goes on, and is refused in words that its model reads.
 * @throws AppError `insufficient_scope`
 */
export async function stepUp(body: unknown, caller: Pick<Call, 'services' | 'principal'>): Promise<void> {
  const { scopes, credential } = caller.principal
  // With fixed scopes a client can only fail on a challenge.
  if (credential.kind !== 'grant') return
  const missing = neededScopes(body).filter(scope => !scopes.has(scope))
  if (missing.length > 0 && (await noteWant(caller, missing)) === 'challenge') throw insufficientScope(missing, caller)
}

function neededScopes(body: unknown): readonly Scope[] {
  const tools = (Array.isArray(body) ? body : [body]).map(calledTool)
  return [...new Set(tools.map(tool => scopeOf.get(tool ?? '')))].filter(scope => scope != null)
}

function asksForResources(params: { readonly notifications?: unknown } | null | undefined): boolean {
  const { resourceSubscriptions: asked } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(asked) && asked.length > 0
}

/** 2025 clients send no `Mcp-Name` header: the name is in the body. A resource is read by a tool. */
function calledTool(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as {
    method?: unknown
    params?: { name?: unknown; uri?: unknown; notifications?: unknown } | null
  }
  if (method === 'tools/call' && typeof params?.name === 'string') return params.name
  if (method === 'resources/read' && typeof params?.uri === 'string') return resourceCall(params.uri)?.tool
  // What is listened to is read; only of one kind of resource anything is to be heard.
  if (method === 'subscriptions/listen' && asksForResources(params)) return 'get_status'
  return undefined
}
