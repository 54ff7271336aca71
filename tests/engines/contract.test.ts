import { dirname } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LLM_PROVIDERS } from '../../src/config/engine-variables.ts'
import { readConfig } from '../../src/config.ts'
import { openEngines } from '../../src/engines/open-engines.ts'
import { type Engine, type EngineBatch, EngineError, isCount } from '../../src/l10n/engines/engine.ts'
import { installFakeApertium } from './fake-apertium.ts'
import { startFakeLibreTranslate } from './fake-libretranslate.ts'
import { startFakeProvider } from './fake-provider.ts'

const provider = await startFakeProvider()
const libretranslate = await startFakeLibreTranslate()
const apertium = await installFakeApertium(['eng-deu'])
afterAll(async () => {
  await Promise.all([provider.close(), libretranslate.close(), apertium.close()])
})

/** The variables that open each kind of engine, at this address. */
const KINDS: readonly (readonly [id: string, name: string, env: (url?: string) => Record<string, string>])[] = [
  ...LLM_PROVIDERS.map(
    name =>
      [
        'llm',
        name,
        (url = `${provider.url}/v1`) => ({
          DRAGOMAN_LLM_PROVIDER: name,
          DRAGOMAN_LLM_URL: url,
          DRAGOMAN_LLM_MODEL: 'fake',
          DRAGOMAN_LLM_API_KEY: 'key',
          DRAGOMAN_LLM_INPUT_PRICE: '0',
          DRAGOMAN_LLM_OUTPUT_PRICE: '0',
        }),
      ] as const,
  ),
  ['libretranslate', 'libretranslate', (url = libretranslate.url) => ({ DRAGOMAN_LIBRETRANSLATE_URL: url })],
  ['apertium', 'apertium', () => ({ PATH: dirname(apertium.program) })],
  ['pseudo', 'pseudo', () => ({})],
]
const SOURCES = ['Hello {name}, see <b>this</b>', 'Save', 'Open {window}']
/** Pseudo-localization writes no real locale. It asks nobody, so that nothing can end it or be out of reach. */
const isPseudo = (id: string): boolean => id === 'pseudo'
const localeOf = (id: string): string => (isPseudo(id) ? 'en-XA' : 'de')
const batchFor = (id: string): EngineBatch => ({
  kind: 'translate',
  sourceLocale: 'en',
  locale: localeOf(id),
  items: SOURCES.map((source, at) => ({ id: `${at + 1}`, key: `k${at}`, file: 'f', source, syntax: 'icu' })),
  idempotencyKey: 'k',
})

async function withEngine(id: string, env: Record<string, string>, run: (engine: Engine) => Promise<void>) {
  const engines = await openEngines(readConfig({ PATH: '/nowhere', ...env }).engines, { now: () => new Date(0) })
  try {
    const engine = engines.find(id)
    if (engine === undefined) throw new Error(`${id} was not opened`)
    expect(engine.findUnsupported('en', localeOf(id))).toBeUndefined()
    await run(engine)
  } finally {
    await engines.close()
  }
}

describe.each(KINDS)('the engine %s by %s', (id, _, env) => {
  it('answers each string once, keeps its placeholders and counts what it used', async () => {
    await withEngine(id, env(), async engine => {
      const { answers, usage } = await engine.translate(batchFor(id), new AbortController().signal)
      expect(answers.map(answer => answer.id).toSorted()).toEqual(['1', '2', '3'])
      const texts = new Map(answers.map(answer => [answer.id, answer.value]))
      expect(texts.get('1')).toMatch(/\{name\}.*<b>.*<\/b>/)
      expect(texts.get('3')).toContain('{window}')
      expect(texts.get('2')).not.toBe('Save')
      for (const used of [usage, engine.estimate(batchFor(id))]) expect(Object.values(used).every(isCount)).toBe(true)
    })
  })

  it.skipIf(isPseudo(id))('ends with the reason of its signal', async () => {
    const reason = new Error('enough')
    await withEngine(id, env(), async engine => {
      await expect(engine.translate(batchFor(id), AbortSignal.abort(reason))).rejects.toBe(reason)
    })
  })

  it.skipIf(isPseudo(id) || id === 'apertium')('says by a code that nobody answers', async () => {
    await withEngine(id, env('http://127.0.0.1:1/v1'), async engine => {
      const error: unknown = await engine
        .translate(batchFor(id), new AbortController().signal)
        .catch((one: unknown) => one)
      expect(error).toBeInstanceOf(EngineError)
      expect(error).toMatchObject({ failure: 'unavailable' })
    })
  })
})
