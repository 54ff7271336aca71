import { setTimeout as wait } from 'node:timers/promises'
import type { Engine, EngineBatch, EngineItem } from '../../src/l10n/engines/engine.ts'
import type { Message } from '../../src/l10n/message/message.ts'

/** An engine that answers each request after a fixed time, with each text in brackets. */
export interface FixedEngine extends Engine {
  /** Requests so far. */
  readonly count: () => number
}

export function fixedEngine(latency: number, batchSize: number): FixedEngine {
  let requests = 0
  const usageOf = ({ items }: EngineBatch) => ({
    requests: 1,
    input_tokens: 20 * items.length,
    output_tokens: 10 * items.length,
    characters: 0,
  })
  return {
    id: 'fixed',
    kind: 'llm',
    model: 'fixed-1',
    isPaid: false,
    prices: { input: 1, output: 2, characters: 0 },
    concurrency: 64,
    batchSize,
    canRevise: true,
    findUnsupported: () => undefined,
    estimate: usageOf,
    translate: async (batch, signal) => {
      requests += 1
      await wait(latency, undefined, { signal })
      return { answers: batch.items.map(toAnswer), usage: usageOf(batch), model: 'fixed-1' }
    },
    test: async () => 'It answers.',
    count: () => requests,
  }
}

const toAnswer = ({ id, source }: EngineItem) => ({ id, value: bracket(source) })

const bracket = (source: Message): Message =>
  typeof source === 'string'
    ? `[${source}]`
    : Object.fromEntries(Object.entries(source).map(([name, text]) => [name, `[${text}]`]))
