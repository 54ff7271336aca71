import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { secondsSince } from '../../telemetry/telemetry.ts'
import type { Call } from './call.ts'
import { withConcurrencyLimit } from './concurrency-limit.ts'
import { runRead, runWrite } from './run.ts'
import type { ReadSpec, Resource, RestRoute, Spec, Tool, WriteSpec } from './tool.ts'

/** A repeated call with the same key returns the first response, for a day. */
const IdempotencyKey = z.string().min(1).max(200).optional()

/** Defines a reading tool: it runs on durable state, outside of transactions. */
export function readTool<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  spec: ReadSpec<I, O, R>,
): Tool & { readonly output: O } {
  const hints = { readOnly: true, destructive: false, idempotent: true }
  const strict = { ...spec, input: spec.input.strict() as unknown as I }
  const invoke: Tool['invoke'] = (raw, call) =>
    observeCall(spec.name, call, () =>
      withConcurrencyLimit(call.principal.user.id, leaveSlot => runRead(strict, raw, { ...call, leaveSlot })),
    )
  return { ...toToolMetadata(spec), hints, grows: false, invoke }
}

/** Defines a writing tool: everything after parsing, including its audit event, is one transaction. */
export function writeTool<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  spec: WriteSpec<I, O, R>,
): Tool & { readonly output: O } {
  const hints = { readOnly: false, ...spec.hints }
  const input = spec.secret === true ? spec.input : spec.input.extend({ idempotency_key: IdempotencyKey })
  const strict = { ...spec, input: input.strict() as unknown as I }
  const run: Tool['invoke'] = (raw, call) => runWrite(strict, raw, call)
  // Revocations never wait for other calls of the user.
  const invoke: Tool['invoke'] = (raw, call) =>
    observeCall(spec.name, call, () =>
      spec.urgent === true ? run(raw, call) : withConcurrencyLimit(call.principal.user.id, () => run(raw, call)),
    )
  return { ...toToolMetadata(spec), pastTense: spec.pastTense, input, hints, grows: spec.grows, invoke }
}

function toToolMetadata<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(spec: Spec<I, O, R>) {
  const {
    name,
    title,
    description,
    scope,
    alsoReads = [],
    toolset,
    rest,
    unlisted = [],
    input,
    output,
    structured = false,
  } = spec
  return { name, title, description, scope, alsoReads, toolset, rest, unlisted, input, output, structured }
}

type RouteOptions = Omit<RestRoute, 'method' | 'path' | 'bind'>

/** An address below a project, which is the field `project`. */
export const ofProject = (method: RestRoute['method'], path: string, options: RouteOptions = {}): RestRoute => ({
  method,
  path: `/api/projects/:account/:project${path}`,
  bind: { project: ':account/:project' },
  ...options,
})

/** The same address below a project and below an account, either of which is the field `target`. */
export const ofTarget = (method: RestRoute['method'], path: string, options?: RouteOptions): RestRoute[] => [
  { ...ofProject(method, path, options), bind: { target: ':account/:project' } },
  { method, path: `/api/accounts/:account${path}`, bind: { target: ':account' }, ...options },
]

/** Runs a call in a span, and counts it by its outcome. */
function observeCall(tool: string, call: Call, run: () => Promise<unknown>): Promise<unknown> {
  const { surface, trace, services } = call
  const { meters, tracer } = services.telemetry
  const began = performance.now()
  const attributes = {
    'gen_ai.tool.name': tool,
    'dragoman.surface': surface,
    'dragoman.request_id': call.requestId,
    ...(surface === 'mcp' && { 'mcp.method.name': 'tools/call' }),
  }
  return tracer.span({ name: `tool ${tool}`, attributes, parent: trace }, async () => {
    try {
      const answer = await run()
      meters.toolCalled({ tool, surface, code: 'ok', seconds: secondsSince(began) })
      return answer
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal_error'
      meters.toolCalled({ tool, surface, code, seconds: secondsSince(began) })
      if (code === 'quota_exceeded') meters.quotaRefused(findLimit(error))
      throw error
    }
  })
}

/** Limits of the product, such as open reviews, have no name of their own. */
const findLimit = (error: unknown): string => (error instanceof AppError ? error.limit : undefined) ?? 'other'
