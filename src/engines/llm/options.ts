/** The settings of a language model. */
export interface LlmOptions {
  readonly id: string
  /** `openai-compatible`: any server with OpenAI's chat completions, such as Ollama, vLLM, LM Studio or OpenRouter. */
  readonly provider: 'openai' | 'openai-compatible' | 'anthropic'
  /** Of `openai` only; default: responses. */
  readonly api?: 'chat' | 'responses' | undefined
  /** Base URL, such as `http://127.0.0.1:11434/v1`; default: that of the provider. Required for `openai-compatible`. */
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
  /** How the model is told the shape of its answer: by a schema, as any JSON, or by the prompt alone. */
  readonly structured: 'json_schema' | 'json_object' | 'text'
  readonly now: () => Date
}
