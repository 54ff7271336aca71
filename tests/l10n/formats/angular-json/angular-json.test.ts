import { describe, expect, it } from 'vitest'
import { readSource } from '../../../../src/l10n/files/read-files.ts'
import { angularJson } from '../../../../src/l10n/formats/angular-json/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { findPlaceholders } from '../../../../src/l10n/message/placeholders.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const load = (name: string): string => fixturesOf('angular-json')(`${name}.json`)

const EMPTY = '{"locale": "en", "translations": {}}'
const SIBLINGS = ['{"locale":"de","translations":{"a":"\\u00e9"}}', '\uFEFF{\r\n\t"locale" : "de"\r\n}\r\n']

describe.each(['heroes', 'shop', 'site'])('the JSON of Angular: %s', name => {
  const source = load(`${name}.en`)
  const text = load(`${name}.fr`)
  acceptFormat(angularJson, source, [{ name: 'a translation', locale: 'fr', text }], {
    empty: EMPTY,
    siblings: SIBLINGS,
    isRemovable: () => false,
  })

  it('has the entries of translations, and no other', () => {
    expect(detectFormat('src/locale/messages.json', source)).toBe(angularJson)
    const { entries } = angularJson.read(source)
    expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(JSON.parse(source).translations)
  })
})

describe('the locale of a file of Angular', () => {
  const source = load('heroes.en')
  const values = new Map([['welcome', 'Oi {$INTERPOLATION}']])
  const write = (base?: string, sibling?: string) =>
    JSON.parse(angularJson.write({ source, base, sibling, locale: 'pt-BR', values }))
  const translations = { welcome: 'Oi {$INTERPOLATION}' }

  it.each([
    ['a new file', undefined, 'pt-BR'],
    ['a file without it', '{"translations": {}}', 'pt-BR'],
    ['an empty file', '{}', 'pt-BR'],
    ['a copy of the source', '{"locale": "en-US", "translations": {}}', 'pt-BR'],
    ['a file that spells it in its own way', '{"locale": "pt", "translations": {}}', 'pt'],
  ])('is set in %s', (_, base, locale) => {
    expect(write(base)).toEqual({ locale, translations })
  })

  it('is set in a file in the style of its sibling', () => {
    expect(write(undefined, load('shop.fr'))).toEqual({ locale: 'pt-BR', translations })
  })

  it('is found where the file has it', () => {
    const found = [source, '{"translations": {"locale": "Sprache"}}', '{"locale": ""}'].map(text =>
      angularJson.localeField?.find(text),
    )
    expect(found).toEqual(['en-US', undefined, undefined])
  })
})

it('the placeholders of Angular are kept, and a plural is ICU', () => {
  const reading = readSource({ path: 'src/locale/messages.json', content: load('heroes.en') })
  let step = reading.next()
  while (step.done !== true) step = reading.next()
  const { items, options } = step.value
  expect(options).toMatchObject({ syntax: 'plain', families: 'icu braces' })
  const kept = items.map(({ value, syntax = 'plain' }) => findPlaceholders(value, syntax, ['braces']).map(p => p.raw))
  expect(kept).toEqual([
    ['{$INTERPOLATION}'],
    ['{$START_LINK}', '{$CLOSE_LINK}'],
    ['{VAR_PLURAL, plural,', '{INTERPOLATION}'],
    ['{$ICU}'],
  ])
})

it.each([
  ['has a label named locale', '{"locale": "Language", "translations": {"a": "A"}}'],
  ['has other texts', '{"locale": "en", "translations": {"a": "A"}, "title": "T"}'],
  ['has groups of texts', '{"locale": "en", "translations": {"a": {"b": "B"}}}'],
  ['names no locale', '{"translations": {"a": "A"}}'],
])('is not the JSON of Angular if it %s', (_, text) => {
  expect(detectFormat('locales/en.json', text).id).toBe('json')
})
