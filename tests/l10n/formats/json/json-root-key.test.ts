import { describe, expect, it } from 'vitest'
import { i18next } from '../../../../src/l10n/formats/i18next/format.ts'
import { json } from '../../../../src/l10n/formats/json/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const SOURCE = pretty({ en: { title: 'Basket', cart: { pay: 'Pay now', empty: 'Nothing here' } } })
const values = new Map<string, Message>([
  ['title', 'Korb'],
  ['cart.pay', 'Jetzt zahlen'],
])
const write = (more: object = {}) => json.write({ source: SOURCE, locale: 'de', rootKey: 'en', values, ...more })

describe('a JSON file whose root key is the locale', () => {
  it('is read without it', () => {
    const { entries, options } = json.read(SOURCE, 'en')
    expect(entries.map(({ key }) => key)).toEqual(['title', 'cart.pay', 'cart.empty'])
    expect(options).toMatchObject({ root: 'en', separator: '.', indent: '  ' })
    expect(json.read(pretty({ 'en-US': { a: 'b' } }), 'en').options).toMatchObject({ root: 'en-US', separator: '' })
  })

  it.each([
    ['of another locale', { de: { title: 'Basket' } }],
    ['that is a word', { to: { title: 'Basket' } }],
    ['beside another', { en: { title: 'Basket' }, other: 'x' }],
    ['with a text', { en: 'English' }],
    ['with a list', { en: ['English'] }],
  ])('is read with a root key %s', (_, content) => {
    const { entries, options } = json.read(pretty(content), 'en')
    expect(options).not.toHaveProperty('root')
    expect(entries).toEqual(json.read(pretty(content)).entries)
  })

  it('is written with the target’s key', () => {
    expect(write()).toBe(pretty({ de: { title: 'Korb', cart: { pay: 'Jetzt zahlen' } } }))
    expect(write({ locale: 'pt-BR' })).toContain('"pt-BR": {')
    const source = SOURCE.replace('"en"', '"en_US"')
    expect(write({ source, rootKey: 'en_US', locale: 'pt-BR' })).toContain('"pt_BR": {')
    expect(write({ base: '{}\n' })).toBe(write())
  })

  it('keeps the key of an imported file, changes one line, and inserts below the key', () => {
    const base = pretty({ 'de-DE': { title: 'Warenkorb' } })
    expect(json.readTarget(base, 'de', SOURCE, 'en')).toEqual([{ key: 'title', value: 'Warenkorb' }])
    expect(write({ base, values: new Map() })).toBe(base)
    expect(write({ base, values: new Map([['title', 'Korb']]) })).toBe(pretty({ 'de-DE': { title: 'Korb' } }))
    expect(write({ base })).toBe(pretty({ 'de-DE': { title: 'Korb', cart: { pay: 'Jetzt zahlen' } } }))
    expect(write({ base, values: new Map(), withdrawn: new Set(['title']) })).toBe('{\n  "de-DE": {}\n}\n')
  })

  it('replaces the source’s key in a copied file', () => {
    expect(json.readTarget(SOURCE, 'de', SOURCE, 'en')).toHaveLength(3)
    expect(write({ base: SOURCE, values: new Map() })).toBe(SOURCE.replace('"en"', '"de"'))
  })

  it('has the plural forms of i18next below it', () => {
    const source = pretty({ en: { item_one: '{{count}} item', item_other: '{{count}} items' } })
    expect(i18next.read(source, 'en').entries.map(({ key }) => key)).toEqual(['item'])
    const polish = new Map<string, Message>([['item', { one: 'a', few: 'b', many: 'c', other: 'd' }]])
    const written = i18next.write({ source, locale: 'pl', rootKey: 'en', values: polish })
    expect(written).toBe(pretty({ pl: { item_one: 'a', item_few: 'b', item_many: 'c', item_other: 'd' } }))
    expect(i18next.readTarget(written, 'pl', source, 'en')).toEqual([{ key: 'item', value: polish.get('item') }])
  })
})

describe.each([json, i18next])('a $id file with texts in several languages', format => {
  it('is refused where one is the source locale', () => {
    const text = pretty({ 'en-US': { a: 'A' }, de: { a: 'B' } })
    expect(() => format.read(text, 'en')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('5:3: the file has texts in several languages, below en-US and de'),
        fix: 'Split it into a file per language: en-US.json, de.json.',
      }),
    )
  })

  it('is refused where each key has a text per language', () => {
    const text = pretty({ a: { en: 'A', de: 'B' }, b: { en: 'C', de: 'D' } })
    expect(() => format.read(text, 'en')).toThrow('the file has texts in several languages below each key, en and de')
  })

  it.each([
    ['keys have names of different languages', { a: { en: 'A', de: 'B' }, b: { en: 'C', fr: 'D' } }],
    ['no key is the source locale', { de: { a: 'A' }, fr: { a: 'B' } }],
    ['a key is no locale', { en: { a: 'A' }, de: { a: 'B' }, title: { a: 'C' } }],
    ['a value is a text', { en: { a: 'A' }, de: 'German' }],
  ])('is read where %s', (_, content) => {
    expect(format.read(pretty(content), 'en').entries.length).toBeGreaterThan(1)
  })
})
