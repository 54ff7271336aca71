import { generateText, jsonSchema, type LanguageModel, NoObjectGeneratedError, Output } from 'ai'
import type { EngineBatch } from '../../l10n/engines/engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { loadModel } from './load-model.ts'
import type { LlmOptions } from './options.ts'
import type { Prompt } from './prompts/translate.ts'
import { toEngineError } from './to-engine-error.ts'

/** What a model answered; tokens only if it counts them. */
export interface Reply {
  readonly text: string
  readonly model: string | undefined
  readonly input: number | undefined
  readonly output: number | undefined
  readonly isRefused: boolean
  readonly isCut: boolean
}

/** Sends a prompt once. @throws EngineError; the error of `signal` when it is aborted. */
export type SendPrompt = (
  prompt: Prompt,
  batch: Pick<EngineBatch, 'idempotencyKey'>,
  signal: AbortSignal,
) => Promise<Reply>

/** Loads the model of an engine. */
export async function createSendPrompt(options: LlmOptions): Promise<SendPrompt> {
  // The package would write its warnings to the console; they tell operators nothing that they can change.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const model = await loadModel(options)
  return (prompt, batch, signal) => sendPrompt(model, prompt, batch, options, signal)
}

async function sendPrompt(
  model: LanguageModel,
  { system, user, schema }: Prompt,
  { idempotencyKey }: Pick<EngineBatch, 'idempotencyKey'>,
  options: LlmOptions,
  signal: AbortSignal,
): Promise<Reply> {
  const { structured, temperature, timeoutMs } = options
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const result = await generateText({
      model,
      system,
      prompt: user,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, limit]),
      headers: { 'idempotency-key': idempotencyKey },
      // Anthropic requires a limit, and the package has a low one for models that it does not know.
      ...(options.provider === 'anthropic' && { maxOutputTokens: toOutputLimit(user) }),
      ...(temperature !== undefined && { temperature }),
      ...(structured !== 'text' && { output: Output.object({ schema: jsonSchema(schema) }) }),
    })
    return {
      text: result.text,
      model: result.response.modelId,
      input: result.usage.inputTokens,
      output: result.usage.outputTokens,
      isRefused: result.finishReason === 'content-filter',
      isCut: result.finishReason === 'length',
    }
  } catch (error) {
    signal.throwIfAborted()
    // The text is no JSON of the schema; it may still have items.
    if (NoObjectGeneratedError.isInstance(error)) {
      return {
        text: error.text ?? '',
        model: error.response?.modelId,
        input: error.usage?.inputTokens,
        output: error.usage?.outputTokens,
        isRefused: error.finishReason === 'content-filter',
        isCut: error.finishReason === 'length',
      }
    }
    throw toEngineError(error, { ...options, isTimeout: limit.aborted })
  }
}

const MIN_OUTPUT_TOKENS = 4_096

/** Translations are rarely longer than twice the data that they come from. */
const toOutputLimit = (user: string): number => Math.max(MIN_OUTPUT_TOKENS, 2 * estimateTokens(user))
