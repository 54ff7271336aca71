import type { Output } from 'ai'
import type { LlmOptions } from './options.ts'
import type { JsonSchema } from './prompts/answer-schema.ts'

/** How the provider is asked for JSON. The text is read by ourselves, because a cut or wrapped answer is still useful. */
export function toOutput(
  structured: LlmOptions['structured'],
  schema: JsonSchema,
): Output.Output<string, string, never> {
  const format =
    structured === 'text'
      ? ({ type: 'text' } as const)
      : ({ type: 'json', ...(structured === 'json_schema' && { schema, name: 'translations' }) } as const)
  return {
    name: 'translations',
    responseFormat: Promise.resolve(format),
    parseCompleteOutput: ({ text }) => Promise.resolve(text),
    parsePartialOutput: ({ text }) => Promise.resolve({ partial: text }),
    createElementStreamTransform: () => undefined,
  }
}
