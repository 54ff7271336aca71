import type * as sdk from 'ai'
import { limitedFetch } from './limit-response.ts'
import { getBaseUrl, type LlmOptions } from './options.ts'

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
