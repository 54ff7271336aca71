import type { GenerateTextResult, Output, ToolSet } from 'ai'
import { sourceText } from '../../l10n/checks/define-check.ts'
import { copyEdges } from '../../l10n/checks/whitespace/spaces.ts'
import {
  type Engine,
  type EngineAnswer,
  type EngineBatch,
  type EngineResult,
  isCount,
  type Usage,
} from '../../l10n/engines/engine.ts'
import { writingOf } from '../../l10n/locales/writing.ts'
import { type Message, messageUnits } from '../../l10n/message/message.ts'
import { ParsedText } from '../../l10n/message/parsed-text.ts'
import { toEngineError, toTimeoutError } from './engine-errors.ts'
import { type LoadedModel, loadModel } from './load-model.ts'
import { describeEngine, type LlmOptions } from './options.ts'
import type { AnswerShape } from './prompts/answer-shape.ts'
import { buildPrompt, type JsonSchema, PROMPT_VERSION, type Prompt } from './prompts/build-prompt.ts'
import { readAnswers } from './read-answers.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu

/**
 * Estimates the tokens of a text without the tokenizer of its model: one for each Chinese, Japanese or Korean character, one for two letters of other
 * scripts, one for four characters of Latin letters, digits and punctuation.
 */
export function countTokens(text: string): number {
  const cjk = countMatches(text, CJK)
  const others = countMatches(text, OTHER_LETTERS) - cjk
  return Math.ceil(cjk + others / 2 + (text.length - cjk - others) / 4)
}

/** Estimates the tokens of a translation. Translations into other scripts than Latin take more tokens. */
const countTranslationTokens = (source: string, locale: string): number =>
  Math.ceil(countTokens(source) * (writingOf(locale).scripts.includes('Latin') ? 1.5 : 3))

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

type Generated = GenerateTextResult<ToolSet, ReturnType<typeof toOutput>>

/** An engine that asks a language model. Repetitions and repairs are up to its caller: each call is one request. */
export function createLlmEngine(options: LlmOptions): Engine {
  const { id, model, prices, isPaid, concurrency, batchSize } = options
  let loading: Promise<LoadedModel> | undefined
  const load = (): Promise<LoadedModel> => {
    loading ??= loadModel(options)
    return loading
  }

  async function translate(batch: EngineBatch, signal: AbortSignal): Promise<EngineResult> {
    const prompt = buildPrompt(batch)
    const generated = await request(await load(), prompt, batch.idempotencyKey, options, signal)
    const answers = isRefused(generated) ? [] : copySourceEdges(readAnswers(generated.text, prompt.shapes), batch)
    const problem = findProblem(generated, answers.length, batch.items.length)
    return {
      answers,
      usage: readUsage(generated, prompt, batch),
      model: generated.response.modelId,
      ...(problem !== undefined && { problem }),
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
    estimate: batch => estimate(batch, buildPrompt(batch)),
    translate,
    test: async signal => {
      const start = options.now().getTime()
      const { answers, problem } = await translate(TEST_BATCH, signal)
      const time = `${options.now().getTime() - start} ms`
      return answers.length > 0
        ? `${describeEngine(options)} answered in ${time}.`
        : `${describeEngine(options)} answered in ${time}, but without a translation: ${problem ?? 'The answer is empty.'}`
    },
  }
}

const TEST_BATCH: EngineBatch = {
  kind: 'translate',
  sourceLocale: 'en',
  locale: 'de',
  items: [{ id: '1', key: 'save', file: 'test.json', source: 'Save', syntax: 'plain', note: 'A button.' }],
  idempotencyKey: 'dragoman-test',
}

async function request(
  { model, generateText, isApiError }: LoadedModel,
  { system, user, schema }: Prompt,
  idempotencyKey: string,
  options: LlmOptions,
  signal: AbortSignal,
): Promise<Generated> {
  const { temperature, timeoutMs, structured } = options
  signal.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await generateText({
      model,
      system,
      prompt: user,
      output: toOutput(structured, schema),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, timeout]),
      headers: { 'Idempotency-Key': idempotencyKey },
      ...(temperature !== undefined && { temperature }),
      // Anthropic demands a limit, and the SDK has a low one for models that it does not know.
      ...(options.provider === 'anthropic' && { maxOutputTokens: Math.max(MIN_OUTPUT_TOKENS, 2 * countTokens(user)) }),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw toTimeoutError(error, options)
    throw toEngineError(error, isApiError(error) ? error : undefined, options)
  }
}

const MIN_OUTPUT_TOKENS = 4_096

/** Anthropic and OpenAI's chat completions say so in the reason of the end; OpenAI's responses in a part of the answer, which the SDK skips. */
const isRefused = ({ finishReason, rawFinishReason, response }: Generated): boolean =>
  finishReason === 'content-filter' || rawFinishReason === 'refusal' || /"type":"refusal"/.test(bodyOf(response.body))

const bodyOf = (body: unknown): string => JSON.stringify((body as { output?: unknown } | undefined)?.output) ?? ''

/** Why strings have no translation; undefined if all have one. */
function findProblem(generated: Generated, answered: number, expected: number): string | undefined {
  if (isRefused(generated)) return 'The model refused to translate these strings.'
  if (answered === expected) return undefined
  if (generated.finishReason === 'length') return `The answer was cut after ${answered} of ${expected} strings.`
  return answered === 0
    ? 'The answer contains no translations in JSON.'
    : `The answer has usable translations for ${answered} of ${expected} strings.`
}

/** What the provider counted. A count that it leaves out, or that can't be true, is estimated. */
function readUsage({ usage, text }: Generated, { system, user }: Prompt, { items }: EngineBatch): Usage {
  const { inputTokens, outputTokens } = usage
  return {
    requests: 1,
    input_tokens: isCount(inputTokens) ? inputTokens : countTokens(system) + countTokens(user),
    output_tokens: isCount(outputTokens) ? outputTokens : countTokens(text),
    characters: countCharacters(items),
  }
}

/** The prompt as it would be sent, and a translation of usual length for each string. Reasoning is not included. */
function estimate({ items, locale, kind }: EngineBatch, { system, user, schema, shapes }: Prompt): Usage {
  const outputs = [...shapes.values()].map(
    shape => countAnswer(shape, locale) + (kind === 'revise' ? REASON_TOKENS : 0),
  )
  return {
    requests: 1,
    input_tokens: countTokens(system) + countTokens(user) + countTokens(JSON.stringify(schema)),
    output_tokens: outputs.reduce((sum, tokens) => sum + tokens, 0),
    characters: countCharacters(items),
  }
}

/** The JSON around a text. */
const FIELD_TOKENS = 10
const REASON_TOKENS = 30

function countAnswer({ source, fields }: AnswerShape, locale: string): number {
  const texts = typeof source === 'string' ? [source] : Object.values(source)
  const longest = Math.max(0, ...texts.map(text => countTranslationTokens(text, locale)))
  const count = fields === undefined ? 1 : Object.keys(fields).length
  return FIELD_TOKENS + count * (longest + FIELD_TOKENS)
}

const countCharacters = (items: EngineBatch['items']): number =>
  items.reduce((sum, { source }) => sum + messageUnits(source), 0)

/** How the provider is asked for JSON. The text is read by ourselves, because a cut or wrapped answer is still useful. */
function toOutput(structured: LlmOptions['structured'], schema: JsonSchema): Output.Output<string, string, never> {
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

/** Models lose the white space at the ends of a text. Their translations get that of the source, where languages share it. */
export function copySourceEdges(answers: readonly EngineAnswer[], batch: EngineBatch): readonly EngineAnswer[] {
  const items = new Map(batch.items.map(item => [item.id, item]))
  return answers.map(answer => {
    const item = items.get(answer.id)
    if (item === undefined) return answer
    const copy = (text: string, form: string): string =>
      copyEdges(new ParsedText(sourceText(item.source, form), item.syntax), text, batch)
    return { ...answer, value: mapTexts(answer.value, copy) }
  })
}

const mapTexts = (message: Message, map: (text: string, form: string) => string): Message =>
  typeof message === 'string'
    ? map(message, 'other')
    : Object.fromEntries(Object.entries(message).map(([form, text]) => [form, map(text, form)]))
