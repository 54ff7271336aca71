import { delimiter, isAbsolute } from 'node:path'
import { z } from 'zod'
import { secret } from './fields.ts'

export const LLM_PROVIDERS = ['openai', 'openai-compatible', 'anthropic'] as const

/** In US dollars per million tokens or characters. */
export const MAX_PRICE = 10_000

/** Whether this is an http or https URL that can be extended by a path. */
export function isEngineUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password
}

/** The base URL of an engine's API; http is common on one machine or network. */
const engineUrl = (example: string) =>
  z
    .string()
    .refine(isEngineUrl, `Give an http or https URL without query and credentials, such as ${example}.`)
    .optional()

const PRICE_FIX = 'Give a number of US dollars per million tokens, such as 0.5.'
const price = () => z.coerce.number(PRICE_FIX).min(0, PRICE_FIX).max(MAX_PRICE, PRICE_FIX).optional()

/** The environment variables of translation engines. */
export const ENGINE_VARIABLES = {
  DRAGOMAN_ENGINES_FILE: z
    .string()
    .refine(isAbsolute, 'Give an absolute path, such as /etc/dragoman/engines.json.')
    .optional()
    .describe('JSON file with translation engines ([engines.md](engines.md)). Default: none.'),
  DRAGOMAN_LLM_PROVIDER: z
    .enum(LLM_PROVIDERS, `Give ${LLM_PROVIDERS.join(', ')}.`)
    .optional()
    .describe(
      'API of engine `llm`: `openai`, `openai-compatible` (Ollama, vLLM, LM Studio, OpenRouter) or `anthropic`.',
    ),
  DRAGOMAN_LLM_URL: engineUrl('http://localhost:11434/v1').describe(
    'Base URL of its API. Required for `openai-compatible`.',
  ),
  DRAGOMAN_LLM_MODEL: z.string().optional().describe('Its model, as the provider names it.'),
  DRAGOMAN_LLM_API_KEY: secret.describe('Its API key.'),
  DRAGOMAN_LLM_INPUT_PRICE: price().describe('US dollars per million input tokens.'),
  DRAGOMAN_LLM_OUTPUT_PRICE: price().describe('US dollars per million output tokens.'),
  DRAGOMAN_LIBRETRANSLATE_URL: engineUrl('http://localhost:5000').describe(
    'Base URL of engine `libretranslate`, a service with the API of LibreTranslate.',
  ),
  DRAGOMAN_LIBRETRANSLATE_API_KEY: secret.describe('Its API key.'),
}

const Variables = z.object(ENGINE_VARIABLES)

export type EngineVariables = z.output<typeof Variables>

/** Where the configuration of translation engines comes from. */
export interface EngineSources {
  readonly variables: EngineVariables
  /** Reads a variable that the file names. */
  readonly readVariable: (name: string) => string | undefined
  /** The folders in which programs are found. */
  readonly programFolders: readonly string[]
  /** Apertium's folder with language data, if it is not beside the program. */
  readonly apertiumData: string | undefined
}

export const readEngineSources = (variables: EngineVariables, env: NodeJS.ProcessEnv): EngineSources => ({
  variables,
  readVariable: name => env[name]?.trim() || undefined,
  programFolders: (env['PATH'] ?? '').split(delimiter).filter(isAbsolute),
  apertiumData: env['APERTIUM_DATADIR']?.trim() || undefined,
})
