import { createLlmEngine } from '../../src/engines/llm/llm-engine.ts'
import type { LlmOptions } from '../../src/engines/llm/options.ts'
import type { EngineBatch, EngineItem } from '../../src/l10n/engines/engine.ts'

export const NOW = new Date('2026-03-01T12:00:00Z')
export const KEY = 'sk-secret-0123456789'

const item = (id: string, rest: Partial<EngineItem> & Pick<EngineItem, 'source'>): EngineItem => ({
  id,
  key: `key.${id}`,
  file: 'en.json',
  syntax: 'icu',
  families: ['icu'],
  ...rest,
})

export const POLISH = { required: ['one', 'few', 'many'], optional: ['other'] }

/** One text, one ICU plural and one string with forms. */
export const BATCH: EngineBatch = {
  kind: 'translate',
  sourceLocale: 'en',
  locale: 'pl',
  items: [
    item('1', { source: 'Save {name}' }),
    item('2', {
      source: "{n, plural, =0 {no files} one {# file} other {# files}} in {name}'s folder",
      plurals: POLISH,
    }),
    item('3', {
      source: { one: '%d apple', other: '%d apples' },
      syntax: 'printf',
      families: ['printf'],
      plurals: POLISH,
    }),
  ],
  idempotencyKey: 'run1-part1',
}

/** A batch with everything that a prompt can carry. */
export const FULL: EngineBatch = {
  ...BATCH,
  voice: 'Friendly and short.\nAddress the user informally.',
  terms: [
    { term: 'Dragoman', kind: 'do_not_translate' },
    { term: 'folder', translation: 'katalog', forbidden: ['folder'], definition: 'A container of files.' },
  ],
  items: [
    {
      ...item('1', { source: 'Save {name}' }),
      context: 'menu',
      note: 'A button.',
      max: 20,
      neighbours: ['Open', 'Close'],
      like: [{ source: 'Save', translation: 'Zapisz' }],
      repair: {
        text: 'Zapisz {nazwa}',
        findings: [{ id: 'placeholders', message: 'The placeholder {name} is missing.', fix: 'Keep {name}.' }],
      },
    },
    ...BATCH.items.slice(1),
  ],
}

export const REVISE: EngineBatch = {
  ...BATCH,
  kind: 'revise',
  items: [
    {
      ...item('1', { source: 'Save {name}' }),
      before: { text: 'Zapisz pan {name}', source: 'Store {name}', reasons: ['It was written for an earlier voice.'] },
    },
  ],
}

export const APIS = ['chat', 'responses', 'messages', 'compatible'] as const
export type Api = (typeof APIS)[number]

const PROVIDERS: Readonly<Record<Api, Pick<LlmOptions, 'provider' | 'api' | 'model'>>> = {
  chat: { provider: 'openai', api: 'chat', model: 'gpt-5-mini' },
  responses: { provider: 'openai', model: 'gpt-5-mini' },
  messages: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  compatible: { provider: 'openai-compatible', model: 'qwen3' },
}

export const openEngine = (url: string, api: Api, options: Partial<LlmOptions> = {}) =>
  createLlmEngine({
    id: 'gpt',
    url,
    key: KEY,
    prices: { input: 1, output: 2 },
    isPaid: true,
    concurrency: 4,
    batchSize: 20,
    timeoutMs: 60_000,
    structured: 'json_schema',
    now: () => NOW,
    ...PROVIDERS[api],
    ...options,
  })

export const unstopped = (): AbortSignal => new AbortController().signal
