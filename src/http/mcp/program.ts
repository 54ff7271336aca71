import type { LocalSurface } from '../../tools/pipeline/call.ts'

/** The field of `_meta` in which the command line and its stdio server name themselves. */
export const PROGRAM_FIELD = 'dragoman/program'

/** Finds our own program that sent a message; undefined for other MCP clients. Like the name of the client, it is what the program says of itself. */
export function findProgram(body: unknown): LocalSurface | undefined {
  const { params } = (body ?? {}) as { params?: { _meta?: Readonly<Record<string, unknown>> | null } | null }
  const named = params?._meta?.[PROGRAM_FIELD]
  return named === 'cli' || named === 'stdio' ? named : undefined
}
