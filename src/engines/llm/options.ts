/** A language model and how to reach it. */
export interface LlmOptions {
  /** The name of the engine. */
  readonly id: string
  /** `openai-compatible` is any endpoint with chat completions: Ollama, vLLM, LM Studio, OpenRouter. */
  readonly provider: 'openai' | 'openai-compatible' | 'anthropic'
  /** For `openai`. Default: responses. */
  readonly api?: 'chat' | 'responses' | undefined
  /** Without a path, `/v1` is added. Default: the address of the provider. */
  readonly url?: string | undefined
  readonly model: string
  readonly key?: string | undefined
  /** US dollars per million tokens. */
  readonly prices: { readonly input: number; readonly output: number }
  readonly isPaid: boolean
  readonly concurrency: number
  readonly batchSize: number
  readonly timeoutMs: number
  readonly temperature?: number | undefined
  /** How the provider is asked for JSON: by a schema, as any JSON object, or by the prompt alone. */
  readonly structured: 'json_schema' | 'json_object' | 'text'
  readonly now: () => Date
}

const DEFAULT_URLS: Readonly<Record<LlmOptions['provider'], string>> = {
  openai: 'https://api.openai.com',
  // Ollama.
  'openai-compatible': 'http://127.0.0.1:11434',
  anthropic: 'https://api.anthropic.com',
}

/** The address that the paths of the API are added to. */
export function getBaseUrl({ provider, url = DEFAULT_URLS[provider] }: Pick<LlmOptions, 'provider' | 'url'>): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname === '/' ? '/v1' : pathname.replace(/\/+$/, '')}`
}

/** Names the engine in messages: `gpt (gpt-5-mini at https://api.openai.com)`. */
export const describeEngine = (options: Pick<LlmOptions, 'id' | 'model' | 'provider' | 'url'>): string =>
  `${options.id} (${options.model} at ${new URL(getBaseUrl(options)).origin})`
