import { describe, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { xcstrings } from '../../../../src/l10n/formats/xcstrings/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { describeWith } from '../../../require.ts'
import { atNight, isNightly } from '../../../runs.ts'
import { readCorpus } from '../../corpus.ts'
import { acceptFormat } from '../contract/laws.ts'
import { surviveMutations } from '../contract/mutations.ts'
import { namesFaults } from '../faults.ts'
import { fixturesOf } from '../fixtures.ts'
import { isAsXcodeSaves, layOut } from '../xcode-layout.ts'

const catalog = fixturesOf('xcstrings')('Localizable.xcstrings')
const build = (strings: object, more: object = {}): string =>
  layOut({ sourceLanguage: 'en', strings, version: '1.0', ...more })
const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } })
const plural = (forms: Record<string, string>) => ({
  variations: {
    plural: Object.fromEntries(Object.entries(forms).map(([category, text]) => [category, unit(text)])),
  },
})
const only = (localizations: object) => build({ a: { localizations } })
const write = (text: string, locale: string, values: Record<string, Message>, more: Partial<WriteRequest> = {}) =>
  xcstrings.write({ source: text, base: text, locale, values: new Map(Object.entries(values)), ...more })
const readDe = (text: string, source = text) => xcstrings.readTarget(text, 'de', source)

describe('writing string catalogs', () => {
  it('writes a new locale in its sorted place, as Xcode would save it', () => {
    const values = Object.fromEntries(readDe(catalog).map(({ key, value }) => [key, value]))
    for (const locale of ['ar', 'fr', 'zh-Hant']) {
      const written = write(catalog, locale, values)
      expect(isAsXcodeSaves(written)).toBe(true)
      const read = xcstrings.readTarget(written, locale, catalog)
      expect(Object.fromEntries(read.map(({ key, value }) => [key, value]))).toEqual(values)
      expect(readDe(written)).toEqual(readDe(catalog))
    }
  })

  it('adds the localizations to a string without any', () => {
    const text = build({ Done: {}, Open: { comment: 'c', shouldTranslate: true } })
    expect(write(text, 'de', { Done: 'Fertig', Open: 'Öffnen' })).toBe(
      build({
        Done: { localizations: { de: unit('Fertig') } },
        Open: { comment: 'c', localizations: { de: unit('Öffnen') }, shouldTranslate: true },
      }),
    )
  })

  it('keeps the layout of a file that Xcode did not save', () => {
    const text =
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"ja":{"stringUnit":{"state":"translated","value":"\\u0041"}}}},"b":{}}}'
    expect(write(text, 'de', { a: 'A', b: 'B' })).toBe(
      '{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"A"}},"ja":{"stringUnit":{"state":"translated","value":"\\u0041"}}}},"b":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"B"}}}}}}',
    )
    expect(write(text, 'ja', { a: 'A' })).toBe(text)
  })

  it('gives a plural the categories of its locale', () => {
    const text = only({ de: plural({ one: '1', other: '2' }), en: plural({ one: '1', other: '2' }) })
    const polish = { few: '%lld pliki', many: '%lld plików', one: '%lld plik', other: '%lld pliku' }
    expect(JSON.parse(write(text, 'pl', { a: polish })).strings.a.localizations.pl).toEqual(plural(polish))
    expect(write(text, 'de', { a: { other: '2' } })).toBe(
      only({ de: plural({ other: '2' }), en: plural({ one: '1', other: '2' }) }),
    )
    expect(write(text, 'de', { a: { one: '1', few: '3', other: '2' } })).toBe(
      only({ de: plural({ few: '3', one: '1', other: '2' }), en: plural({ one: '1', other: '2' }) }),
    )
  })

  it('replaces a text by a plural, and a plural by a text', () => {
    const text = only({ de: unit('x'), en: plural({ one: '1', other: '2' }) })
    const forms = { one: '1', other: '2' }
    const written = write(text, 'de', { a: forms })
    expect(written).toBe(only({ de: plural(forms), en: plural(forms) }))
    expect(write(written, 'de', { a: 'x' })).toBe(text)
  })

  it('writes the text for other devices into variations that the source does not have', () => {
    const varied = (other: string) =>
      only({ de: { variations: { device: { mac: unit('Klick'), other: unit(other) } } }, en: unit('Tap') })
    expect(write(varied('Tipp'), 'de', { a: 'Tippen' })).toBe(varied('Tippen'))
  })

  it('keeps the text for other devices when the first variation is written', () => {
    const english = { variations: { device: { mac: unit('Click'), other: unit('Tap') } } }
    const text = only({ de: unit('Tipp', 'needs_review'), en: english })
    expect(write(text, 'de', { 'a|==|device.mac': 'Klick' })).toBe(
      only({
        de: { variations: { device: { mac: unit('Klick'), other: unit('Tipp', 'needs_review') } } },
        en: english,
      }),
    )
    const plurals = only({ de: plural({ one: '1', other: '2' }), en: english })
    expect(write(plurals, 'de', { 'a|==|device.mac': 'Klick' })).toBe(
      only({
        de: { variations: { device: { mac: unit('Klick'), other: plural({ one: '1', other: '2' }) } } },
        en: english,
      }),
    )
  })

  it('writes a text with a substitution only together with it', () => {
    const key = 'share.summary'
    const files = { [`${key}|==|substitutions.files`]: { one: '%arg fichier', other: '%arg fichiers' } }
    const folders = { [`${key}|==|substitutions.folders`]: { one: 'un dossier', other: '%arg dossiers' } }
    const main = { [key]: '%#@files@ dans %#@folders@' }
    expect(write(catalog, 'fr', main)).toBe(catalog)
    expect(xcstrings.readTarget(write(catalog, 'fr', { ...main, ...files }), 'fr').map(one => one.key)).toEqual(
      Object.keys(files),
    )
    const whole = write(write(catalog, 'fr', files), 'fr', { ...main, ...folders })
    expect(isAsXcodeSaves(whole)).toBe(true)
    expect(JSON.parse(whole).strings[key].localizations.fr.substitutions.files).toMatchObject({
      argNum: 1,
      formatSpecifier: 'lld',
    })
    expect(whole).toBe(write(catalog, 'fr', { ...main, ...files, ...folders }))
    expect(write(catalog, 'fr', { [key]: 'des fichiers' })).not.toBe(catalog)
  })

  it('writes states, and keeps those that stay the same', () => {
    const states = new Map([['a', 'needs_review' as const]])
    const text = (german: object) => only({ de: german, en: unit('x') })
    expect(write(text(unit('A')), 'de', { a: 'A' }, { states })).toBe(text(unit('A', 'needs_review')))
    expect(write(text(unit('A', 'needs_review')), 'de', { a: 'B' }, { states })).toBe(text(unit('B', 'needs_review')))
    expect(write(text(unit('A', 'new')), 'de', { a: 'A' }, { states })).toBe(text(unit('A', 'new')))
    expect(write(text(unit('A', 'needs_review')), 'de', { a: 'A' })).toBe(text(unit('A')))
    expect(write(text({ stringUnit: { state: 'new' } }), 'de', { a: 'A' })).toBe(text(unit('A')))
    expect(write(text(unit('A')), 'de', { a: 'A' }, { states: new Map([['a', 'approved']]) })).toBe(text(unit('A')))
  })

  it('leaves stale strings and those that are not translated alone', () => {
    expect(write(catalog, 'fr', { Close: 'Fermer', Brand: 'Marque', '': 'x' })).toBe(catalog)
    expect(write(catalog, 'de', {}, { removed: new Set(['Close', 'Done']) })).toBe(catalog)
  })

  it('removes withdrawn translations', () => {
    const remove = (...keys: string[]) => write(catalog, 'de', {}, { withdrawn: new Set(keys) })
    expect(readDe(remove('%lld photos')).map(({ key }) => key)).not.toContain('%lld photos')
    const withdrawn = remove(
      '%@ of %lld',
      'empty.new',
      'share.summary|==|substitutions.files',
      'start.hint|==|device.mac',
    )
    expect(isAsXcodeSaves(withdrawn)).toBe(true)
    const { strings } = JSON.parse(withdrawn)
    expect(strings['%@ of %lld'].localizations).toEqual({ en: unit('%1$@ of %2$lld', 'new') })
    expect(Object.keys(strings['share.summary'].localizations.de.substitutions)).toEqual(['folders'])
    expect(Object.keys(strings['start.hint'].localizations.de.variations.device)).toEqual(['iphone', 'other'])
    expect(write(only({ de: unit('A') }), 'de', {}, { withdrawn: new Set(['a']) })).toBe(
      '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "a" : {\n\n    }\n  },\n  "version" : "1.0"\n}',
    )
  })
})

describe('plurals with a text without variations', () => {
  const en = plural({ one: '%lld file', other: '%lld files' })
  const readPlain = (locale: string) => xcstrings.readTarget(only({ en, [locale]: unit('x %lld') }), locale)

  it('are read from it, as Xcode allows', () => {
    expect(readPlain('ja')).toEqual([{ key: 'a', value: { other: 'x %lld' } }])
    expect(readPlain('de')).toEqual([{ key: 'a', value: { other: 'x %lld' } }])
  })

  it('stay without variations when they change', () => {
    const text = only({ en, ja: unit('x %lld') })
    expect(write(text, 'ja', { a: { other: 'x %lld' } })).toBe(text)
    expect(write(text, 'ja', { a: { other: 'y %lld' } })).toBe(text.replace('x %lld', 'y %lld'))
    expect(write(text, 'ja', { a: { zero: 'z', other: 'y %lld' } })).toBe(
      only({ en, ja: plural({ other: 'y %lld', zero: 'z' }) }),
    )
  })
})

describe('plurals of a locale whose source has one text', () => {
  const russian = plural({ few: '%lld файла', many: '%lld файлов', one: '%lld файл', other: '%lld файла' })
  const forms = { one: '%lld файл', few: '%lld файла', many: '%lld файлов', other: '%lld файла' }
  const text = build({
    '%lld files': { localizations: { de: unit('%lld Dateien'), ru: russian } },
    a: { localizations: { de: unit('A'), en: unit('%lld items'), ru: russian } },
    b: { localizations: { en: unit('B'), ru: unit('B') } },
  })
  const read = (locale: string, file = text) => xcstrings.readTarget(file, locale, file)

  it('make that text the only form of the source', () => {
    expect(xcstrings.read(text).entries).toEqual([
      { key: '%lld files', value: { other: '%lld files' } },
      { key: 'a', value: { other: '%lld items' } },
      { key: 'b', value: 'B' },
    ])
    expect(read('ru')).toEqual([
      { key: '%lld files', value: forms },
      { key: 'a', value: forms },
      { key: 'b', value: 'B' },
    ])
    expect(read('de')).toEqual([
      { key: '%lld files', value: { other: '%lld Dateien' } },
      { key: 'a', value: { other: 'A' } },
    ])
  })

  it('are read from one locale alone as from the whole', () => {
    for (const [locale, slice] of xcstrings.multilingual?.slice(text, ['ru', 'de']) ?? []) {
      expect(xcstrings.readTarget(slice, locale, text)).toEqual(read(locale))
    }
  })

  it('change in their forms, and other locales get forms of their own', () => {
    const changed = write(text, 'ru', { a: { ...forms, many: '%lld файлов!' } })
    expect(changed).toContain('%lld файлов!')
    expect(changed.split('\n')).toHaveLength(text.split('\n').length)
    const german = { one: '%lld Datei', other: '%lld Dateien' }
    const { strings } = JSON.parse(write(text, 'de', { '%lld files': german }))
    expect(strings['%lld files'].localizations).toEqual({ de: plural(german), ru: russian })
  })

  it('need no text yet: Xcode adds empty forms', () => {
    const empty = { few: '', many: '', one: '', other: '' }
    const unfilled = build({ '%lld files': { localizations: { ru: plural(empty) } } })
    expect(xcstrings.read(unfilled).entries).toEqual([{ key: '%lld files', value: { other: '%lld files' } }])
    expect(read('ru', unfilled)).toEqual([])
    expect(write(unfilled, 'ru', { '%lld files': forms })).toBe(
      build({ '%lld files': { localizations: { ru: russian } } }),
    )
  })

  it('count also where they are those of other devices', () => {
    const device = { variations: { device: { mac: unit('x'), other: russian } } }
    const varied = only({ en: unit('%lld items'), ru: device })
    expect(xcstrings.read(varied).entries).toEqual([{ key: 'a', value: { other: '%lld items' } }])
    expect(write(varied, 'ru', { a: forms })).toBe(varied)
  })
})

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

  namesFaults(xcstrings, [
    ['', '1:1', 'the file is empty'],
    ['[]', '1:1', 'the root is array'],
    ['{"strings":{}}', '1:1', 'the text "sourceLanguage" is missing'],
    ['{"sourceLanguage":"en",\n"strings":[]}', '2:11', 'the object "strings" is missing'],
    [
      '{"sourceLanguage":"de","strings":{}}',
      '1:19',
      '"sourceLanguage" is "de", but the source locale of the project is en',
    ],
    [
      '{"sourceLanguage":"en","strings":{"a":{"comment":"x",\n"comment":"x"}}}',
      '2:1',
      'the name "comment" occurs twice',
    ],
    [
      build({
        'a|==|device.mac': {},
        a: { localizations: { en: { variations: { device: { mac: unit('x') } } } } },
      }),
      '20:5',
      'the key "a|==|device.mac" is also that of a variation or substitution',
    ],
  ])
})

const OPTIONS = { empty: '{"sourceLanguage":"en","strings":{}}', siblings: [], linesPerText: 2 }
const CORPUS = 'icecubes-xcstrings/IceCubesApp/Resources/Localization/Localizable.xcstrings'

/** Every n-th string of a catalog, as Xcode saves it. */
function reduce(text: string, step: number): string {
  const { strings, ...rest }: { strings: Record<string, unknown> } = JSON.parse(text)
  const some = Object.entries(strings).filter((_, index) => index % step === 0)
  return layOut({ ...rest, strings: Object.fromEntries(some) })
}

describeWith('corpus', 'a published string catalog', () => {
  const text = readCorpus(CORPUS)
  const entries = xcstrings.read(text, undefined, 'en').entries
  const locales = ['de', 'ja', 'zh-Hans']
  const some = reduce(text, 20)

  acceptFormat(
    xcstrings,
    some,
    ['be', ...atNight(['ko', 'zh-Hans'])].map(locale => ({ name: locale, locale, text: some })),
    { ...OPTIONS, everyEntry: 5 },
  )
  surviveMutations(
    xcstrings,
    [0, 1].map(at => ({ name: `source ${at}`, text: reduce(text, 150 + at), locale: 'de' })),
  )

  it('is laid out as Xcode saves it', () => {
    expect(isAsXcodeSaves(text)).toBe(true)
    expect(entries).toHaveLength(737)
  })

  it('is written back byte for byte for each of its locales', () => {
    for (const locale of isNightly ? ALL : ['de']) {
      const read = xcstrings.readTarget(text, locale, text)
      expect(read.length, locale).toBeGreaterThan(600)
      const values = new Map(read.map(({ key, value }) => [key, value]))
      const states = new Map(read.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state]])))
      expect(xcstrings.write({ source: text, base: text, locale, values, states }) === text, locale).toBe(true)
    }
  })

  const tried = isNightly ? text : some

  it('is sliced into files that read as the whole', () => {
    const slices = xcstrings.multilingual?.slice(tried, [...locales, 'fa'])
    expect([...(slices?.keys() ?? [])]).toEqual(locales)
    for (const [locale, slice] of slices ?? []) {
      expect(xcstrings.readTarget(slice, locale, tried)).toEqual(xcstrings.readTarget(tried, locale, tried))
      expect(isAsXcodeSaves(slice)).toBe(true)
    }
  })
})

const ALL = 'be ca de en-GB es eu fr it ja ko nb nl pl pt-BR tr uk zh-Hans zh-Hant'.split(' ')
