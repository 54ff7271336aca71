import { describe, expect, it } from 'vitest'
import { checkText } from '../../../../src/l10n/checks/check-text.ts'
import { banana } from '../../../../src/l10n/formats/banana/format.ts'
import { detectFormat, formatById } from '../../../../src/l10n/formats/registry.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('banana')
const values = (map: Record<string, string>): Map<string, string> => new Map(Object.entries(map))

const PROJECTS = [
  ['extension', 'pl'],
  ['tool', 'de'],
  ['app', 'ru'],
] as const

describe.each(PROJECTS)('MediaWiki files of the kind %s', (name, locale) => {
  const source = fixture(`${name}-en.json`)
  const text = fixture(`${name}-${locale}.json`)
  acceptFormat(banana, source, [{ name: `${name}-${locale}.json`, locale, text }], {
    siblings: ['{"@metadata":{"authors":["A"]},"a":"\\u00e9"}', '\uFEFF{\r\n\t"a" : "ü"\r\n}\r\n'],
  })

  it('have no finding', () => {
    const english = new Map(banana.read(source).entries.map(({ key, value }) => [key, value]))
    const found = banana.readTarget(text, locale, source).flatMap(({ key, value: target }) => {
      const own = english.get(key)
      if (own === undefined) return []
      return checkText({ source: own, target, syntax: 'banana', sourceLocale: 'en', locale }).findings
    })
    expect(found).toEqual([])
  })
})

describe('reading MediaWiki files', () => {
  it('reads all strings but those of @metadata, with dots in their keys', () => {
    const { entries, options } = banana.read(fixture('extension-en.json'))
    expect(entries.map(({ key }) => key)).toEqual([
      'pagelist-desc',
      'pagelist-count',
      'pagelist-log',
      'pagelist-help',
      'pagelist-error-invalid.title',
      'pagelist-summary',
    ])
    expect(options).toMatchObject({ syntax: 'banana', separator: '', indent: '\t' })
  })

  it('reads nested keys beside @metadata', () => {
    const text = '{"@metadata": {"authors": ["A"]}, "a": {"b.c": "x"}, "d": "y"}'
    expect(banana.read(text).entries.map(({ key }) => key)).toEqual(['a.b\\.c', 'd'])
    expect(banana.readTarget('{"@metadata": {"authors": ["B"]}, "d": "z"}', 'de', text)).toEqual([
      { key: 'd', value: 'z' },
    ])
  })
})

describe('writing MediaWiki files', () => {
  it('gives a new file its own @metadata', () => {
    expect(banana.write({ source: fixture('tool-en.json'), locale: 'fr', values: values({ edits: 'x' }) })).toBe(
      '{\n    "@metadata": {\n        "authors": [],\n        "locale": "fr",\n        "message-documentation": "qqq"\n    },\n    "edits": "x"\n}\n',
    )
    const sibling = fixture('app-ru.json')
    expect(
      JSON.parse(
        banana.write({ source: fixture('tool-en.json'), sibling, locale: 'fr', values: values({ edits: 'x' }) }),
      ),
    ).toEqual({ '@metadata': { authors: [], locale: 'fr', 'message-documentation': 'qqq' }, edits: 'x' })
    const chinese = banana.write({ source: fixture('tool-en.json'), locale: 'zh-Hans', values: values({ edits: 'x' }) })
    expect(JSON.parse(chinese)['@metadata'].locale).toBe('zh-hans')
  })

  it('keeps the @metadata of an existing file, and adds none', () => {
    const source = fixture('tool-en.json')
    const base = '{"@metadata": {"authors": ["B"], "locale": "de-formal", "x": 1}, "edits": "a"}'
    expect(banana.write({ source, base, locale: 'de', values: values({ edits: 'b' }) })).toBe(
      base.replace('"a"', '"b"'),
    )
    expect(banana.write({ source, base: '{"edits": "a"}', locale: 'de', values: values({ edits: 'b' }) })).toBe(
      '{"edits": "b"}',
    )
  })
})

it.each([
  ['@metadata', 'messages/en.json', '{"a": "b", "@metadata" : {"authors": []}}', 'banana'],
  ['PLURAL in a folder i18n', 'ext/i18n/en.json', '{"a": "{{PLURAL:$1|b|c}}"}', 'banana'],
  ['GENDER in a folder i18n', 'i18n/en.json', '{"a": "{{GENDER:$1|b|c}}"}', 'banana'],
  ['PLURAL in another folder', 'locales/en.json', '{"a": "{{PLURAL:$1|b|c}}"}', 'banana'],
  ['a variable of another library', 'i18n/en.json', '{"a": "{{PLURAL:name}}"}', 'json'],
  ['a note of a key', 'l10n/en.json', '{"metadata": "b", "@metadata": {"description": "c"}}', 'json'],
  ['i18next', 'i18n/en.json', '{"a_one": "{{count}} b", "a_other": "{{count}} c"}', 'i18next'],
  ['an ordinary file', 'i18n/en.json', '{"a": "$1 {{SITENAME}}"}', 'json'],
])('telling MediaWiki from other JSON by %s', (_, path, text, id) => {
  expect(detectFormat(path, text)).toBe(formatById(id))
})
