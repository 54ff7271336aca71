import type { Engine, Prices } from '../../l10n/engines/engine.ts'

export interface LlmOptions {
  readonly id: string
  readonly provider: 'openai' | 'openai-compatible' | 'anthropic'
  readonly api?: 'chat' | 'responses' | undefined
  readonly url?: string | undefined
  readonly model: string
  readonly key?: string | undefined
  readonly prices: Pick<Prices, 'input' | 'output'>
  readonly isPaid: boolean
  readonly concurrency: number
  readonly batchSize: number
  readonly timeoutMs: number
  readonly temperature?: number | undefined
  readonly structured: 'json_schema' | 'json_object' | 'text'
  readonly now: () => Date
}

/** Replaced by the engine for language models. */
export function createLlmEngine({ id, model, isPaid, prices, concurrency, batchSize }: LlmOptions): Engine {
  const fail = async (): Promise<never> => {
    throw new Error(`${id} has no engine`)
  }
  return {
    id,
    kind: 'llm',
    model,
    isPaid,
    prices: { ...prices, characters: 0 },
    concurrency,
    batchSize,
    canRevise: true,
    findUnsupported: () => undefined,
    estimate: () => ({ requests: 1, input_tokens: 0, output_tokens: 0, characters: 0 }),
    translate: fail,
    test: fail,
  }
}
