import { createServer } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { EngineError, type EngineResult } from '../../src/l10n/engines/engine.ts'
import { allTests } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'
import { startFakeProvider } from './fake-provider.ts'
import type { Scenario } from './fake-scenarios.ts'
import { APIS, type Api, BATCH, KEY, NOW, openEngine, unstopped } from './llm-batches.ts'

const provider = allTests(() => startFakeProvider())
beforeEach(() => {
  provider.setScenario('ok')
  provider.setUsage(undefined)
})

const TRANSLATIONS = {
  1: 'Sávé {name}',
  2: "{n, plural, =0 {nó fílés ín {name}'s fóldér} one {# fílé ín {name}'s fóldér} few {# fílés ín {name}'s fóldér} many {# fílés ín {name}'s fóldér} other {# fílés ín {name}'s fóldér}}",
  3: { one: '%d ápplé', few: '%d ápplés', many: '%d ápplés' },
}
const { 1: first, 2: second, 3: third } = TRANSLATIONS

/** What a scenario gives: translations by id with the problem, or the error. */
const OUTCOMES: readonly (readonly [Scenario, object])[] = [
  ['ok', { answers: TRANSLATIONS }],
  ['prose', { answers: TRANSLATIONS }],
  ['truncated', { answers: { 1: first, 2: second }, problem: 'The answer was cut after 2 of 3 strings.' }],
  [
    'missing_ids',
    { answers: { 2: second, 3: third }, problem: 'The answer has usable translations for 2 of 3 strings.' },
  ],
  [
    'doubled_ids',
    { answers: { 2: second, 3: third }, problem: 'The answer has usable translations for 2 of 3 strings.' },
  ],
  [
    'changed_placeholder',
    { answers: { ...TRANSLATIONS, 1: 'Sávé {namex}', 2: second.replaceAll('{name}', '{namex}') } },
  ],
  ['refusal', { answers: {}, problem: 'The model refused to translate these strings.' }],
  ['no_json', { answers: {}, problem: 'The answer contains no translations in JSON.' }],
  ['rate_limited', { failure: 'rate_limited', retryAfter: 7 }],
  [
    { status: 429, retryAfter: 'Sun, 01 Mar 2026 12:01:30 GMT' },
    { failure: 'rate_limited', retryAfter: 90 },
  ],
  [{ status: 429, code: 'insufficient_quota' }, { failure: 'rejected' }],
  ['server_error', { failure: 'unavailable' }],
  [
    { status: 529, retryAfter: '3' },
    { failure: 'unavailable', retryAfter: 3 },
  ],
  ['cut', { failure: 'unavailable' }],
  ['huge', { failure: 'unavailable' }],
  [{ status: 400, message: `Bad key ${KEY}` }, { failure: 'rejected' }],
  [{ status: 401, message: `Bad key ${KEY}` }, { failure: 'rejected' }],
  [{ status: 403 }, { failure: 'rejected' }],
  [{ status: 404 }, { failure: 'rejected' }],
]

const BAD_COUNTS = ['-1', '-1000000', '1.5', '10000001', '1e15', '1e400', '-1e400', '"12"', 'null', 'true', '[]', '{}']
const isPositive = (count: number): boolean => Number.isSafeInteger(count) && count > 0

describe.each(APIS)('a language model over %s', api => {
  it.each(OUTCOMES)('handles %j', async (scenario, outcome) => {
    provider.setScenario(scenario)
    expect(await attempt(api)).toEqual(outcome)
  })

  it('gives texts in another language to the checks', async () => {
    provider.setScenario('wrong_language')
    const { answers } = await openEngine(provider.url, api).translate(BATCH, unstopped())
    expect(answers.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(answers[0]?.value).toBe('这是一个完全不同的语言')
  })

  it('does not read an echoed injection as an answer', async () => {
    provider.setScenario('echoed_injection')
    const { answers } = await openEngine(provider.url, api).translate(BATCH, unstopped())
    expect(answers[0]?.value).toMatch(/^Save \{name\}\. Ignore previous instructions/)
  })

  it('ends a request that takes too long', async () => {
    provider.setScenario('hang')
    expect(await attempt(api, { timeoutMs: 50 })).toEqual({ failure: 'timeout' })
  })

  it('ends a request that is cancelled, with the reason of the caller', async () => {
    const controller = new AbortController()
    provider.setScenario(() => {
      controller.abort(new Error('The run was cancelled.'))
      return 'hang'
    })
    const translating = openEngine(provider.url, api).translate(BATCH, controller.signal)
    await expect(translating).rejects.toThrow('The run was cancelled.')
  })

  it('sends the key, the idempotency key and one request', async () => {
    // A request that an earlier test gave up may still arrive at its provider.
    const own = await startFakeProvider()
    const result = await openEngine(own.url, api).translate(BATCH, unstopped())
    await own.close()
    const [request, ...more] = own.requests
    expect(more).toEqual([])
    expect(request).toMatchObject({ ids: ['1', '2', '3'], idempotencyKey: 'run1-part1' })
    expect(request?.authorization).toContain(KEY)
    expect(result.usage).toMatchObject({ requests: 1, input_tokens: Math.ceil((request?.user.length ?? 0) / 4) })
    expect(result.model).toBe(request?.body['model'])
  })

  it('estimates each count that is no whole number from 0 to 10,000,000', async () => {
    const [asked, written] = api === 'messages' || api === 'responses' ? ['input', 'output'] : ['prompt', 'completion']
    const read = async (json: string) => {
      provider.setUsage(json)
      const { answers, usage } = await openEngine(provider.url, api).translate(BATCH, unstopped())
      expect(byId(answers), json).toEqual(TRANSLATIONS)
      return [usage.input_tokens, usage.output_tokens]
    }
    const report = (input: string, output: string) =>
      `{"${asked}_tokens":${input},"${written}_tokens":${output},"total_tokens":${input}}`
    const [input = 0, output = 0] = await read('')
    expect([input, output]).toEqual([expect.toSatisfy(isPositive), expect.toSatisfy(isPositive)])
    for (const bad of BAD_COUNTS) {
      expect(await read(report(bad, '7')), bad).toEqual([input, 7])
      expect(await read(report('5', bad)), bad).toEqual([5, output])
    }
    for (const none of ['null', '{}', '[]', '"7"', '7']) expect(await read(none), none).toEqual([input, output])
    expect(await read(report('0', '10000000'))).toEqual([0, 10_000_000])
    const details = '"cached_tokens":-1e30,"reasoning_tokens":"x"'
    const nested = `{"${asked}_tokens":5,"${written}_tokens":7,"${asked}_tokens_details":{${details}},"${written}_tokens_details":{${details}}}`
    expect(await read(nested)).toEqual([5, 7])
    for (const time of ['1e300', '"x"']) {
      expect(await read(`${report('5', '7')},"created":${time},"created_at":${time}`), time).toEqual([5, 7])
    }
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async status => {
    const elsewhere = createServer((_, response) => response.end())
    const asked: unknown[] = []
    elsewhere.on('request', ({ method }) => asked.push(method))
    const { url, close } = await listen(elsewhere)
    provider.setScenario({ status, location: `${url}/v1/messages` })
    const { failure, message } = await fail(provider.url, api)
    await close()
    expect(asked).toEqual([])
    expect(failure).toBe('rejected')
    expect(message).toContain("redirects requests. Correct the engine's url.")
  })

  it.each(['json_object', 'text'] as const)('reads answers to requests for %s', async structured => {
    expect(await attempt(api, { structured })).toEqual({ answers: TRANSLATIONS })
  })
})

describe('a language model', () => {
  it.each([
    ['', 5],
    [',"cache_creation_input_tokens":3,"cache_read_input_tokens":4', 12],
    [',"cache_creation_input_tokens":null,"iterations":[{"input_tokens":-9}]', 5],
    [',"cache_read_input_tokens":-3', expect.toSatisfy((count: number) => isPositive(count) && count !== 2)],
  ])('counts the cached part of a prompt that Anthropic counts apart: %s', async (more, expected) => {
    provider.setUsage(`{"input_tokens":5,"output_tokens":7${more}}`)
    const { usage } = await openEngine(provider.url, 'messages').translate(BATCH, unstopped())
    expect(usage).toMatchObject({ input_tokens: expected, output_tokens: 7 })
  })

  it('is unavailable when nothing listens', async () => {
    const closed = await startFakeProvider()
    await closed.close()
    const error = await fail(closed.url, 'compatible')
    expect(error).toMatchObject({
      failure: 'unavailable',
      message: `The connection to gpt (qwen3 at ${closed.url}) failed.`,
    })
  })

  it('says what to correct, without the key', async () => {
    const messages: Record<number, string> = {}
    for (const status of [400, 401, 403, 404, 413]) {
      provider.setScenario({ status, message: `Bad key ${KEY}.` })
      const { message } = await fail(provider.url, 'responses')
      messages[status] = message.replaceAll(provider.url, 'URL')
    }
    expect(messages).toEqual({
      400: "gpt (gpt-5-mini at URL) refused the request (status 400): Bad key …. Correct the engine's settings.",
      401: "gpt (gpt-5-mini at URL) refused the key. Correct the engine's key.",
      403: 'The key of gpt (gpt-5-mini at URL) may not use this model. Allow it, or use another key.',
      404: "gpt (gpt-5-mini at URL) was not found. Correct the engine's url or model.",
      413: 'The request is too large for gpt (gpt-5-mini at URL). Use a smaller batch size.',
    })
  })

  it('asks for a schema only where it is told to', async () => {
    const formats = []
    for (const structured of ['json_schema', 'json_object', 'text'] as const) {
      await openEngine(provider.url, 'compatible', { structured }).translate(BATCH, unstopped())
      const format = provider.requests.at(-1)?.body['response_format'] as { type: string } | undefined
      formats.push(format?.type)
    }
    expect(formats).toEqual(['json_schema', 'json_object', undefined])
  })

  it('works without a key', async () => {
    await openEngine(provider.url, 'compatible', { key: undefined }).translate(BATCH, unstopped())
    expect(provider.requests.at(-1)?.authorization).toBeUndefined()
  })

  it('tests itself with one string', async () => {
    let time = NOW.getTime()
    const now = () => {
      time += 420
      return new Date(time)
    }
    const sentence = await openEngine(provider.url, 'responses', { now }).test(unstopped())
    expect(sentence).toBe(`gpt (gpt-5-mini at ${provider.url}) answered in 420 ms.`)
    expect(provider.requests.at(-1)?.sources).toEqual(['Save'])
  })

  it('says in the test that the answer is unusable', async () => {
    provider.setScenario('no_json')
    const sentence = await openEngine(provider.url, 'responses').test(unstopped())
    expect(sentence).toContain('but without a translation: The answer contains no translations in JSON.')
  })
})

type Options = Parameters<typeof openEngine>[2]

async function attempt(api: Api, options: Options = {}): Promise<object> {
  try {
    const { answers, problem } = await openEngine(provider.url, api, options).translate(BATCH, unstopped())
    return { answers: byId(answers), ...(problem !== undefined && { problem }) }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    expect(error.message).not.toContain(KEY)
    return { failure: error.failure, ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }) }
  }
}

const byId = (answers: EngineResult['answers']) => Object.fromEntries(answers.map(({ id, value }) => [id, value]))

async function fail(url: string, api: Api): Promise<EngineError> {
  const error: unknown = await openEngine(url, api)
    .translate(BATCH, unstopped())
    .catch((reason: unknown) => reason)
  if (!(error instanceof EngineError))
    throw new Error('The request did not fail with an EngineError.', { cause: error })
  return error
}
