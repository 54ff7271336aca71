import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRetryAfter } from '../../src/engines/llm/engine-errors.ts'
import { countTokens } from '../../src/engines/llm/llm-engine.ts'
import { getBaseUrl } from '../../src/engines/llm/options.ts'
import { toAnswerShape } from '../../src/engines/llm/prompts/answer-shape.ts'
import { readAnswers } from '../../src/engines/llm/read-answers.ts'
import { BATCH, NOW, openEngine, POLISH, REVISE } from './llm-batches.ts'

const text = toAnswerShape({ source: 'Save', syntax: 'plain' }, 'pl')
const forms = toAnswerShape({ source: { one: 'a', other: 'b' }, syntax: 'plain', plurals: POLISH }, 'pl')
const single = toAnswerShape(
  { source: { one: 'a', other: 'b' }, syntax: 'plain', plurals: { required: ['other'], optional: [] } },
  'ja',
)
const shapes = new Map([
  ['1', text],
  ['2', text],
  ['3', forms],
  ['4', single],
])
const read = (answer: string) => Object.fromEntries(readAnswers(answer, shapes).map(({ id, value }) => [id, value]))

describe('readAnswers', () => {
  it.each([
    ['a list without an object', '[{"id":"1","text":"a"}]', { 1: 'a' }],
    ['numbers as ids', '{"items":[{"id":1,"text":"a"}]}', { 1: 'a' }],
    ['another name of the list', '{"translations":[{"id":"1","text":"a"}]}', { 1: 'a' }],
    ['a quotation mark in prose', 'The "best: {"items":[{"id":"1","text":"a"}]}', { 1: 'a' }],
    [
      'braces and quotes in texts',
      String.raw`{"items":[{"id":"1","text":"{\"id\":\"2\",\"text\":\"b\"} }"}]}`,
      { 1: '{"id":"2","text":"b"} }' },
    ],
    ['a cut in a string', '{"items":[{"id":"1","text":"a"},{"id":"2","text":"b', { 1: 'a' }],
    ['equal repetitions', '{"items":[{"id":"1","text":"a"},{"id":"1","text":"a"}]}', { 1: 'a' }],
    ['different repetitions', '{"items":[{"id":"1","text":"a"},{"id":"1","text":"b"},{"id":"1","text":"a"}]}', {}],
    ['unknown ids', '{"items":[{"id":"9","text":"a"}]}', {}],
    ['a text that is no string', '{"items":[{"id":"1","text":5}]}', {}],
    [
      'forms',
      '{"items":[{"id":"3","forms":{"one":"a","few":"b","many":"c","other":"d"}}]}',
      { 3: { one: 'a', few: 'b', many: 'c' } },
    ],
    ['an absent form', '{"items":[{"id":"3","forms":{"one":"a","few":"b"}}]}', {}],
    ['a text instead of several forms', '{"items":[{"id":"3","text":"a"}]}', {}],
    ['a text instead of the only form', '{"items":[{"id":"4","text":"a"}]}', { 4: { other: 'a' } }],
    ['forms instead of a text', '{"items":[{"id":"1","forms":{"other":"a"}}]}', {}],
    ['nothing', '', {}],
  ])('reads %s', (_, answer, expected) => {
    expect(read(answer)).toEqual(expected)
  })

  it('reads the reason of a revision', () => {
    expect(readAnswers('{"items":[{"id":"1","text":"a","reason":"Shorter."}]}', shapes)).toEqual([
      { id: '1', value: 'a', reason: 'Shorter.' },
    ])
  })

  it('reads complete items of an answer that is cut anywhere, and no others', () => {
    const texts = fc.tuple(fc.string(), fc.string())
    fc.assert(
      fc.property(texts, fc.nat({ max: 300 }), ([one, two], length) => {
        const items = [
          { id: '1', text: one },
          { id: '2', text: two },
        ]
        const found = read(JSON.stringify({ items }).slice(0, length))
        expect([one, undefined]).toContain(found['1'])
        expect([two, undefined]).toContain(found['2'])
      }),
      { seed: 16 },
    )
  })

  it('reads hostile nesting in bounded work', () => {
    expect(read('{"a":'.repeat(100_000) + '}'.repeat(100_000))).toEqual({})
    expect(read('\\"'.repeat(1_000_000))).toEqual({})
    expect(read(`{"id":"1","text":"${'\\"'.repeat(1_000_000)}"}`)['1']).toHaveLength(1_000_000)
  })
})

it.each([
  ['', 0],
  ['Save', 1],
  ['Save the file', 4],
  ['保存文件', 4],
  ['ファイル', 4],
  ['파일', 2],
  ['файл', 2],
])('countTokens counts %j as %i', (given, tokens) => {
  expect(countTokens(given)).toBe(tokens)
})

describe('the estimate', () => {
  const engine = openEngine('http://127.0.0.1:1', 'responses')

  it('counts the prompt and a translation for each form', () => {
    const whole = engine.estimate(BATCH)
    const [first] = BATCH.items
    const one = engine.estimate({ ...BATCH, items: first === undefined ? [] : [first] })
    expect(whole).toMatchObject({ requests: 1, characters: 'Save {name}'.length + 73 + 18 })
    expect(one.input_tokens).toBeGreaterThan(300)
    expect(whole.input_tokens).toBeGreaterThan(one.input_tokens)
    expect(whole.output_tokens).toBeGreaterThan(one.output_tokens * 5)
  })

  it('counts more for other scripts and for reasons', () => {
    expect(engine.estimate({ ...BATCH, locale: 'ja' }).output_tokens).toBeGreaterThan(0)
    const { output_tokens } = engine.estimate({ ...REVISE, kind: 'translate' })
    expect(engine.estimate({ ...REVISE, kind: 'translate', locale: 'ja' }).output_tokens).toBeGreaterThan(output_tokens)
    expect(engine.estimate(REVISE).output_tokens).toBeGreaterThan(output_tokens)
  })
})

it.each([
  ['7', 7],
  ['0.4', 1],
  ['Sun, 01 Mar 2026 12:00:05 GMT', 5],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('readRetryAfter reads %j', (header, seconds) => {
  expect(readRetryAfter(header, NOW)).toBe(seconds)
})

it.each([
  [{ provider: 'openai' }, 'https://api.openai.com/v1'],
  [{ provider: 'anthropic' }, 'https://api.anthropic.com/v1'],
  [{ provider: 'openai-compatible', url: 'http://127.0.0.1:1234/' }, 'http://127.0.0.1:1234/v1'],
  [{ provider: 'openai-compatible', url: 'https://openrouter.ai/api/v1/' }, 'https://openrouter.ai/api/v1'],
] as const)('getBaseUrl of %j is %s', (options, url) => {
  expect(getBaseUrl(options)).toBe(url)
})
