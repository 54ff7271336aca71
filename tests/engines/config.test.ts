import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type EngineConfig, readEngineConfig } from '../../src/engines/config.ts'
import { AppError } from '../../src/errors.ts'
import { temporaryFolder } from '../harness/folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const read = (env: Record<string, string>): readonly EngineConfig[] => readEngineConfig(readConfig(env).engines)

/** Reads a file with these engines. */
async function readFileWith(engines: object, env: Record<string, string> = {}): Promise<readonly EngineConfig[]> {
  const file = join(folder, 'engines.json')
  await writeFile(file, JSON.stringify({ $schema: 'x', engines }))
  return read({ DRAGOMAN_ENGINES_FILE: file, ...env })
}

/** The faults, without the path of the folder. */
async function faultsOf(outcome: Promise<unknown> | (() => unknown)): Promise<readonly string[]> {
  try {
    await (typeof outcome === 'function' ? outcome() : outcome)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('bad_config')
    return error.message.replaceAll(`${folder}/`, '').split('\n')
  }
  throw new Error('expected a refusal')
}

const LOCAL = { type: 'openai-compatible', url: 'http://localhost:11434/v1', model: 'gemma3' }

describe('the configuration of engines', () => {
  it('is empty without variables', () => {
    expect(read({})).toEqual([])
  })

  it('reads a file, with keys by reference and defaults', async () => {
    await writeFile(join(folder, 'key'), 'from-file\n')
    const engines = {
      gpt: {
        type: 'openai',
        model: 'gpt-5',
        api: 'responses',
        key: { env: 'OPENAI_KEY' },
        prices: { input: 1.25, output: 10 },
        concurrency: 8,
        batch_size: 25,
        timeout: '30s',
        temperature: 0.2,
        structured: 'json_object',
      },
      claude: { type: 'anthropic', model: 'claude', key: { file: join(folder, 'key') } },
      ollama: LOCAL,
      'my-libre': { type: 'libretranslate', url: 'https://lt.example.org', prices: { characters: 20 } },
      'apertium-2': { type: 'apertium', program: '/opt/bin/apertium' },
    }
    const configs = await readFileWith(engines, { OPENAI_KEY: 'from-env' })
    expect(configs).toMatchObject([
      {
        id: 'gpt',
        key: 'from-env',
        prices: { input: 1.25, output: 10 },
        isPaid: true,
        concurrency: 8,
        batchSize: 25,
        timeoutMs: 30_000,
        temperature: 0.2,
        structured: 'json_object',
        api: 'responses',
      },
      { id: 'claude', key: 'from-file', isPaid: true, batchSize: 20, structured: 'json_schema' },
      {
        id: 'ollama',
        key: undefined,
        isPaid: false,
        concurrency: 4,
        timeoutMs: 120_000,
        prices: { input: 0, output: 0 },
      },
      { id: 'my-libre', isPaid: true, batchSize: 50, timeoutMs: 60_000 },
      { id: 'apertium-2', program: '/opt/bin/apertium', timeoutMs: undefined },
    ])
  })

  it.each([
    ['http://localhost:1/v1', false],
    ['http://10.1.2.3/v1', false],
    ['http://gpu.internal/v1', false],
    ['https://openrouter.ai/api/v1', true],
    ['http://8.8.8.8/v1', true],
  ])('takes an engine with a key at %s for paid: %s', async (url, isPaid) => {
    const entry = { ...LOCAL, url, key: { env: 'KEY' } }
    expect(await readFileWith({ one: entry }, { KEY: 'x' })).toMatchObject([{ isPaid }])
    expect(await readFileWith({ one: { ...entry, paid: !isPaid } }, { KEY: 'x' })).toMatchObject([{ isPaid: !isPaid }])
  })

  it('reads one engine of each kind from variables', () => {
    const configs = read({
      DRAGOMAN_LLM_PROVIDER: 'openai',
      DRAGOMAN_LLM_MODEL: 'gpt-5',
      DRAGOMAN_LLM_API_KEY: 'secret',
      DRAGOMAN_LLM_INPUT_PRICE: '1.25',
      DRAGOMAN_LLM_OUTPUT_PRICE: '10',
      DRAGOMAN_LIBRETRANSLATE_URL: 'http://localhost:5000',
      DRAGOMAN_LIBRETRANSLATE_API_KEY: 'other',
    })
    expect(configs).toMatchObject([
      { id: 'llm', type: 'openai', model: 'gpt-5', key: 'secret', prices: { input: 1.25, output: 10 }, isPaid: true },
      { id: 'libretranslate', url: 'http://localhost:5000', key: 'other', isPaid: false },
    ])
  })

  it('names all faults at once, with engine, field, value and fix, and never a key', async () => {
    const faults = await faultsOf(
      readFileWith({
        'Bad Name': LOCAL,
        pseudo: LOCAL,
        a: { type: 'openia', model: 'x' },
        b: { ...LOCAL, url: 'localhost', key: 'sk-secret', modle: 'x', temperature: 3 },
        c: { ...LOCAL, api: 'chat', timeout: '5', concurrency: 0, batch_size: 1.5, structured: 'xml', paid: 'no' },
        d: { type: 'openai', model: '', api: 'rest', prices: { input: -1 } },
        e: { ...LOCAL, key: { env: 'MISSING_KEY' } },
        f: { ...LOCAL, key: { file: 'relative' } },
        g: { type: 'anthropic', model: 'claude' },
        h: { type: 'libretranslate', prices: { input: 1, output: 2 } },
        i: { type: 'apertium', program: 'apertium' },
      }),
    )
    expect(faults).toMatchInlineSnapshot(`
      [
        "engines.json, engine "Bad Name": the name is not valid. Use lowercase letters, digits and single hyphens, at most 30.",
        "engines.json, engine "pseudo": the name is reserved. Use another name.",
        "engines.json, engine "a": type is "openia". Give openai, openai-compatible, anthropic, libretranslate, apertium.",
        "engines.json, engine "b": url is "localhost". Give an http or https URL without query and credentials, such as http://localhost:11434/v1.",
        "engines.json, engine "b": key is (hidden). Keys are not written into the file. Give {"env": "NAME"} or {"file": "/path"}.",
        "engines.json, engine "b": temperature is 3. Give a number from 0 to 2, such as 0.2.",
        "engines.json, engine "b": modle is unknown. Remove it.",
        "engines.json, engine "c": api is "chat". Remove it: only openai has a choice. Servers of this type have chat.",
        "engines.json, engine "c": paid is "no". Give true or false.",
        "engines.json, engine "c": concurrency is 0. Give a whole number from 1 to 64, such as 4.",
        "engines.json, engine "c": batch_size is 1.5. Give a whole number from 1 to 100, such as 20.",
        "engines.json, engine "c": timeout is "5". Give a number and s or m, from 1s to 30m, such as 60s.",
        "engines.json, engine "c": structured is "xml". Give json_schema, json_object or text.",
        "engines.json, engine "d": api is "rest". Give chat or responses.",
        "engines.json, engine "d": model is "". Give the name of a model.",
        "engines.json, engine "d": prices.input is -1. Give a number from 0 to 10000, such as 0.5.",
        "engines.json, engine "d": prices.output is missing. Give a number from 0 to 10000, such as 0.5.",
        "engines.json, engine "e": key.env is MISSING_KEY, which is not set. Set this variable.",
        "engines.json, engine "f": key.file is "relative". Give the absolute path of a file that has the key.",
        "engines.json, engine "g": key is missing. Give the API key of anthropic.",
        "engines.json, engine "h": url is missing. Give an http or https URL without query and credentials, such as http://localhost:11434/v1.",
        "engines.json, engine "h": prices.characters is missing. Give a number from 0 to 10000, such as 0.5.",
        "engines.json, engine "h": prices.input is unknown. Remove it.",
        "engines.json, engine "h": prices.output is unknown. Remove it.",
        "engines.json, engine "i": program is "apertium". Give an absolute path.",
      ]
    `)
    expect(faults.join()).not.toContain('sk-secret')
  })

  it('names the variables of faults', async () => {
    expect(await faultsOf(() => read({ DRAGOMAN_LLM_MODEL: 'x' }))).toEqual([
      'DRAGOMAN_LLM_PROVIDER is missing. Give openai, openai-compatible, anthropic.',
    ])
    const partly = { DRAGOMAN_LLM_PROVIDER: 'openai-compatible', DRAGOMAN_LLM_INPUT_PRICE: '1' }
    expect(await faultsOf(() => read({ ...partly, DRAGOMAN_LIBRETRANSLATE_API_KEY: 'x' }))).toMatchInlineSnapshot(`
      [
        "DRAGOMAN_LLM_URL is missing. Give an http or https URL without query and credentials, such as http://localhost:11434/v1.",
        "DRAGOMAN_LLM_MODEL is missing. Give the name of a model.",
        "DRAGOMAN_LLM_OUTPUT_PRICE is missing. Give a number from 0 to 10000, such as 0.5.",
        "DRAGOMAN_LIBRETRANSLATE_URL is missing. Give an http or https URL without query and credentials, such as http://localhost:11434/v1.",
      ]
    `)
    expect(
      await faultsOf(() => readConfig({ DRAGOMAN_LLM_INPUT_PRICE: 'cheap', DRAGOMAN_LLM_URL: 'x' })),
    ).toMatchInlineSnapshot(`
      [
        "DRAGOMAN_LLM_URL is "x". Give an http or https URL without query and credentials, such as http://localhost:11434/v1.",
        "DRAGOMAN_LLM_INPUT_PRICE is "cheap". Give a number of US dollars per million tokens, such as 0.5.",
      ]
    `)
  })

  it('explains a file that it cannot read', async () => {
    const file = join(folder, 'engines.json')
    const from = (path: string) => () => read({ DRAGOMAN_ENGINES_FILE: path })
    expect(await faultsOf(from(file))).toEqual([
      "engines.json (DRAGOMAN_ENGINES_FILE) cannot be read: ENOENT. Give the path of a file that the server's user can read.",
    ])
    await writeFile(file, '{"engines": {"a": {"key": "sk-secret" "x"}}}')
    expect(await faultsOf(from(file))).toEqual([
      'engines.json (DRAGOMAN_ENGINES_FILE) is not valid JSON, at offset 38. Correct it.',
    ])
    await writeFile(file, '{"llm": {}}')
    expect(await faultsOf(from(file))).toEqual([
      'engines.json (DRAGOMAN_ENGINES_FILE) has no engines. Write {"engines": {"<name>": {"type": …}}}.',
    ])
  })

  it('refuses an engine that is in the file and in variables', async () => {
    const env = {
      DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
      DRAGOMAN_LLM_URL: 'http://localhost/v1',
      DRAGOMAN_LLM_MODEL: 'x',
    }
    expect(await faultsOf(readFileWith({ llm: LOCAL }, env))).toEqual([
      'Engine llm is in engines.json and in variables. Keep one of them.',
    ])
  })
})
