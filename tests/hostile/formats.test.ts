import { afterEach, describe, expect, it, vi } from 'vitest'
import { markdown } from '../../src/l10n/formats/markdown/format.ts'
import type * as Position from '../../src/l10n/formats/position.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import { commentsAbove, findFirstLine } from '../../src/l10n/formats/tree/comments.ts'
import { atNight } from '../runs.ts'
import { refused } from '../tools/world.ts'
import { CountingPool } from './counting-pool.ts'

const counts = vi.hoisted(() => ({ lines: 0 }))
vi.mock('../../src/l10n/formats/position.ts', async original => {
  const own = await original<typeof Position>()
  return {
    ...own,
    positionAt: (text: string, offset: number) => {
      counts.lines += 1
      return own.positionAt(text, offset)
    },
  }
})
afterEach(() => {
  counts.lines = 0
})

const repeat = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')
const told = async (read: () => unknown): Promise<string> =>
  (await refused(Promise.resolve().then(() => read()))).message

/** Entries with the same text, by format. */
const FILES: Readonly<Record<string, (entries: (make: (key: string) => string) => string) => string>> = {
  fluent: entries => entries(key => `${key} = v\n`),
  typescript: entries => `export default {\n${entries(key => `  ${key}: 'v',\n`)}}\n`,
  php: entries => `<?php\nreturn [\n${entries(key => `  '${key}' => 'v',\n`)}];\n`,
  xcstrings: entries =>
    `{"sourceLanguage":"en","strings":{\n${entries(key => `"${key}":{},\n`)}"z":{}},"version":"1.0"}`,
  stringsdict: entries =>
    `<plist version="1.0"><dict>\n${entries(key => `<key>${key}</key><dict><key>NSStringLocalizedFormatKey</key><string>v</string></dict>\n`)}</dict></plist>`,
  resx: entries => `<root>\n${entries(key => `<data name="${key}"><value>v</value></data>\n`)}</root>`,
  'go-i18n': entries => `[${entries(key => `{"id":"${key}","translation":"v"},\n`)}{"id":"z","other":"v"}]`,
  'qt-linguist': entries => `<TS>\n${entries(key => `<message><source>${key}</source></message>\n`)}</TS>`,
  android: entries => `<resources>\n${entries(key => `<string name="${key}">v</string>\n`)}</resources>`,
  'apple-strings': entries => entries(key => `"${key}" = "v";\n`),
  properties: entries => entries(key => `${key}=v\n`),
  csv: entries => `key,value\n${entries(key => `${key},v\n`)}`,
  yaml: entries => entries(key => `${key}: v\n`),
  json: entries => `{${entries(key => `"${key}":"v",\n`)}"z":"v"}`,
  xliff: entries =>
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" original="a" datatype="plaintext"><body>\n${entries(key => `<trans-unit id="${key}"><source>v</source></trans-unit>\n`)}</body></file></xliff>`,
}

it.each(Object.entries(FILES))(
  'a file in which keys occur again counts the lines of at most 20 of them: %s',
  (id, make) => {
    const format = formatById(id)
    const one = make(entry => repeat(300, () => entry('a')))
    const pairs = make(entry => repeat(600, at => entry(`a${at % 300}`)))
    for (const text of [one, pairs]) {
      counts.lines = 0
      expect(format.read(text, undefined, 'en').entries.length).toBeGreaterThan(0)
      expect(counts.lines).toBeLessThanOrEqual(40)
    }
  },
)

it('a line with all keys of a file is not searched before the key above', () => {
  const text = '# note\n{a: b, c: d}'
  const floor = text.indexOf(',')
  expect(commentsAbove(text, text.indexOf('c'), floor)).toBeUndefined()
  expect(findFirstLine(text, text.indexOf('c'), floor)).toBe(floor)
  expect(findFirstLine(text, text.indexOf('{'), 0)).toBe(0)
  expect(commentsAbove(text, text.indexOf('{'), 0)).toBe('note')
})

it('a file of Fluent is read up to its first fault', async () => {
  const format = formatById('fluent')
  expect(await told(() => format.read(`a = b\n${repeat(10_000, () => 'x\n')}`))).toMatch(
    /^Invalid Fluent file at 2:2: /,
  )
})

it('a table has up to 500 columns', async () => {
  const header = `key,en${repeat(499, at => `,_${at}`)}`
  for (const id of ['csv', 'csv-multilingual']) {
    expect(await told(() => formatById(id).read(header, undefined, 'en'))).toMatch(
      /at 1:\d+: the header has 501 columns; the limit is 500/,
    )
  }
})

describe('code in MDX', () => {
  const format = formatById('mdx')
  const message = /at 3:[12]: the code here is too long for its many blank lines and braces/

  it.each([
    ['a template with blank lines', `export const a = \`${repeat(3_000, () => '\n\n')}\``],
    ['a string with braces', `{"${'}'.repeat(4_000)}"}`],
    ...atNight([['a comment with braces', `{/*${'}'.repeat(4_000)}*/}`]]),
  ])('is rejected when it is parsed again and again: %s', async (_, code) => {
    expect(await told(() => format.read(`Some text\n\n${code}\n`))).toMatch(message)
  })

  it('may be long, and stand often', () => {
    const long = `export const a = [\n${repeat(500, at => `  { a: ${at} },\n`)}]\n\nSome text\n\n${repeat(500, () => '{a} ')}`
    expect(format.read(long).entries.map(({ value }) => value)[0]).toBe('Some text')
  })
})

it('the parser of Markdown is loaded in steps before a short file is read or written', async () => {
  const load = vi.spyOn(markdown, 'load')
  const pool = new CountingPool()
  const source = { path: 'a.md', content: 'Some text\n' }
  const file = { ...source, format: 'markdown', locale: 'de' }
  try {
    await pool.forCall().readSource(source)
    await pool.forCall().readTarget(file)
    await pool.forCall().writeTarget({ ...file, source: source.content, values: new Map() })
    expect(load).toHaveBeenCalledTimes(3)
    expect(pool.jobs).toEqual([])
    await Promise.all(load.mock.results.map(({ value }) => value))
  } finally {
    load.mockRestore()
    await pool.close()
  }
})
