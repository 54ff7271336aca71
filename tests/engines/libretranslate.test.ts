import { describe, expect, it } from 'vitest'
import { createLibreTranslateEngine } from '../../src/engines/libretranslate/libretranslate-engine.ts'
import type { EngineBatch, EngineError } from '../../src/l10n/engines/engine.ts'
import { eachTest } from '../harness/each-test.ts'
import { startFakeLibreTranslate, upperCase } from './fake-libretranslate.ts'
import { SAMPLES, translateAndCheck } from './sources.ts'

const fake = eachTest(startFakeLibreTranslate)
let time = 0

const open = ({ key, timeoutMs = 60_000, url = fake.url }: { key?: string; timeoutMs?: number; url?: string } = {}) =>
  createLibreTranslateEngine({
    id: 'libretranslate',
    url,
    key,
    prices: { characters: 10 },
    isPaid: false,
    concurrency: 2,
    batchSize: 50,
    timeoutMs,
    now: () => new Date(time),
  })

const batchOf = (sources: readonly string[], locale = 'de'): EngineBatch => ({
  kind: 'translate',
  sourceLocale: 'en',
  locale,
  items: sources.map((source, at) => ({ id: `${at}`, key: 'k', file: 'f', source, syntax: 'plain' })),
  idempotencyKey: 'k',
})

const never = new AbortController().signal

async function translate(sources: readonly string[], engine = open()): Promise<readonly unknown[]> {
  const { answers } = await engine.translate(batchOf(sources), never)
  return sources.map((_, at) => answers.find(({ id }) => id === `${at}`)?.value)
}

const failure = (outcome: Promise<unknown>): Promise<EngineError> =>
  outcome.then(
    () => {
      throw new Error('expected a failure')
    },
    (error: EngineError) => error,
  )

describe('a LibreTranslate service', () => {
  it('gets an array of HTML, with placeholders as elements that are not translated', async () => {
    expect(await translate(['Hi {name}, a < b & c', 'again'], open({ key: 'secret' }))).toEqual([
      'HI {name}, A < B & C',
      'AGAIN',
    ])
    expect(fake.asked).toEqual([
      {
        q: ['Hi <span translate="no">⟦1⟧</span>, a &lt; b &amp; c', 'again'],
        source: 'en',
        target: 'de',
        format: 'html',
        api_key: 'secret',
      },
    ])
  })

  it('is asked once for equal strings, and not for strings without letters', async () => {
    expect(await translate(['same', 'same', '{a} – {b}'])).toEqual(['SAME', 'SAME', '{a} – {b}'])
    expect(fake.asked.map(({ q }) => q)).toEqual([['same']])
  })

  it('has no answer for a string whose placeholder it lost, doubled or invented', async () => {
    fake.translate = html =>
      upperCase(html.includes('lose') ? html.replace(/<span.*span>/, '') : html.replace(/(double.*)/, '$1⟦1⟧'))
    expect(await translate(['lose {a}', 'double {a}', 'keep {a}', 'double'])).toEqual([
      undefined,
      undefined,
      'KEEP {a}',
      undefined,
    ])
    const { problem } = await open().translate(batchOf(['lose {a}']), never)
    expect(problem).toBe('Engine libretranslate lost placeholders or left strings empty.')
  })

  it('may move elements, or lose them but not their text', async () => {
    fake.translate = () => '&#39;x&#39; ⟦ 3 ⟧ und <b><span>⟦1⟧</span></b>'
    expect(await translate(['all of {a} and {b}'])).toEqual(["'x' {b} und {a}"])
  })

  it('loses nothing that the checks compare', async () => {
    const { errors, unanswered } = await translateAndCheck(open(), 'de', SAMPLES)
    expect([errors, unanswered]).toEqual([[], []])
  })

  it('is charged by the characters that it estimates', async () => {
    const engine = open()
    const batch = batchOf(['Hi {name}', 'again'])
    const { usage } = await engine.translate(batch, never)
    expect(usage).toEqual({ requests: 1, input_tokens: 0, output_tokens: 0, characters: 39 })
    expect(engine.estimate(batch)).toEqual(usage)
  })

  it('knows its languages after the first request, in any spelling, for an hour', async () => {
    const engine = open()
    expect(engine.findUnsupported('en', 'fr')).toBeUndefined()
    await engine.translate(batchOf(['a'], 'pt-BR'), never)
    await engine.translate(batchOf(['a'], 'zh-CN'), never)
    expect(fake.asked.map(({ target }) => target)).toEqual(['pb', 'zh-Hans'])
    const message = `Engine libretranslate does not translate from en to fr. Its languages: ${fake.url}/languages.`
    expect(engine.findUnsupported('en', 'fr')).toBe(message)
    expect(['de-AT', 'pt-BR', 'zh-TW'].map(locale => engine.findUnsupported('en', locale) === undefined)).toEqual([
      true,
      true,
      false,
    ])
    expect(await failure(engine.translate(batchOf(['a'], 'fr'), never))).toMatchObject({ failure: 'rejected', message })
    expect(fake.languageRequests).toBe(1)
    time += 3_600_000
    await engine.translate(batchOf(['a']), never)
    expect(fake.languageRequests).toBe(2)
  })

  it.each([
    [429, 'rate_limited', 7, 'Engine libretranslate answered 429, too many requests: Slowdown: 20 per 1 minute.'],
    [500, 'unavailable', undefined, 'Engine libretranslate answered 500: Slowdown: 20 per 1 minute.'],
    [400, 'rejected', undefined, 'Engine libretranslate answered 400: Slowdown: 20 per 1 minute.'],
    [
      403,
      'rejected',
      undefined,
      'Engine libretranslate answered 403, its key is missing, wrong or not allowed: Slowdown: 20 per 1 minute.',
    ],
  ])('fails with %i as %s', async (status, kind, retryAfter, message) => {
    fake.instead = ({ url }, response) => {
      if (url !== '/translate') return false
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` })
      response.end(JSON.stringify({ error: 'Slowdown:  20 per\n1 minute.' }))
      return true
    }
    const error = await failure(translate(['a'], open({ key: 'secret' })))
    expect([error.failure, error.retryAfter, error.message]).toEqual([kind, retryAfter, message])
  })

  it('fails when it answers too few strings, no JSON, or a redirect', async () => {
    const answers = ['{"translatedText":["x"]}', '<html>', '{"translatedText":"x"}']
    const messages = [
      'Engine libretranslate answered 1 of 2 strings.',
      'Engine libretranslate answered something else than LibreTranslate does.',
      'Engine libretranslate answered something else than LibreTranslate does.',
    ]
    for (const [at, answer] of answers.entries()) {
      fake.instead = ({ url }, response) => url === '/translate' && response.end(answer) === response
      expect(await failure(translate(['a', 'b']))).toMatchObject({ failure: 'unavailable', message: messages[at] })
    }
    fake.instead = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end() === response
    expect(await failure(translate(['a']))).toMatchObject({ failure: 'unavailable' })
  })

  it('fails when it hangs or nothing listens', async () => {
    fake.instead = () => true
    expect(await failure(translate(['a'], open({ timeoutMs: 20 })))).toMatchObject({
      failure: 'timeout',
      message: 'Engine libretranslate did not answer in time.',
    })
    await fake.close()
    expect(await failure(translate(['a']))).toMatchObject({
      failure: 'unavailable',
      message: 'Engine libretranslate cannot be reached (ECONNREFUSED).',
    })
  })

  it('tells its address and languages in its own test', async () => {
    expect(await open({ url: `${fake.url}/` }).test(never)).toBe(`${fake.url}/ answers. Languages: 1.`)
  })
})
