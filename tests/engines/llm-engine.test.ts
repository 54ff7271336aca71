import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLlmEngine } from '../../src/engines/llm/llm-engine.ts'
import type { LlmOptions } from '../../src/engines/llm/options.ts'
import { type EngineBatch, EngineError, type EngineItem } from '../../src/l10n/engines/engine.ts'
import { type FakeProvider, type Scenario, startFakeProvider } from './fake-provider.ts'
import type { Api } from './provider-apis.ts'

let provider: FakeProvider

beforeAll(async () => {
  provider = await startFakeProvider()
})

afterAll(() => provider.close())

const NOW = new Date('2027-03-01T12:00:00Z')

const PROVIDERS: Readonly<Record<Api, Pick<LlmOptions, 'provider' | 'api'>>> = {
  chat: { provider: 'openai-compatible' },
  responses: { provider: 'openai', api: 'responses' },
  messages: { provider: 'anthropic' },
}

const open = (api: Api, more: Partial<LlmOptions> = {}) =>
  createLlmEngine({
    id: 'gpt',
    ...PROVIDERS[api],
    url: `${provider.url}/v1`,
    model: 'fake-1',
    key: 'secret-key',
    prices: { input: 1, output: 2 },
    isPaid: true,
    concurrency: 4,
    batchSize: 20,
    timeoutMs: 30_000,
    structured: 'json_schema',
    now: () => NOW,
    ...more,
  })

const item = (id: string, source: EngineItem['source'], more: Partial<EngineItem> = {}): EngineItem => ({
  id,
  key: `key${id}`,
  file: 'en.json',
  source,
  syntax: 'icu',
  ...more,
})

const BATCH: EngineBatch = {
  kind: 'translate',
  sourceLocale: 'en',
  locale: 'de',
  items: [item('1', 'Save all changes'), item('2', 'Hello {name}')],
  idempotencyKey: 'run1.0.1',
}

const ask = async (scenario: Scenario, api: Api, more: Partial<LlmOptions> = {}) => {
  provider.setScenario(scenario)
  return open(api, more).translate(BATCH, new AbortController().signal)
}

const outcome = async (scenario: Scenario, api: Api, more: Partial<LlmOptions> = {}): Promise<unknown> => {
  try {
    const { answers, problem } = await ask(scenario, api, more)
    return { answers: answers.map(({ value }) => value), ...(problem !== undefined && { problem }) }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    expect(error.message).not.toContain('secret-key')
    return {
      failure: error.failure,
      message: error.message,
      ...(error.retryAfter !== undefined && { after: error.retryAfter }),
    }
  }
}

const BOTH = { answers: ['[Save] [all] [changes]', '[Hello] {name}'] }

/** What each scenario comes to, over every API. */
const OUTCOMES: readonly (readonly [Scenario, unknown])[] = [
  ['ok', BOTH],
  ['prose_around', BOTH],
  [
    'truncated_json',
    { answers: ['[Save] [all] [changes]'], problem: expect.stringContaining('lacks 1 of 2 strings') as string },
  ],
  ['missing_ids', { answers: ['[Hello] {name}'], problem: 'The answer lacks 1 of 2 strings.' }],
  ['doubled_ids', { answers: ['[Hello] {name}'], problem: 'The answer lacks 1 of 2 strings.' }],
  ['unknown_ids', { ...BOTH, problem: 'The answer has 1 IDs that were not asked for.' }],
  ['changed_placeholder', { answers: ['[Save] [all] [changes]', '[Hello] {nombre}'] }],
  ['wrong_language', { answers: ['Сохранить изменения', 'Сохранить изменения'] }],
  ['refusal', { answers: [], problem: 'The model refused to answer.' }],
  ['echoed_injection', { answers: [], problem: 'The answer has no JSON with items.' }],
  ['too_many_requests', { failure: 'rate_limited', after: 7, message: 'Engine gpt has too many requests (429).' }],
  ['server_error', { failure: 'unavailable', message: 'Engine gpt answered 500.' }],
  [
    'cut_connection',
    { failure: 'unavailable', message: 'Engine gpt broke off its answer, or gave one that its API does not have.' },
  ],
  ['unauthorized', { failure: 'rejected', message: 'Engine gpt answered 401. Check its API key.' }],
  [
    'unknown_model',
    { failure: 'rejected', message: 'Engine gpt answered 404. Check its URL, and whether it has the model fake-1.' },
  ],
]

describe.each(['chat', 'responses', 'messages'] as const)('a language model over %s', api => {
  it.each(OUTCOMES)('with the scenario %s', async (scenario, expected) => {
    expect(await outcome(scenario, api)).toEqual(expected)
  })

  it('that does not answer in time', async () => {
    expect(await outcome('hang', api, { timeoutMs: 20 })).toEqual({
      failure: 'timeout',
      message: 'Engine gpt did not answer within 0.02 seconds.',
    })
  })

  it('sends the key, the idempotency key and all strings in one block of data', async () => {
    await ask('ok', api)
    const request = provider.requests.at(-1)
    expect(request).toMatchObject({ api, idempotencyKey: 'run1.0.1' })
    expect(request?.authorization).toContain('secret-key')
    expect(request?.strings.map(({ source }) => source)).toEqual(['Save all changes', 'Hello {name}'])
  })

  it('reports the usage that the provider counts', async () => {
    const { usage, model } = await ask('ok', api)
    expect(usage).toEqual({ requests: 1, input_tokens: 200, output_tokens: 50, characters: 28 })
    expect(model).toBe('fake-1')
  })

  it('ends with its signal', async () => {
    provider.setScenario('hang')
    const count = provider.requests.length
    const ending = new AbortController()
    const asked = open(api).translate(BATCH, ending.signal)
    await provider.arrived(count + 1)
    ending.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a language model', () => {
  it.each(['json_object', 'text'] as const)('that is told the shape of its answer by %s', async structured => {
    expect(await outcome('ok', 'chat', { structured })).toEqual(BOTH)
  })

  it('that counts no tokens is estimated', async () => {
    const { usage } = await ask('no_usage', 'chat')
    expect(usage.input_tokens).toBeGreaterThan(100)
    expect(usage.output_tokens).toBeGreaterThan(10)
  })

  it('that cannot be reached', async () => {
    const closed = await startFakeProvider()
    await closed.close()
    expect(await outcome('ok', 'chat', { url: `${closed.url}/v1` })).toEqual({
      failure: 'unavailable',
      message: 'Engine gpt cannot be reached.',
    })
  })

  it('writes plural forms as fields, and never plural syntax', async () => {
    provider.setScenario('ok')
    const engine = open('chat')
    const plurals = { required: ['one', 'few', 'many', 'other'], optional: [] }
    const { answers } = await engine.translate(
      {
        ...BATCH,
        locale: 'pl',
        items: [
          item('1', '{count, plural, =0 {No files} one {# file} other {# files}} selected', { plurals }),
          item('2', { one: 'one day', other: 'many days' }, { syntax: 'i18next', plurals }),
        ],
      },
      new AbortController().signal,
    )
    expect(answers[0]?.value).toBe(
      '{count, plural, =0 {[No] [files] [selected]} one {# [file] [selected]} few {# [files] [selected]} many {# [files] [selected]} other {# [files] [selected]}}',
    )
    expect(Object.keys(answers[1]?.value ?? {})).toEqual(['one', 'few', 'many', 'other'])
    const [first] = provider.requests.at(-1)?.strings ?? []
    expect(first?.forms).toEqual({
      '=0': 'exactly 0',
      one: 'such as 1',
      few: 'such as 2, 3, 4, 22',
      many: 'such as 0, 5, 6, 7',
      other: 'such as 0.5, 1.5',
    })
  })

  it('is tested by one sentence', async () => {
    provider.setScenario('ok')
    expect(await open('chat').test(new AbortController().signal)).toBe(
      `gpt (fake-1 at ${provider.url}) answered in 0 ms.`,
    )
  })
})
