import { isCount } from '../../l10n/engines/engine.ts'
import { isFields, parseObject } from './parse-object.ts'

/**
 * Replaces `usage` in an answer by its counts of tokens, under the names of all APIs, and the time, which nobody reads, by 0. The SDK rejects answers in which
 * they have another shape, although these were paid for, and takes any number for a count.
 */
export function normalizeUsage(json: string): string {
  const answer = parseObject(json)
  if (answer === undefined) return json
  const usage = isFields(answer['usage']) ? answer['usage'] : {}
  const input = addCounts([
    usage['prompt_tokens'] ?? usage['input_tokens'],
    // Anthropic counts these apart.
    usage['cache_creation_input_tokens'] ?? 0,
    usage['cache_read_input_tokens'] ?? 0,
  ])
  const output = addCounts([usage['completion_tokens'] ?? usage['output_tokens']])
  return JSON.stringify({
    ...answer,
    created: 0,
    created_at: 0,
    usage: { prompt_tokens: input, completion_tokens: output, input_tokens: input, output_tokens: output },
  })
}

/** No count, for providers that report none. The SDK demands a number, or reads an absent one as 0. */
const UNKNOWN = -1

function addCounts(parts: readonly unknown[]): number {
  const counts = parts.filter(isCount)
  return counts.length === parts.length ? counts.reduce((sum, count) => sum + count, 0) : UNKNOWN
}
