import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { xcstrings } from '../../../src/l10n/formats/xcstrings/format.ts'
import { layOut } from './xcode-layout.ts'

const catalog = readFileSync(join(import.meta.dirname, 'fixtures/xcstrings/Localizable.xcstrings'), 'utf8')
const build = (strings: object, more: object = {}): string =>
  layOut({ sourceLanguage: 'en', strings, version: '1.0', ...more })
const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } })
const only = (localizations: object) => build({ a: { localizations } })
const readDe = (text: string, source = text) => xcstrings.readTarget(text, 'de', source)
const failure = (place: string) =>
  expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(place) })

describe('reading string catalogs', () => {
  it('reads the source strings with their comments', () => {
    expect(xcstrings.read(catalog, undefined, 'en')).toEqual({
      entries: [
        { key: '%@ of %lld', value: '%1$@ of %2$lld', description: 'Position in the album: the name, then the number' },
        { key: '%lld photos', value: { one: '%lld photo', other: '%lld photos' } },
        { key: 'Done', value: 'Done' },
        { key: 'empty.new', value: 'New text' },
        { key: 'share.summary', value: '%#@files@ in %#@folders@' },
        { key: 'share.summary|==|substitutions.files', value: { one: '%arg file', other: '%arg files' } },
        { key: 'share.summary|==|substitutions.folders', value: { one: 'one folder', other: '%arg folders' } },
        { key: 'start.hint|==|device.iphone', value: 'Tap here' },
        { key: 'start.hint|==|device.mac', value: 'Click here' },
        { key: 'start.hint|==|device.other', value: 'Choose' },
        { key: 'sync.state|==|device.mac', value: { one: '%lld Mac', other: '%lld Macs' } },
        { key: 'sync.state|==|device.other', value: { one: '%lld device', other: '%lld devices' } },
        { key: 'Tap to\n"open"', value: 'Tap to\n"open"', description: 'Two lines' },
      ],
      options: { syntax: 'printf', indent: '  ', eol: '\n', final_newline: false },
    })
  })

  it('reads the translations of a locale with their states', () => {
    const review = { state: 'needs_review' }
    expect(readDe(catalog)).toEqual([
      { key: '%@ of %lld', value: '%1$@ von %2$lld' },
      { key: '%lld photos', value: { one: '%lld Foto', other: '%lld Fotos' } },
      { key: 'share.summary', value: '%#@files@ in %#@folders@' },
      { key: 'share.summary|==|substitutions.files', value: { one: '%arg Datei', other: '%arg Dateien' } },
      { key: 'share.summary|==|substitutions.folders', value: { one: 'einem Ordner', other: '%arg Ordnern' } },
      { key: 'start.hint|==|device.iphone', value: 'Tippe hier' },
      { key: 'start.hint|==|device.mac', value: 'Klicke "hier"', ...review },
      { key: 'start.hint|==|device.other', value: 'Wähle aus' },
      { key: 'sync.state|==|device.other', value: { one: '%lld Gerät', other: '%lld Geräte' }, ...review },
      { key: 'Tap to\n"open"', value: 'Zum Öffnen\n"tippen"', ...review },
    ])
  })

  it('finds a locale by its likely script and region', () => {
    const names = ['pt-BR', 'fr-CA', 'zh-Hant', 'iw', 'nb', 'en']
    const text = only(Object.fromEntries(names.map(name => [name, unit(name)])))
    const find = (locale: string) => xcstrings.readTarget(text, locale, text)[0]?.value
    expect(['pt-BR', 'pt', 'zh-TW', 'he', 'no', 'en'].map(find)).toEqual([
      'pt-BR',
      'pt-BR',
      'zh-Hant',
      'iw',
      'nb',
      'en',
    ])
    expect(['pt-PT', 'fr', 'zh-Hans', 'zh-HK', 'en-US', 'nn'].map(find)).toEqual(Array(6).fill(undefined))
  })

  it('reads a text without variations as that for other devices, and the reverse', () => {
    const plain = only({ en: { variations: { device: { mac: unit('Click'), other: unit('Tap') } } }, de: unit('Tipp') })
    expect(readDe(plain)).toEqual([{ key: 'a|==|device.other', value: 'Tipp' }])
    const varied = only({
      en: unit('Tap'),
      de: { variations: { device: { mac: unit('Klick'), other: unit('Tipp') } } },
    })
    expect(readDe(varied)).toEqual([
      { key: 'a|==|device.mac', value: 'Klick' },
      { key: 'a', value: 'Tipp' },
    ])
  })

  it('reads variations by width', () => {
    const text = only({ en: { variations: { width: { 20: unit('Hi'), 100: unit('Hello') } } } })
    expect(xcstrings.read(text).entries.map(({ key }) => key)).toEqual(['a|==|width.20', 'a|==|width.100'])
  })

  it.each([
    ['', '1:1: the file is empty'],
    ['[]', '1:1: the root is array'],
    ['{"strings":{}}', '1:1: the text "sourceLanguage" is missing'],
    ['{"sourceLanguage":"en",\n"strings":[]}', '2:11: the object "strings" is missing'],
    [
      '{"sourceLanguage":"de","strings":{}}',
      '1:19: "sourceLanguage" is "de", but the source locale of the project is en',
    ],
    ['{"sourceLanguage":"en","strings":{"a":{"comment":"x",\n"comment":"x"}}}', '2:1: the name "comment" occurs twice'],
    [
      build({
        'a|==|device.mac': {},
        a: { localizations: { en: { variations: { device: { mac: unit('x') } } } } },
      }),
      'the key "a|==|device.mac" is also that of a variation or substitution',
    ],
  ])('rejects %j', (text, place) => {
    expect(() => xcstrings.read(text, undefined, 'en')).toThrow(failure(place))
  })
})
