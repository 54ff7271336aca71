import { dirname } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openEngines } from '../../src/engines/open-engines.ts'
import type { EngineSet } from '../../src/l10n/engines/engine.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { installFakeApertium } from './fake-apertium.ts'

const fake = eachTest(() => installFakeApertium())
let empty: string
beforeEach(async () => {
  empty = await temporaryFolder()
})

const open = (env: Record<string, string>): Promise<EngineSet> =>
  openEngines(readConfig(env).engines, { now: () => new Date(0) })

describe('the engines of a server', () => {
  it('are those that need no configuration, and Apertium if it is installed', async () => {
    expect((await open({ PATH: `relative:${empty}` })).all.map(({ id }) => id)).toEqual(['pseudo'])
    const engines = await open({ PATH: `${empty}:${dirname(fake.program)}` })
    expect(engines.all.map(({ id }) => id)).toEqual(['apertium', 'pseudo'])
    expect(engines.find('apertium')?.findUnsupported('en', 'es')).toBeUndefined()
    expect(engines.find('memory')).toBeUndefined()
  })

  it('are those that are configured, with their prices and limits', async () => {
    const engines = await open({
      PATH: empty,
      DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
      DRAGOMAN_LLM_URL: 'http://127.0.0.1:1/v1',
      DRAGOMAN_LLM_MODEL: 'gemma3',
      DRAGOMAN_LLM_INPUT_PRICE: '0.5',
      DRAGOMAN_LLM_OUTPUT_PRICE: '2',
      DRAGOMAN_LIBRETRANSLATE_URL: 'http://127.0.0.1:1',
    })
    expect(engines.all.map(({ id, kind, isPaid, batchSize }) => [id, kind, isPaid, batchSize])).toEqual([
      ['llm', 'llm', true, 20],
      ['libretranslate', 'mt', false, 50],
      ['pseudo', 'pseudo', false, 200],
    ])
    expect(engines.find('llm')).toMatchObject({ model: 'gemma3', prices: { input: 0.5, output: 2, characters: 0 } })
  })

  it('finds the language data of Apertium where the environment says', async () => {
    const engines = await open({ PATH: dirname(fake.program), APERTIUM_DATADIR: empty })
    expect(engines.find('apertium')?.findUnsupported('en', 'es')).toContain('has no language pair')
  })

  it('end their processes when they are closed', async () => {
    const engines = await open({ PATH: dirname(fake.program) })
    const apertium = engines.find('apertium')
    const signal = new AbortController().signal
    expect(await apertium?.test(signal)).toBe('Apertium answers. Language pairs: eng-spa.')
    await engines.close()
    await expect(apertium?.test(signal)).rejects.toThrow('Apertium was stopped.')
  })
})
