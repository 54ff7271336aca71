import { describe, expect, it } from 'vitest'
import { stringsdict } from '../../../../src/l10n/formats/stringsdict/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('stringsdict')
const english = fixture('en.stringsdict')
const polish = fixture('pl.stringsdict')
const EMPTY = '<plist version="1.0">\n<dict/>\n</plist>'

const read = (text: string) => stringsdict.read(text).entries
const readPl = (text: string, source = english) =>
  Object.fromEntries(stringsdict.readTarget(text, 'pl', source).map(({ key, value }) => [key, value]))
const write = (base: string | undefined, values: Record<string, Message>, source = english, more = {}): string =>
  stringsdict.write({ source, base, locale: 'pl', values: new Map(Object.entries(values)), ...more })
const wrap = (content: string): string => `<plist version="1.0">\n<dict>\n${content}</dict>\n</plist>\n`
const failure = (place: string) =>
  expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(place) })

describe('reading strings dictionaries', () => {
  it('reads plurals, formats, variables and variants', () => {
    expect(stringsdict.read(english)).toEqual({
      entries: [
        {
          key: 'photos.count',
          value: { zero: 'No photos', one: '%d photo', other: '%d photos' },
          description: 'Number of photos in an album',
        },
        { key: 'files.in.folders', value: '%1$#@files@ in %2$#@folders@', description: 'The number of files' },
        {
          key: 'files.in.folders|==|substitutions.files',
          value: { one: '%1$d file', other: '%1$d files' },
          description: 'The number of files',
        },
        {
          key: 'files.in.folders|==|substitutions.folders',
          value: { one: 'one folder', other: '%2$d folders' },
          description: 'The number of files',
        },
        { key: 'width.buy|==|width.20', value: 'Buy' },
        { key: 'width.buy|==|width.60', value: 'Buy with & save' },
        { key: 'device.tap|==|device.iphone', value: 'Tap <here>' },
        { key: 'device.tap|==|device.mac', value: { one: 'Click', other: 'Click %d times' } },
        { key: 'plain', value: 'Plain' },
        { key: 'trackers.blocked', value: { one: '*%2$@* and 1 other', other: '*%2$@* & %1$d others' } },
      ],
      options: { syntax: 'printf', eol: '\n', final_newline: true },
    })
  })

  it('reads a target by the structure of its source', () => {
    const variable = (format: string) =>
      wrap(
        `<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>${format}</string><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>other</key><string>%d</string></dict></dict>`,
      )
    const around = variable('in %#@n@')
    expect(readPl(variable('%#@n@'), around)).toEqual({ a: '%#@n@', 'a|==|substitutions.n': { other: '%d' } })
    expect(readPl(variable('%#@n@'), variable('%1$#@n@'))).toEqual({ a: { other: '%d' } })
    expect(readPl(around, variable('%#@n@'))).toEqual({ a: 'in %#@n@', 'a|==|substitutions.n': { other: '%d' } })
  })

  it.each([
    ['<resources/>', '1:1: the root is <resources>, not <plist>'],
    ['<plist/>', '1:1: the plist has no dict'],
    ['<plist>\n<array/></plist>', '2:1: the plist has no dict'],
    [wrap('<string>a</string>'), '3:1: <string> has no key'],
    [wrap('<key>a</key>'), '3:1: the key "a" has no value'],
    [wrap('<key>a</key><key>b</key>'), '3:1: the key "a" has no value'],
    [wrap('<key>a</key>A<string>b</string>'), '3:13: a text is directly in a dict'],
    [
      wrap(
        '<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string/><key>b</key><string/><key>b</key><string/></dict>',
      ),
      'the key "b" occurs twice',
    ],
    [wrap('<key>a</key><string>b'), ': '],
    [
      wrap(
        '<key>a|==|width.1</key><string/><key>a</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>1</key><string/></dict></dict>',
      ),
      'the key "a|==|width.1" is also that of a variable or variant',
    ],
  ])('rejects %j', (text, place) => {
    expect(() => stringsdict.read(text)).toThrow(failure(place))
  })
})

describe('writing strings dictionaries', () => {
  it('changes only the texts that differ', () => {
    const forms = { few: '%d zdjęcia', many: '%d zdjęć', one: 'jedno zdjęcie', other: '%d zdjęcia' }
    expect(write(polish, { 'photos.count': forms, plain: 'Inny & nowy' })).toBe(
      polish.replace('%d zdjęcie<', 'jedno zdjęcie<').replace('Zwykły', 'Inny &amp; nowy'),
    )
    expect(write(polish, { 'files.in.folders': '%2$#@folders@: %1$#@files@' })).toBe(
      polish.replace('%1$#@files@ w %2$#@folders@', '%2$#@folders@: %1$#@files@'),
    )
  })

  it('keeps a CDATA section', () => {
    const forms = { one: '*%2$@* and 1 other', other: 'a & ]]> b' }
    expect(write(english, { 'trackers.blocked': forms })).toBe(
      english.replace('<![CDATA[*%2$@* & %1$d others]]>', '<![CDATA[a & ]]]]><![CDATA[> b]]>'),
    )
  })

  it('gives a plural the categories of its locale, in the order of the file', () => {
    const pair = (category: string, text: string) => `\t\t\t<key>${category}</key>\n\t\t\t<string>${text}</string>\n`
    const forms = { zero: '0', few: '2', other: '%d zdjęcia' }
    expect(write(polish, { 'photos.count': forms })).toBe(
      polish
        .replace(pair('few', '%d zdjęcia') + pair('many', '%d zdjęć') + pair('one', '%d zdjęcie'), pair('few', '2'))
        .replace(pair('other', '%d zdjęcia'), pair('other', '%d zdjęcia') + pair('zero', '0')),
    )
    const many = { one: '%d photo', few: '2', many: '5', other: '%d photos' }
    expect(write(english, { 'photos.count': many })).toBe(
      english
        .replace(pair('zero', 'No photos'), '')
        .replace(pair('one', '%d photo'), pair('one', '%d photo') + pair('few', '2') + pair('many', '5')),
    )
    expect(readPl(write(english, { 'photos.count': { two: '2' } }))['photos.count']).toEqual({ two: '2' })
  })

  it('inserts missing keys after their neighbors', () => {
    const forms = { one: '1', few: '2', many: '5', other: '1,5' }
    const written = write(polish, { 'trackers.blocked': forms, 'width.buy|==|width.20': 'Kup' })
    expect(readPl(written)).toMatchObject({ 'trackers.blocked': forms, 'width.buy|==|width.20': 'Kup' })
    expect(written).toContain(
      '\t<key>width.buy</key>\n\t<dict>\n\t\t<key>NSStringVariableWidthRuleType</key>\n\t\t<dict>\n\t\t\t<key>20</key>\n\t\t\t<string>Kup</string>\n\t\t</dict>\n\t</dict>\n\t<key>old.key</key>',
    )
    expect(written.replace(/\t<key>(?:width\.buy|trackers\.blocked)<[^]*?\n\t<\/dict>\n/g, '')).toBe(polish)
    expect(
      write('<plist><dict><key>plain</key><string>x</string></dict></plist>', { 'width.buy|==|width.20': 'y' }),
    ).toContain('<plist><dict><key>width.buy</key>')
  })

  it('inserts missing variables and variants', () => {
    const mac = { one: 'Kliknij', few: '2', many: '5', other: '%d' }
    const written = write(polish, { 'device.tap|==|device.mac': mac })
    expect(readPl(written)).toEqual({ ...readPl(polish), 'device.tap|==|device.mac': mac })
    expect(written.replace(/\t\t\t<key>mac<[^]*?\n\t\t\t<\/dict>\n/, '')).toBe(polish)
    const gap = polish.replace(/\t\t<key>folders<[^]*?\n\t\t<\/dict>\n/, '')
    const folders = { one: 'jednym folderze', few: '%2$d', many: '%2$d', other: '%2$d' }
    expect(readPl(write(gap, { 'files.in.folders|==|substitutions.folders': folders }))).toEqual({
      ...readPl(polish),
      'files.in.folders|==|substitutions.folders': folders,
    })
  })

  it('writes a new key with all of its variables, or not at all', () => {
    const files = { 'files.in.folders|==|substitutions.files': { one: '1', other: '2' } }
    const folders = { 'files.in.folders|==|substitutions.folders': { one: '1', other: '2' } }
    const format = { 'files.in.folders': '%1$#@files@ w %2$#@folders@' }
    expect(readPl(write(undefined, { ...format, ...files }))).toEqual({})
    expect(readPl(write(undefined, { ...files, ...folders }))).toEqual({})
    expect(readPl(write(undefined, { ...format, ...files, ...folders }))).toEqual({ ...format, ...files, ...folders })
  })

  it('writes a key anew whose structure differs from the source', () => {
    const base = wrap('\t<key>photos.count</key>\n\t<string>Zdjęcia</string>\n')
    expect(readPl(base)).toEqual({ 'photos.count': 'Zdjęcia' })
    expect(write(base, { 'photos.count': 'Zdjęcia' })).toBe(base)
    const forms = { one: '1', few: '2', many: '5', other: '%d' }
    const written = write(base, { 'photos.count': forms })
    expect(readPl(written)).toEqual({ 'photos.count': forms })
    expect(written).toContain(
      '\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@photos@</string>\n',
    )
  })

  it('removes keys that left the source, with their comments', () => {
    const removed = new Set(['old.key', 'plain'])
    expect(write(polish, {}, english, { removed })).toBe(polish.replace(/\t<key>old.key<[^]*?\n\t<\/dict>\n/, ''))
    expect(write(english, {}, EMPTY, { removed: new Set(['photos.count']) })).toBe(
      english.replace(/\t<!-- Number[^]*?\n\t<\/dict>\n/, ''),
    )
    const all = new Set(read(english).map(({ key }) => key))
    expect(write(english, { plain: 'x' }, wrap('<key>plain</key><string>y</string>'), { removed: all })).toContain(
      '<dict>\n\t<key>plain</key>\n\t<string>x</string>\n</dict>',
    )
    expect(
      write(polish, { 'width.buy|==|width.20': 'x' }, english, { withdrawn: new Set(Object.keys(readPl(polish))) }),
    ).toContain('<key>width.buy</key>')
  })

  it('removes a variant alone, and a key with any of its variables', () => {
    const variant = write(english, {}, english, { withdrawn: new Set(['device.tap|==|device.mac']) })
    expect(variant).toBe(english.replace(/\t\t\t<key>mac<[^]*?\n\t\t\t<\/dict>\n/, ''))
    const variable = write(polish, {}, english, { withdrawn: new Set(['files.in.folders|==|substitutions.files']) })
    expect(variable).toBe(polish.replace(/\t<key>files.in.folders<[^]*?\n\t<\/dict>\n/, ''))
  })

  it('removes a variable that left the source', () => {
    const isFolders = /[^\n]*<key>folders<[^]*?\n\t\t<\/dict>\n/
    const removed = new Set(['files.in.folders|==|substitutions.folders'])
    const format = '%1$#@files@'
    const source = english.replace(isFolders, '').replace('%1$#@files@ in %2$#@folders@', 'all %1$#@files@')
    expect(write(polish, { 'files.in.folders': format }, source, { removed })).toBe(
      polish.replace(isFolders, '').replace('%1$#@files@ w %2$#@folders@', format),
    )
  })
})
