import type { TraceContext } from '../../telemetry/telemetry.ts'
import type { LocalSurface } from '../../tools/pipeline/call.ts'

/** The names of W3C Trace Context and Baggage, which MCP reserves in `_meta` (2026-07-28, "General fields: _meta"). */
const TRACE_FIELDS: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage'])
const MAX_LENGTH = 512

/** Whether a field of `_meta` belongs to the trace of the caller. */
export const isTraceField = (name: string, value: unknown): boolean =>
  typeof value === 'string' && TRACE_FIELDS.has(name)

/** Finds the trace that a client names for one message; undefined for batches. */
export function findTraceContext(body: unknown): TraceContext | undefined {
  const { traceparent, tracestate } = readMeta(body)
  if (typeof traceparent !== 'string' || traceparent.length > MAX_LENGTH) return undefined
  return { traceparent, tracestate: typeof tracestate === 'string' ? tracestate.slice(0, MAX_LENGTH) : undefined }
}

/** The field of `_meta` in which the command line and its stdio server name themselves. */
export const PROGRAM_FIELD = 'dragoman/program'

/** Finds our own program that sent a message; undefined for other MCP clients. Like the name of the client, it is what the program says of itself. */
export function findProgram(body: unknown): LocalSurface | undefined {
  const named = readMeta(body)[PROGRAM_FIELD]
  return named === 'cli' || named === 'stdio' ? named : undefined
}

function readMeta(body: unknown): Readonly<Record<string, unknown>> {
  const { params } = (body ?? {}) as { params?: { _meta?: Readonly<Record<string, unknown>> | null } | null }
  return params?._meta ?? {}
}
