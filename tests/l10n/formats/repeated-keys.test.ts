import { describe, expect, it } from 'vitest'
import { readSource, readTarget } from '../../../src/l10n/files/read-files.ts'
import { formatById } from '../../../src/l10n/formats/registry.ts'

const wrapXml = (head: string, items: string, tail: string): string => `${head}\n${items}\n${tail}\n`
const resx = (name: string, value: string): string => `  <data name="${name}"><value>${value}</value></data>`
const unit = (id: string, value: string): string =>
  `<trans-unit id="${id}"><source>s${id}</source><target>${value}</target></trans-unit>`
const message = (id: string, value: string): string =>
  `<message id="${id}"><source>s</source><translation>${value}</translation></message>`
const pair = (key: string, value: string): string => `<key>${key}</key><string>${value}</string>`

/** A file of each format in which the key `a` has two values and `b` one, and its lines. */
const FILES: Readonly<Record<string, readonly [path: string, text: string, lines: readonly [number, number]]>> = {
  json: ['l/en.json', '{\n  "a": "A1",\n  "b": "B1",\n  "a": "A2"\n}\n', [2, 4]],
  arb: ['l/app_en.arb', '{\n  "@@locale": "en",\n  "a": "A1",\n  "b": "B1",\n  "a": "A2"\n}\n', [3, 5]],
  rails: ['config/locales/en.yml', 'en:\n  a: A1\n  b: B1\n  a: A2\n', [2, 4]],
  yaml: ['l/en.yaml', 'a: A1\nb: B1\na: A2\n', [1, 3]],
  toml: ['i18n/en.toml', 'a = "A1"\nb = "B1"\na = "A2"\n', [1, 3]],
  'go-i18n': [
    'i18n/en.json',
    '[\n{"id": "a", "translation": "A1"},\n{"id": "b", "translation": "B1"},\n{"id": "a", "translation": "A2"}\n]\n',
    [2, 4],
  ],
  'qt-linguist': [
    'app_en.ts',
    wrapXml(
      '<TS><context>',
      [message('a', 'A1'), message('b', 'B1'), message('a', 'A2')].join('\n'),
      '</context></TS>',
    ),
    [2, 4],
  ],
  properties: ['l/messages.properties', 'a=A1\nb=B1\na=A2\n', [1, 3]],
  php: ['lang/en/x.php', "<?php\nreturn [\n  'a' => 'A1',\n  'b' => 'B1',\n  'a' => 'A2',\n];\n", [3, 5]],
  csv: ['l/en.csv', 'key,value\na,A1\nb,B1\na,A2\n', [2, 4]],
  fluent: ['l/en.ftl', 'a = A1\nb = B1\na = A2\n', [1, 3]],
  typescript: ['l/en.ts', "export default {\n  a: 'A1',\n  b: 'B1',\n  a: 'A2',\n}\n", [2, 4]],
  'apple-strings': ['en.lproj/L.strings', '"a" = "A1";\n"b" = "B1";\n"a" = "A2";\n', [1, 3]],
  po: ['l/en.po', 'msgid "a"\nmsgstr "A1"\n\nmsgid "b"\nmsgstr "B1"\n\nmsgid "a"\nmsgstr "A2"\n', [1, 7]],
  'po-monolingual': ['l/en.po', 'msgid "a"\nmsgstr "A1"\n\nmsgid "b"\nmsgstr "B1"\n\nmsgid "a"\nmsgstr "A2"\n', [1, 7]],
  android: [
    'app/res/values/strings.xml',
    wrapXml(
      '<resources>',
      '<string name="a">A1</string>\n<string name="b">B1</string>\n<string name="a">A2</string>',
      '</resources>',
    ),
    [2, 4],
  ],
  resx: [
    'R.resx',
    wrapXml('<root>', [resx('a', 'A1'), resx('b', 'B1'), resx('a', 'A2')].join('\n'), '</root>'),
    [2, 4],
  ],
  stringsdict: [
    'en.lproj/L.stringsdict',
    wrapXml('<plist><dict>', [pair('a', 'A1'), pair('b', 'B1'), pair('a', 'A2')].join('\n'), '</dict></plist>'),
    [2, 4],
  ],
}

const runToEnd = <Result>(steps: Generator<unknown, Result>): Result => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

describe.each(Object.entries(FILES))('a key with two values in %s', (id, [path, text, lines]) => {
  const format = formatById(id)
  const rootKey = id === 'rails' ? 'en' : undefined
  const conflict = { key: 'a', differs: true, duplicate: lines }
  const write = (base: string | undefined, value: string): string =>
    format.write({ source: text, base, locale: 'de', rootKey, values: new Map([['b', value]]) })

  it('is left out of a source file', () => {
    const { items, conflicts } = runToEnd(readSource({ path, content: text, format: id, rootLocale: rootKey }))
    expect(items.map(({ key }) => key)).toEqual(['b'])
    expect(conflicts).toEqual([conflict])
  })

  it('is left out of a translation, and stays in it', () => {
    const { entries, empty, conflicts } = readTarget({
      path,
      content: text,
      format: id,
      locale: 'en',
      source: text,
      rootKey,
    })
    expect(entries.map(({ key, value }) => [key, value])).toEqual([['b', 'B1']])
    expect([empty, conflicts]).toEqual([[], [conflict]])
    const base = id === 'rails' ? text.replace('en:', 'de:') : id === 'arb' ? text.replace('"en"', '"de"') : text
    expect(write(base, 'B1')).toBe(base)
    expect(write(base, 'B2')).toBe(base.replace('B1', 'B2'))
  })

  it('is left out where its first value is empty', () => {
    const [one, other] = id === 'fluent' ? ['A1', 'A0'] : ['A1', '']
    const content = text.replace(one, other)
    const { entries, conflicts } = readTarget({ path, content, format: id, locale: 'en', source: text, rootKey })
    expect(entries.map(({ key }) => key)).toEqual(['b'])
    expect(conflicts).toEqual([conflict])
  })

  it('is not written into a new file', () => {
    const written = write(undefined, 'B3')
    expect(written).toContain('B3')
    expect(written).not.toMatch(/A[12]/)
  })
})

describe('a key with two values in XLIFF', () => {
  const text = wrapXml(
    '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>',
    [unit('a', 'A1'), unit('b', 'B1'), unit('a', 'A2')].join('\n'),
    '</body></file></xliff>',
  )

  it('is left out of a translation', () => {
    const { entries, conflicts } = readTarget({
      path: 'de.xlf',
      content: text,
      format: 'xliff',
      locale: 'de',
      source: text,
    })
    expect(entries.map(({ key }) => key)).toEqual(['b'])
    expect(conflicts).toEqual([{ key: 'a', differs: true, duplicate: [2, 4] }])
  })

  it('is left out of a source file', () => {
    const content = text.replace('<source>sa', '<source>other')
    const { items, conflicts } = runToEnd(readSource({ path: 'en.xlf', content }))
    expect([items.map(({ key }) => key), conflicts.map(({ key }) => key)]).toEqual([['b'], ['a']])
  })
})

describe('a string with two values in a string catalog', () => {
  const strings = (one: string, two: string): string =>
    `{"sourceLanguage":"en","strings":{\n"a":{"comment":"${one}"},\n"b":{},\n"a":{"comment":"${two}"}}}`

  it('is left out', () => {
    const path = 'L.xcstrings'
    const { items, conflicts } = runToEnd(readSource({ path, content: strings('x', 'y'), locale: 'en' }))
    expect(items.map(({ key }) => key)).toEqual(['b'])
    expect(conflicts).toEqual([{ key: 'a', differs: true, duplicate: [2, 4] }])
  })
})

describe('plural forms and sections with two values', () => {
  it.each([
    ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n  y: Y\n  x:\n    one: a\n    other: c\n', ['x']],
    ['l/en.yaml', 's:\n  a: A\ny: Y\ns:\n  b: B\n', ['s.a', 's.b']],
    ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n    other: c\n  y: Y\n', ['x']],
    ['i18n/en.toml', 'y = "Y"\n[x]\nother = "A"\n[s]\nb = "B"\n[x]\nother = "C"\n[s]\nc = "B"\n', ['x', 's.b', 's.c']],
    ['i18n/en.toml', 's = { a = "A" }\ny = "Y"\n[s.b]\nc = "C"\n', ['s.a', 's.b.c']],
    ['i18n/en.toml', '[x]\none = "A"\nother = "B"\nother = "C"\n[y]\nother = "Y"\n', ['x']],
    ['i18n/active.en.json', '{"x": {"other": "A", "hash": "h"}, "y": "Y", "x": "B"}', ['x']],
    ['i18n/en.yaml', '- id: x\n  one: A\n  other: B\n  other: C\n- id: y\n  translation: Y\n', ['x']],
    ['lang/en/x.php', "<?php return ['s' => ['a' => 'A'], 'y' => 'Y', 's' => ['b' => 'B']];", ['s.a', 's.b']],
    [
      'app/res/values/strings.xml',
      '<resources><plurals name="x"><item quantity="other">A</item></plurals><string name="y">Y</string><plurals name="x"><item quantity="other">B</item></plurals></resources>',
      ['plurals/x'],
    ],
  ])('are left out of %s', (path, content, keys) => {
    const { items, conflicts } = runToEnd(readSource({ path, content, rootLocale: 'en' }))
    expect(items.map(({ key }) => key)).toEqual(['y'])
    expect(conflicts.map(({ key }) => key)).toEqual(keys)
  })
})
