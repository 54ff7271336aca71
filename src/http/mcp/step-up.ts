import type { Principal } from '../../auth/principal.ts'
import type { Scope } from '../../auth/scopes.ts'
import { TOOLS } from '../../tools/registry.ts'
import { scopeChallenge } from '../challenge.ts'

const scopeOf = new Map(TOOLS.map(({ name, scope }) => [name, scope]))

/** The scopes to challenge for, when a message calls a tool beyond the scopes of a credential that can step up; decided before the SDK runs. */
export function stepUpScopes(body: unknown, principal: Principal): readonly Scope[] {
  const missing = messages(body)
    .map(message => scopeOf.get(calledTool(message) ?? ''))
    .filter((scope): scope is Scope => scope != null && !principal.scopes.has(scope))
  return [...new Set(missing)].filter(
    scope => scopeChallenge({ credentialKind: principal.credential.kind, missing: scope }) === 'challenge',
  )
}

const messages = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [body])

/** 2025 clients send no `Mcp-Name` header: the name is in the body. */
function calledTool(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined
}
