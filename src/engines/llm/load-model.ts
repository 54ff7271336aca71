import type * as sdk from 'ai'
import { isCount } from '../../l10n/engines/engine.ts'
import { isObject, tryParseObject } from '../../text/try-parse-json.ts'
import { getBaseUrl, type LlmOptions } from './options.ts'

/**
 * Replaces `usage` in an answer by its counts of tokens, under the names of all APIs, and the time, which nobody reads, by 0. The SDK rejects answers in which
 * they have another shape, although these were paid for, and takes any number for a count.
 */
function normalizeUsage(json: string): string {
  const answer = tryParseObject(json)
  if (answer === undefined) return json
  const usage = isObject(answer['usage']) ? answer['usage'] : {}
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

/** Maximum bytes of an answer. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * A fetch for the SDK. It ends answers that are too long, normalizes the usage that they report, and follows no redirects: they could send strings and the key
 * elsewhere.
 */
const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new RangeError('The answer is larger than 4 MiB.'))
      else chunks.push(chunk)
    },
    flush: controller => {
      const body = Buffer.concat(chunks)
      controller.enqueue(response.ok ? Buffer.from(normalizeUsage(body.toString('utf8'))) : body)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}

/** The SDK, loaded at the first request, with the model of an engine. */
export interface LoadedModel {
  readonly model: sdk.LanguageModel
  readonly generateText: typeof sdk.generateText
  readonly isApiError: (error: unknown) => error is sdk.APICallError
}

export async function loadModel(options: LlmOptions): Promise<LoadedModel> {
  const [{ generateText, APICallError }, model] = await Promise.all([import('ai'), createModel(options)])
  // The SDK prints its warnings to the console, also where stdout speaks MCP.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return { model, generateText, isApiError: error => APICallError.isInstance(error) }
}

/** Address and key are always passed: the SDK would read absent ones from the environment. */
async function createModel(options: LlmOptions): Promise<sdk.LanguageModel> {
  const { id, provider, api = 'responses', model, key, structured } = options
  const settings = { baseURL: getBaseUrl(options), apiKey: key ?? '', fetch: limitedFetch }
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model)
  if (provider === 'openai') {
    const openai = (await import('@ai-sdk/openai')).createOpenAI(settings)
    return api === 'chat' ? openai.chat(model) : openai.responses(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { apiKey, ...others } = settings
  return createOpenAICompatible({
    name: id,
    ...others,
    ...(apiKey !== '' && { apiKey }),
    supportsStructuredOutputs: structured === 'json_schema',
  })(model)
}
