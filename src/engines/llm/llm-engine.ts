import type { Engine, EngineBatch, EngineResult, Usage } from '../../l10n/engines/engine.ts'
import { messageUnits } from '../../l10n/message/message.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { LlmOptions } from './options.ts'
import { PROMPT_VERSION, type Prompt, toPrompt } from './prompts/translate.ts'
import { readAnswer } from './read-answer.ts'
import type { Reply, SendPrompt } from './send-prompt.ts'

/** Creates an engine that translates with a language model. Repeats no request: runs do that. */
export function createLlmEngine(options: LlmOptions): Engine {
  const { id, model, prices, isPaid, concurrency, batchSize, now } = options
  let loading: Promise<SendPrompt> | undefined
  const translate = async (batch: EngineBatch, signal: AbortSignal): Promise<EngineResult> => {
    // The packages of the provider take a while to load, and a server may never need them.
    loading ??= import('./send-prompt.ts').then(({ createSendPrompt }) => createSendPrompt(options))
    const prompt = toPrompt(batch)
    const send = await loading
    const reply = await send(prompt, batch, signal)
    const { answers, problem } = readAnswer(reply.text, prompt.items)
    const refusal = reply.isRefused ? 'The model refused to answer.' : undefined
    const cut = reply.isCut ? 'The answer was cut at the maximum length.' : undefined
    return {
      answers,
      usage: toUsage(batch, prompt, reply),
      model: reply.model,
      problem: refusal ?? (problem === undefined ? undefined : [cut, problem].filter(Boolean).join(' ')),
    }
  }
  return {
    id,
    kind: 'llm',
    model,
    promptVersion: PROMPT_VERSION,
    isPaid,
    prices: { ...prices, characters: 0 },
    concurrency,
    batchSize,
    canRevise: true,
    findUnsupported: () => undefined,
    estimate: batch => {
      const prompt = toPrompt(batch)
      return toUsage(batch, prompt, { text: toExpectedText(batch), input: undefined, output: undefined })
    },
    translate,
    test: async signal => {
      const begin = now()
      const { answers, problem } = await translate(TEST_BATCH, signal)
      const took = now().getTime() - begin.getTime()
      const place = options.url === undefined ? options.provider : new URL(options.url).origin
      return answers.length === 1
        ? `${id} (${model} at ${place}) answered in ${took} ms.`
        : `${id} (${model} at ${place}) answered in ${took} ms, but without a translation: ${problem ?? 'it is empty.'}`
    },
  }
}

const TEST_BATCH: EngineBatch = {
  kind: 'translate',
  sourceLocale: 'en',
  locale: 'de',
  items: [{ id: '1', key: 'save', file: 'test.json', source: 'Save', syntax: 'plain' }],
  idempotencyKey: 'test',
}

/** Tokens as the provider counts them, else as estimated. */
function toUsage(
  { items }: EngineBatch,
  { system, user, schema }: Prompt,
  { text, input, output }: Pick<Reply, 'text' | 'input' | 'output'>,
): Usage {
  return {
    requests: 1,
    input_tokens: input ?? estimateTokens(system) + estimateTokens(user) + estimateTokens(JSON.stringify(schema)),
    output_tokens: output ?? estimateTokens(text),
    characters: items.reduce((sum, { source }) => sum + messageUnits(source), 0),
  }
}

/** Tokens of JSON around each translation, and how much longer translations are than their sources. */
const ITEM_CHARACTERS = 40
const GROWTH = 1.4

const toExpectedText = ({ items }: EngineBatch): string =>
  'x'.repeat(items.reduce((sum, { source }) => sum + ITEM_CHARACTERS + Math.ceil(messageUnits(source) * GROWTH), 0))
