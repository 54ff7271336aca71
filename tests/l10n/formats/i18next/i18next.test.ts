import { describe, expect, it } from 'vitest'
import { i18next } from '../../../../src/l10n/formats/i18next/format.ts'
import { json } from '../../../../src/l10n/formats/json/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('i18next')
const english = fixture('en.json')
const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const entries = (text: string): Record<string, Message> =>
  Object.fromEntries(i18next.read(text).entries.map(({ key, value }) => [key, value]))
const target = (text: string, locale: string, source?: string): Record<string, Message> =>
  Object.fromEntries(i18next.readTarget(text, locale, source).map(({ key, value }) => [key, value]))

describe('i18next files', () => {
  acceptFormat(i18next, english, [
    { name: 'pl.json', locale: 'pl', text: fixture('pl.json') },
    { name: 'ar.json', locale: 'ar', text: fixture('ar.json') },
  ])

  acceptFormat(i18next, fixture('ru.json'), [{ name: 'ru-en.json', locale: 'en', text: fixture('ru-en.json') }])
})

describe('reading i18next', () => {
  it('joins the forms of a plural and of an ordinal, and keeps contexts and similar keys', () => {
    expect(i18next.read(english).entries).toEqual([
      { key: 'title', value: 'Your basket' },
      { key: 'greeting', value: 'Hello, {{name}}!' },
      { key: 'item', value: { one: '{{count}} item', other: '{{count}} items' } },
      { key: 'friend', value: 'A friend' },
      { key: 'friend_male', value: 'A boyfriend' },
      { key: 'friend_female', value: 'A girlfriend' },
      { key: 'step_one', value: 'Step one: <b>pay</b> & wait' },
      { key: 'note_other', value: 'Other notes' },
      {
        key: 'checkout.place_ordinal',
        value: {
          one: '{{count}}st place',
          two: '{{count}}nd place',
          few: '{{count}}rd place',
          other: '{{count}}th place',
        },
        tags: ['ordinal'],
      },
      { key: 'checkout.guest_male', value: { one: '{{count}} guest of his', other: '{{count}} guests of his' } },
      { key: 'checkout.hints.0', value: 'Scan the code' },
      { key: 'checkout.hints.1', value: 'Press "OK"\n👍' },
      { key: 'checkout.12', value: 'Twelve' },
      { key: 'checkout.2', value: 'Two' },
    ])
  })

  it('names a plural by its other form when the stem is a text itself', () => {
    expect(entries('{"item": "a", "item_one": "b", "item_other": "c"}')).toEqual({
      item: 'a',
      item_other: { one: 'b', other: 'c' },
    })
    expect(entries('{"item": {"x": "a"}, "item_one": "b", "item_other": "c"}')).toEqual({
      'item.x': 'a',
      item: { one: 'b', other: 'c' },
    })
    expect(entries('{"a_one": "1", "a_other": "2", "a_other_one": "3", "a_other_other": "4"}')).toEqual({
      a: { one: '1', other: '2' },
      a_other_other: { one: '3', other: '4' },
    })
  })

  it('reads no object, number or null as a form', () => {
    expect(entries('{"a_one": {"x": "1"}, "a_other": "2", "b_one": 1, "b_other": "3"}')).toEqual({
      'a_one.x': '1',
      a_other: '2',
      b_other: '3',
    })
  })

  it('detects i18next when no placeholder shows the syntax', () => {
    expect(i18next.read('{"a_one": "item", "a_other": "items"}').options).toMatchObject({
      syntax: 'i18next',
      plural_suffix: '_',
    })
  })

  it('reads a target by its source, and a single form when the language has one', () => {
    const source = '{"a_one": "1", "a_other": "2", "step_other": "3", "b": "4", "b_one": "5", "b_other": "6"}'
    const text = '{"a_few": "f", "a_other": "", "step_other": "s", "step_one": "t", "b_other": "o", "c_other": "c"}'
    expect(target(text, 'pl', source)).toEqual({
      a: { few: 'f' },
      step_other: 's',
      step_one: 't',
      b_other: { other: 'o' },
      c_other: 'c',
    })
    expect(target('{"c_other": "c"}', 'ja', source)).toEqual({ c: { other: 'c' } })
    expect(target('{"c_ordinal_other": "c", "d_other": "d"}', 'de')).toEqual({
      c_ordinal: { other: 'c' },
      d_other: 'd',
    })
  })

  it('joins the forms of a source language without other for whole numbers', () => {
    const source = JSON.stringify({
      tag_one: '{{count}} тег',
      tag_few: '{{count}} тега',
      tag_many: '{{count}} тегов',
      menu: { friend_male_one: 'друг', friend_male_few: 'друга', friend_male_many: 'друзей' },
      step_one: 'Шаг один',
      step_few: 'Мало шагов',
      floor_ordinal_other: '{{count}}-й этаж',
    })
    expect(i18next.read(source).entries).toEqual([
      { key: 'tag', value: { one: '{{count}} тег', few: '{{count}} тега', many: '{{count}} тегов' } },
      { key: 'menu.friend_male', value: { one: 'друг', few: 'друга', many: 'друзей' } },
      { key: 'step_one', value: 'Шаг один' },
      { key: 'step_few', value: 'Мало шагов' },
      { key: 'floor_ordinal', value: { other: '{{count}}-й этаж' }, tags: ['ordinal'] },
    ])
    const translated = '{"tag_one": "{{count}} tag", "tag_other": "{{count}} tags", "step_one": "Step one"}'
    expect(target(translated, 'en', source)).toEqual({
      tag: { one: '{{count}} tag', other: '{{count}} tags' },
      step_one: 'Step one',
    })
    expect(target('{"a_one": "1", "a_few": "2", "a_many": "5"}', 'uk')).toEqual({
      a: { one: '1', few: '2', many: '5' },
    })
  })

  it('reads a single other with {{count}} in a source language with one form, which its script or the whole file shows', () => {
    const source =
      '{"item_other": "{{count}}個", "reason_other": "その他", "step_one": "手順 1", "mb_other": "{{count}} MB"}'
    expect(entries(source)).toEqual({
      item: { other: '{{count}}個' },
      reason_other: 'その他',
      step_one: '手順 1',
      mb_other: '{{count}} MB',
    })
    expect(entries('{"a": {"x_other": "{{count}} tệp"}, "p_ordinal_one": "1", "p_ordinal_other": "2"}')).toEqual({
      'a.x': { other: '{{count}} tệp' },
      p_ordinal: { one: '1', other: '2' },
    })
    const translated = '{"item_one": "{{count}} item", "item_other": "{{count}} items", "reason_other": "Other"}'
    expect(target(translated, 'en', source)).toEqual({
      item: { one: '{{count}} item', other: '{{count}} items' },
      reason_other: 'Other',
    })
  })

  it('reads no plural with two values of a form', () => {
    expect(i18next.read('{"a_one": "1",\n "a_one": "2", "a_other": "3"}').entries).toMatchObject([
      { key: 'a', differs: true, duplicate: [1, 2] },
    ])
  })
})

describe('writing i18next', () => {
  const source = '{\n  "x": "X",\n  "a_one": "1",\n  "a_other": "2",\n  "y": "Y"\n}\n'
  const polish = { one: 'I', few: 'II', many: 'V', other: 'O' }

  it('gives a new file the forms of its language where the source has its own', () => {
    expect(i18next.write({ source, locale: 'pl', values: values({ x: 'X', a: polish, y: 'Y' }) })).toBe(
      '{\n  "x": "X",\n  "a_one": "I",\n  "a_few": "II",\n  "a_many": "V",\n  "a_other": "O",\n  "y": "Y"\n}\n',
    )
    expect(i18next.write({ source, locale: 'ja', values: values({ a: { other: 'O' }, y: 'Y' }) })).toBe(
      '{\n  "a_other": "O",\n  "y": "Y"\n}\n',
    )
  })

  it.each([
    ['en', { one: '1', other: '2' }, '{"a_one": "1", "a_other": "2", "b": "B"}'],
    ['ja', { other: '1' }, '{"a_other": "1", "b": "B"}'],
    ['pl', polish, '{"a_one": "I", "a_few": "II", "a_many": "V", "a_other": "O", "b": "B"}'],
    ['de', 'alt', '{"a_other": "alt", "b": "B"}'],
  ])('gives %s its forms where the source has no other', (locale, a, expected) => {
    const russian = '{"a_one": "1", "a_few": "2", "a_many": "5", "b": "b"}'
    expect(i18next.write({ source: russian, locale, values: values({ a, b: 'B' }) })).toBe(expected)
  })

  it('adds missing forms beside the existing ones, in CLDR order', () => {
    const base = '{\n\t"y": "Y",\n\t"a_many": "v",\n\t"a_one": "i",\n\t"x": "X"\n}'
    expect(i18next.write({ source, base, locale: 'pl', values: values({ a: polish }) })).toBe(
      '{\n\t"y": "Y",\n\t"a_many": "V",\n\t"a_other": "O",\n\t"a_one": "I",\n\t"a_few": "II",\n\t"x": "X"\n}',
    )
    const late = '{"y": "Y", "a_other": "o"}'
    expect(i18next.write({ source, base: late, locale: 'pl', values: values({ a: polish, x: 'X' }) })).toBe(
      '{"x": "X", "y": "Y", "a_one": "I", "a_few": "II", "a_many": "V", "a_other": "O"}',
    )
  })

  it('keeps forms of the file that the value lacks', () => {
    const base = '{"a_one": "i", "a_two": "ii", "a_other": "o"}'
    expect(i18next.write({ source, base, locale: 'pl', values: values({ a: { other: 'O' } }) })).toBe(
      '{"a_one": "i", "a_two": "ii", "a_other": "O"}',
    )
  })

  it('writes all forms in an array, which keeps its length', () => {
    const list = '{"l": [{"a_one": "1", "a_other": "2"}, "z"]}'
    const both = values({ 'l.0.a': { few: 'II', other: 'O' }, 'l.1': 'Z' })
    expect(i18next.write({ source: list, locale: 'pl', values: both })).toBe(
      '{"l": [{"a_few": "II", "a_other": "O"}, "Z"]}',
    )
    expect(i18next.write({ source: list, base: '{}', locale: 'pl', values: both })).toBe(
      '{"l": [{"a_few": "II", "a_other": "O"}, "Z"]}',
    )
  })

  it('keeps no source text in an array whose plural has more forms', () => {
    const list = '{"l": [{"a_one": "1", "a_other": "2"}]}'
    expect(i18next.write({ source: list, locale: 'pl', values: values({ 'l.0.a': { few: 'II' } }) })).toBe(
      '{"l": [{"a_few": "II"}]}',
    )
  })

  it('shows a stale translation when its source gained or lost forms', () => {
    expect(i18next.write({ source, locale: 'pl', values: values({ a: 'alt', x: polish }) })).toBe(
      '{\n  "x": "O",\n  "a_other": "alt"\n}\n',
    )
  })

  it('replaces one text by the forms of its source, and forms by one text', () => {
    const before = '{"a": "alt", "y_one": "1", "y_other": "2", "z": "z"}'
    expect(i18next.readTarget(before, 'pl', source)).toEqual([{ key: 'z', value: 'z' }])
    expect(i18next.write({ source, base: before, locale: 'pl', values: values({ x: 'X' }) })).toBe(
      '{"x": "X", "a": "alt", "y_one": "1", "y_other": "2", "z": "z"}',
    )
    expect(
      i18next.write({ source, base: before, locale: 'pl', values: values({ a: { few: 'II', other: 'O' }, y: 'Y' }) }),
    ).toBe('{"a_few": "II", "a_other": "O", "y": "Y", "z": "z"}')
  })

  it.each([
    ['became a plural', { item_one: 'a', item_other: 'b' }, { item: 'alt' }, { one: 'neu', other: 'neue' }],
    ['stopped being a plural', { item: 'a' }, { item_one: 'alt', item_other: 'alte' }, 'neu'],
  ])('removes what the target file had from before the source %s', (_, now, before, value) => {
    const keep = { keep: 'bleibt', 'item of another program': 'x', list: ['a', 'b'] }
    for (const wrap of [(part: object) => part, (part: object) => ({ menu: part, other: 'x' })]) {
      const toJson = (part: object): string => JSON.stringify(wrap(part), null, 2)
      const key = 'menu' in wrap({}) ? 'menu.item' : 'item'
      const current = toJson({ ...now, keep: 'keeps' })
      const base = toJson({ ...before, ...keep })
      const written = i18next.write({ source: current, base, locale: 'de', values: values({ [key]: value }) })
      const forms = typeof value === 'string' ? { item: value } : { item_one: value.one, item_other: value.other }
      expect(JSON.parse(written)).toEqual(wrap({ ...forms, ...keep }))
      expect(i18next.write({ source: current, base, locale: 'de', values: values({}) })).toBe(base)
    }
  })

  it('removes a single other that was no plural, also in a language with one form', () => {
    const removed = new Set(['note_other'])
    expect(i18next.write({ source, base: '{"note_other": "n"}', locale: 'ja', values: new Map(), removed })).toBe('{}')
  })

  it.each(['item', 'item_other'])('removes a single other with {{count}}, whose key was %s', key => {
    const base = '{"item_other": "{{count}}"}'
    expect(i18next.write({ source: '{}', base, locale: 'pl', values: new Map(), removed: new Set([key]) })).toBe('{}')
  })
})

describe('telling i18next from plain JSON', () => {
  it.each([
    ['a pair of words', '{"item_one": "item", "item_other": "items"}'],
    ['{{count}} in a form', '{"n": {"item_two": "{{count}} a", "item_other": "{{count}} b"}}'],
    [
      '{{count}} without other',
      '{"n": {"a_one": "{{count}} тег", "a_few": "{{count}} тега", "a_many": "{{count}} тегов"}}',
    ],
    ['all forms of whole numbers', '{"day_one": "день", "day_few": "дня", "day_many": "дней"}'],
    ['a single other with {{count}}', '{"item_other": "{{count}}個"}'],
    ['a single ordinal', '{"floor_ordinal_other": "{{count}}-й этаж"}'],
    ['an ordinal', '{"p_ordinal_one": "st", "p_ordinal_two": "nd", "p_ordinal_other": "th"}'],
  ])('recognizes %s as i18next', (_, text) => {
    expect(detectFormat('locales/en.json', text)).toBe(i18next)
  })

  it.each([
    ['words that end like forms', '{"step_one": "One", "step_two": "Two", "step_other": "More"}'],
    ['some forms of a language', '{"day_one": "{{count}} день", "day_few": "{{count}} дня"}'],
    ['more words than forms', '{"step_one": "One", "step_two": "Two", "step_few": "Few", "step_many": "Many"}'],
    ['a lone other', '{"note_other": "Other {{count}}", "step_one": "One"}'],
    ['a lone other without {{count}}', '{"reason_other": "その他", "more_other": "Other"}'],
    ['ICU', '{"item_one": "{n, plural, other {#}}", "item_other": "x"}'],
    ['vue-i18n', '{"item_one": "{n} day | {n} days", "item_other": "x"}'],
    ['a file with a fault', '{"a_one": "{{count}}", "a_other": "x",}'],
    ['forms of another object', '{"a": {"x_one": "1"}, "b": {"x_other": "2"}}'],
  ])('recognizes %s as plain JSON', (_, text) => {
    expect(detectFormat('locales/en.json', text)).toBe(json)
  })

  it.each([
    ['locales/vi/t.json', 'i18next'],
    ['locales/zh-Hans-TW.json', 'i18next'],
    ['public/strings.ms_MY.json', 'i18next'],
    ['locales/en/t.json', 'json'],
    ['locales/video/t.json', 'json'],
    ['to-do.json', 'json'],
  ])('recognizes a single other in Latin script by the language in %s: %s', (path, format) => {
    expect(detectFormat(path, '{"n": {"item_other": "{{count}} MB"}}').id).toBe(format)
    expect(detectFormat(path, '{"n": {"item_other": "MB"}}').id).toBe('json')
  })
})
