import type { LanguageModel } from 'ai'
import type { LlmOptions } from './options.ts'

/** Loads the package of the provider, which takes a while, and creates the model. */
export async function loadModel({
  id,
  provider,
  api,
  url,
  model,
  key,
  structured,
}: LlmOptions): Promise<LanguageModel> {
  const place = { ...(url !== undefined && { baseURL: url }), ...(key !== undefined && { apiKey: key }) }
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const openai = createOpenAI(place)
      return api === 'chat' ? openai.chat(model) : openai.responses(model)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(place)(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const supportsStructuredOutputs = structured === 'json_schema'
      return createOpenAICompatible({ name: id, baseURL: url ?? '', ...place, supportsStructuredOutputs })(model)
    }
  }
}
