import { AppError } from '../../errors.ts'
import { secondsSince } from '../../telemetry/telemetry.ts'
import type { Call } from './call.ts'

/** Runs a call in a span, and counts it by its outcome. */
export function observeCall(tool: string, call: Call, run: () => Promise<unknown>): Promise<unknown> {
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
