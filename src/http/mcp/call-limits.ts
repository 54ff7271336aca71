import { findTool, hasTool } from '../../tools/registry.ts'
import { getCallLimit } from '../limits/caller.ts'
import type { CallLimit } from '../limits/limits.ts'

/** What each message of a body counts for; whatever calls no tool is a read. */
export function getCallLimits(body: unknown): readonly CallLimit[] {
  return (Array.isArray(body) ? body : [body]).map((message: unknown) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
    const name = method === 'tools/call' ? params?.name : undefined
    return typeof name === 'string' && hasTool(name) ? getCallLimit(findTool(name)) : 'read'
  })
}
