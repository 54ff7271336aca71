import { describe, expect, it } from 'vitest'
import { inlang } from '../../../../src/l10n/formats/inlang/format.ts'
import { detectFormat, formatById } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('inlang')
const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const entries = (text: string): Record<string, Message> =>
  Object.fromEntries(inlang.read(text).entries.map(({ key, value }) => [key, value]))
const target = (text: string, locale: string, source: string): Record<string, Message> =>
  Object.fromEntries(inlang.readTarget(text, locale, source).map(({ key, value }) => [key, value]))

describe('Paraglide files', () => {
  for (const [name, locale] of [
    ['svelte', 'pl'],
    ['react', 'de'],
    ['app', 'ru'],
  ] as const) {
    const text = fixture(`${name}-${locale}.json`)
    acceptFormat(inlang, fixture(`${name}-en.json`), [{ name: `${name}-${locale}.json`, locale, text }], {
      // A text may also stand for all other values.
      linesPerText: 2,
    })
  }
})

describe('reading Paraglide', () => {
  it('reads the variants of a plural as one entry', () => {
    expect(entries(fixture('svelte-en.json'))).toEqual({
      home_title: 'Hello {name}!',
      'nav.about': 'About',
      cart_items: { one: '{count} item in the cart', other: '{count} items in the cart' },
      footer: 'Made with care',
    })
    expect(inlang.read(fixture('svelte-en.json')).options).toMatchObject({ syntax: 'plain', separator: '' })
  })

  it('reads variants with other conditions as entries of their own', () => {
    expect(entries(fixture('react-en.json'))).toEqual({
      'dialog.close': 'Close',
      'dialog.pasted[platform=ios]': 'Tap to paste',
      'dialog.pasted[platform=android, size=large]': 'Press the big button',
      'dialog.pasted[platform=*, size=*]': 'Press the button',
      'invites.sent[gender=female]': { one: 'She sent an invite', other: 'She sent {count} invites' },
      'invites.sent[gender=*]': { one: 'They sent an invite', other: 'They sent {count} invites' },
    })
  })

  it('reads variants without a list around them', () => {
    const message = { match: { 'platform=ios': 'Tap', 'platform=*': 'Click' } }
    const source = JSON.stringify({ day: message, 'a.b': 'Hi' }, null, 2)
    expect(entries(source)).toEqual({ 'day[platform=ios]': 'Tap', 'day[platform=*]': 'Click', 'a.b': 'Hi' })
    const german = values({ 'day[platform=ios]': 'Tippen', 'day[platform=*]': 'Klicken' })
    expect(JSON.parse(inlang.write({ source, locale: 'de', values: german }))).toEqual({
      day: { match: { 'platform=ios': 'Tippen', 'platform=*': 'Klicken' } },
    })
  })

  it('reads a text for all numbers as one text where other conditions choose it', () => {
    const message = {
      declarations: ['input count', 'local exact = count', 'local p = count: plural'],
      selectors: ['exact', 'p'],
      match: { 'exact=0, p=*': 'none', 'exact=*, p=one': '1', 'exact=*, p=*': '{count}' },
    }
    expect(entries(JSON.stringify({ a: [message] }))).toEqual({
      'a[exact=0, p=*]': 'none',
      'a[exact=*]': { one: '1', other: '{count}' },
    })
    const japanese = { ...message, match: { 'exact=0, p=*': 'なし', 'exact=*, p=*': '{count}件' } }
    expect(target(JSON.stringify({ a: [japanese] }), 'ja', JSON.stringify({ a: [message] }))).toEqual({
      'a[exact=0, p=*]': 'なし',
      'a[exact=*]': { other: '{count}件' },
    })
  })

  it('reads a catch-all of a target as all forms that it stands for', () => {
    const source = fixture('svelte-en.json')
    const match = {
      'countPlural=one': '{count} товар',
      'countPlural=few': '{count} товара',
      'countPlural=*': '{count} товаров',
    }
    const [message] = JSON.parse(source).cart_items
    const base = JSON.stringify({ cart_items: [{ ...message, match }] })
    const russian = { one: '{count} товар', few: '{count} товара', many: '{count} товаров', other: '{count} товаров' }
    expect(target(base, 'ru', source)).toEqual({ cart_items: russian })
    expect(inlang.write({ source, base, locale: 'ru', values: values({ cart_items: russian }) })).toBe(base)
    const other = values({ cart_items: { ...russian, other: '{count} товара' } })
    const { cart_items: written } = JSON.parse(inlang.write({ source, base, locale: 'ru', values: other }))
    expect(Object.entries(written[0].match)).toEqual([
      ['countPlural=one', '{count} товар'],
      ['countPlural=few', '{count} товара'],
      ['countPlural=many', '{count} товаров'],
      ['countPlural=*', '{count} товара'],
    ])
  })

  it('reads the conditions of a target in any order', () => {
    expect(target(fixture('react-de.json'), 'de', fixture('react-en.json'))).toMatchObject({
      'invites.sent[gender=*]': { one: 'Eine Einladung gesendet', other: '{count} Einladungen gesendet' },
    })
  })

  it('reads ordinals, and a catch-all beside other', () => {
    expect(inlang.read(fixture('app-en.json')).entries).toEqual([
      {
        key: 'place',
        value: { one: '{rank}st place', two: '{rank}nd place', few: '{rank}rd place', other: '{rank}th place' },
        tags: ['ordinal'],
      },
      { key: 'files', value: { one: 'One file', other: '{count} files' } },
    ])
    const message = {
      declarations: ['local p = n: plural'],
      match: { 'p=one': '1', 'p=other': '2', 'p=*': 'no number' },
    }
    expect(entries(JSON.stringify({ a: [message] }))).toEqual({ a: { one: '1', other: '2' }, 'a[p=*]': 'no number' })
  })
})

describe('a text in place of a plural', () => {
  const source = fixture('svelte-en.json')
  const base = '{\n  "home_title": "ようこそ",\n  "cart_items": "{count} 個"\n}\n'

  it('is the general form', () => {
    expect(target(base, 'ja', source)).toEqual({ home_title: 'ようこそ', cart_items: { other: '{count} 個' } })
  })

  it('stays a text while only that form has one', () => {
    const write = (cart_items: Message) => inlang.write({ source, base, locale: 'ja', values: values({ cart_items }) })
    expect(write({ other: '{count} 個' })).toBe(base)
    expect(inlang.write({ source, base, locale: 'ja', values: values({}) })).toBe(base)
    expect(write({ other: '{count} 点' })).toBe(base.replace('個', '点'))
    expect(JSON.parse(write({ one: '1 個', other: '{count} 個' })).cart_items).toMatchObject([
      { match: { 'countPlural=one': '1 個', 'countPlural=other': '{count} 個' } },
    ])
    const withdrawn = new Set(['cart_items'])
    expect(JSON.parse(inlang.write({ source, base, locale: 'ja', values: values({}), withdrawn }))).toEqual({
      home_title: 'ようこそ',
    })
  })
})

describe('writing Paraglide', () => {
  const polish = { one: 'I', few: 'II', many: 'V', other: 'O' }

  it('gives a new file the declarations, selectors and schema of the source, and the forms of its language', () => {
    const source = fixture('svelte-en.json')
    const written = inlang.write({ source, locale: 'pl', values: values({ cart_items: polish }) })
    const forms =
      '"countPlural=one": "I",\n\t\t\t\t"countPlural=few": "II",\n\t\t\t\t"countPlural=many": "V",\n\t\t\t\t"countPlural=other": "O"\n'
    expect(written).toBe(
      source
        .replace(/\t"(?:home_title|nav).*\n/g, '')
        .replace(/"countPlural=one[^]*other.*\n/, forms)
        .replace(/,\n.*footer.*/, ''),
    )
  })

  it('adds the forms of a language to a message with other conditions', () => {
    const source = fixture('react-en.json')
    const sent = { 'invites.sent[gender=female]': polish, 'invites.sent[gender=*]': polish }
    const { invites } = JSON.parse(inlang.write({ source, locale: 'pl', values: values(sent) }))
    expect(Object.keys(invites.sent[0].match)).toEqual([
      'gender=female, countPlural=one',
      'gender=female, countPlural=few',
      'gender=female, countPlural=many',
      'gender=female, countPlural=*',
      'gender=*, countPlural=one',
      'gender=*, countPlural=few',
      'gender=*, countPlural=many',
      'gender=*, countPlural=*',
    ])
    const part = values({ 'invites.sent[gender=female]': polish })
    expect(JSON.parse(inlang.write({ source, locale: 'pl', values: part }))).not.toHaveProperty('invites')
  })

  it('keeps the order of the variants, of which the first that matches is shown', () => {
    const match = { 'p=one, g=*': 'a', 'p=one, g=f': 'b', 'p=*, g=f': 'c', 'p=*, g=*': 'd' }
    const source = JSON.stringify({ a: [{ declarations: ['local p = n: plural'], match }] }, null, 2)
    const all = values({ 'a[g=*]': polish, 'a[g=f]': polish })
    for (const base of [undefined, '{\n  "b": "c"\n}\n']) {
      const [message] = JSON.parse(inlang.write({ source, base, locale: 'pl', values: all })).a
      expect(Object.keys(message.match)).toEqual([
        'p=one, g=*',
        'p=few, g=*',
        'p=many, g=*',
        'p=one, g=f',
        'p=few, g=f',
        'p=many, g=f',
        'p=*, g=f',
        'p=*, g=*',
      ])
    }
  })

  it('changes a text under the name that the file has for it', () => {
    const [source, base] = [fixture('react-en.json'), fixture('react-de.json')]
    const edited = values({ 'invites.sent[gender=*]': { one: 'Eine', other: 'Alle' } })
    expect(inlang.write({ source, base, locale: 'de', values: edited })).toBe(
      base.replace('"Eine Einladung gesendet"', '"Eine"').replace('"{count} Einladungen gesendet"', '"Alle"'),
    )
    const [own, russian] = [fixture('app-en.json'), fixture('app-ru.json')]
    const files = values({ files: { one: '1', few: '2', many: '5', other: 'все' } })
    const written = JSON.parse(inlang.write({ source: own, base: russian, locale: 'ru', values: files }))
    expect(written.files[0].match).toMatchObject({ 'countPlural=other': 'все', 'countPlural=*': 'все' })
  })

  it('adds a message to an existing file as the source writes it', () => {
    const base = '{\n\t"$schema": "x",\n\t"home_title": "T"\n}\n'
    const added = values({ cart_items: { other: 'O' } })
    expect(inlang.write({ source: fixture('svelte-en.json'), base, locale: 'ja', values: added })).toBe(
      `{\n\t"$schema": "x",\n\t"home_title": "T",\n\t"cart_items": [\n\t\t{\n\t\t\t"declarations": ["input count", "local countPlural = count: plural"],\n\t\t\t"selectors": ["countPlural"],\n\t\t\t"match": {\n\t\t\t\t"countPlural=other": "O"\n\t\t\t}\n\t\t}\n\t]\n}\n`,
    )
  })

  it('removes a message with its declarations', () => {
    const [source, base] = [fixture('svelte-en.json'), fixture('svelte-pl.json')]
    const withdrawn = new Set(['cart_items'])
    expect(JSON.parse(inlang.write({ source, base, locale: 'pl', values: new Map(), withdrawn }))).toEqual({
      $schema: 'https://inlang.com/schema/inlang-message-format',
      home_title: 'Cześć {name}!',
      old_key: 'Dawny tekst',
    })
  })
})

it('writes a new message in the layout and with the line breaks of the file', () => {
  const source =
    '{\n  "a": "A",\n  "b": {\n    "declarations": [\n      "input n"\n    ],\n    "selectors": ["n"],\n    "match": { "n=1": "B", "n=*": "C" }\n  }\n}\n'
  const texts = values({ 'b[n=1]': 'B', 'b[n=*]': 'C' })
  expect(inlang.write({ source, base: '{\r\n\t"a": "A"\r\n}\r\n', locale: 'de', values: texts })).toBe(
    source.replaceAll('  ', '\t').replaceAll('\n', '\r\n').replace('{ "n=1"', '{"n=1"').replace('"C" }', '"C"}'),
  )
})

describe('telling Paraglide from other JSON', () => {
  const variants = '{"a": [{"selectors": ["p"], "match": {"p=one": "1", "p=other": "2"}}]}'
  it.each([
    [
      'its schema',
      'messages/en.json',
      '{"$schema": "https://inlang.com/schema/inlang-message-format", "a": "b"}',
      'inlang',
    ],
    ['its variants', 'messages/en.json', variants, 'inlang'],
    ['a variant', 'messages/en.json', '{"a": {"selectors": ["p"], "match": {"p=*": "1"}}}', 'inlang'],
    ['settings', 'project.inlang/settings.json', '{"$schema": "https://inlang.com/schema/project-settings"}', 'json'],
    ['the schema of inlang 1', 'en.json', '{"$schema": "https://inlang.com/schema/inlang-message"}', 'json'],
    ['another schema', 'messages/en.json', '{"$schema": "https://a.example/x.json", "a": "b"}', 'json'],
    ['words', 'messages/en.json', '{"match": "Match", "selectors": "Selectors", "a": [{"b": "c"}]}', 'json'],
  ])('by %s', (_, path, text, id) => {
    expect(detectFormat(path, text)).toBe(formatById(id))
  })
})
