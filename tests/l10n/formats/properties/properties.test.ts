import * as fc from 'fast-check'
import { getProperties } from 'properties-file'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { checkText } from '../../../../src/l10n/checks/check-text.ts'
import { properties } from '../../../../src/l10n/formats/properties/format.ts'
import { detectFamilies } from '../../../../src/l10n/message/detect-families.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { runs } from '../../../runs.ts'
import { namesFaults } from '../faults.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(properties)

const read = (text: string) => new Map(properties.read(text).entries.map(({ key, value }) => [key, value]))
const values = (map: Record<string, string>) => new Map(Object.entries(map))

const SOURCE = `# Copyright Example Shop
# All rights reserved

# ---- Basket ----

! Title of the page
basket.title = Your basket
# {0} is a number
basket.count = You''ve {0} items
basket.empty: Nothing here
basket.long = first line\\n\\
    second line\\n\\
    third line

# ---- Account ----

account\\ name:Name of \\#1 \\u00e9\\ud83d\\ude00
path=C:\\\\temp\\ttab
spaced    value after blanks
alone
last=end
`

const GERMAN = `# Deutsch

basket.title = Ihr Warenkorb
basket.count = Sie haben {0} Artikel

account\\ name=Name von \\#1 \\u00e9
extra=bleibt
last=Ende
`

describe('reading properties', () => {
  it('decodes keys and values as Java does', () => {
    expect(Object.fromEntries(read(SOURCE))).toEqual({
      'basket.title': 'Your basket',
      'basket.count': "You''ve {0} items",
      'basket.empty': 'Nothing here',
      'basket.long': 'first line\nsecond line\nthird line',
      'account name': 'Name of #1 é😀',
      path: 'C:\\temp\ttab',
      spaced: 'value after blanks',
      alone: '',
      last: 'end',
    })
  })

  it('takes comments directly above a key as its note', () => {
    const notes = properties
      .read(SOURCE)
      .entries.flatMap(({ key, description }) => (description ? [[key, description]] : []))
    expect(notes).toEqual([
      ['basket.title', 'Title of the page'],
      ['basket.count', '{0} is a number'],
    ])
  })

  const grammar: [text: string, entries: Record<string, string>][] = [
    ['a=1\nb:2\nc 3\nd\t4\ne\f5', { a: '1', b: '2', c: '3', d: '4', e: '5' }],
    ['a = = b', { a: '= b' }],
    ['a b = c', { a: 'b = c' }],
    ['a\\=b\\:c\\ d=e', { 'a=b:c d': 'e' }],
    ['  a  =  b  ', { a: 'b  ' }],
    ['a=b\\\n   c', { a: 'bc' }],
    ['a=b\\\\\n   c', { a: 'b\\', c: '' }],
    ['a=b\\\\\\\r\n\t c', { a: 'b\\c' }],
    ['a=b\\\n\nc=d', { a: 'b', c: 'd' }],
    ['a=b\\\n# no comment', { a: 'b# no comment' }],
    ['# comment \\\na=b', { a: 'b' }],
    ['ke\\\n  y=v', { key: 'v' }],
    ['a \\\n = b', { a: 'b' }],
    ['a=\\u0041\\q\\:\\"', { a: 'Aq:"' }],
    ['a=b\rc=d', { a: 'b', c: 'd' }],
    ['a=b\\', { a: 'b' }],
    ['=v', { '': 'v' }],
    ['\\\na=b', { a: 'b' }],
    ['\uFEFFa=b\r\n', { a: 'b' }],
    ['a={0}\\\n', { a: '{0}' }],
    ['', {}],
    ['\n# only a comment', {}],
  ]
  for (const [text, entries] of grammar) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(Object.fromEntries(read(text))).toEqual(entries)
    })
  }

  it('agrees with another parser on any file', () => {
    const piece = fc.constantFrom(' ', '\\ ', ...'a b = : \t \\ \\n \\u00e9 \n \r\n # ! \\\n é'.split(' '))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        // The other parser gives a comment or key behind a lone backslash another meaning than Java.
        const text = pieces.join('').replace(/(^|[\r\n])[ \t]*(?:\\(?:\r?\n)[ \t]*)+/g, '$1')
        let entries: Map<string, Message>
        try {
          entries = read(text)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          return
        }
        const expected = getProperties(text)
        delete expected['']
        entries.delete('')
        for (const { key, differs } of properties.read(text).entries) {
          if (differs !== true) continue
          delete expected[key]
          entries.delete(key)
        }
        expect(Object.fromEntries(entries)).toEqual(expected)
      }),
      { numRuns: runs(1_000) },
    )
  })

  namesFaults(properties, [
    ['a=b\nc=x\\u00g1', '2:4'],
    ['a=\\u12', '1:3'],
    ['a=b\nc=\\ud83d', '2:1'],
  ])
})

describe('the message syntax of properties', () => {
  const syntaxOf = (...texts: string[]) => {
    const { entries, options } = properties.read(texts.map((text, at) => `k${at}=${text}`).join('\n'))
    return [options.syntax, ...entries.map(({ syntax }) => syntax)]
  }
  it('is that of MessageFormat for numbered arguments, and plain for strings without arguments', () => {
    expect(syntaxOf("It''s {0}", "Don't")).toEqual(['java', undefined, 'plain'])
    expect(syntaxOf("It''s {0}", "Don''t", 'Yes')).toEqual(['java', undefined, undefined, undefined])
    expect(syntaxOf('{0,choice,0#none|1#one|1<{0,number,integer} files}')).toEqual(['java', undefined])
    expect(syntaxOf('{0} of {1,number}', 'Hello {name}', '{0}')).toEqual(['java', undefined, 'plain', undefined])
  })
  it('has apostrophes that print nothing in strings with arguments, and ordinary ones in the others', () => {
    const file = properties.read("a=You''ve {0} items\nb=Don''t {0}\nc=It's empty\n")
    const families = detectFamilies(file.entries, 'java')
    const check = (key: string, target: string) => {
      const entry = file.entries.find(one => one.key === key)
      const syntax = entry?.syntax ?? 'java'
      const source = entry?.value ?? ''
      return checkText({ source, target, sourceLocale: 'en', locale: 'fr', syntax, families })
        .findings.filter(({ level }) => level !== 'info')
        .map(({ id, level }) => `${level} ${id}`)
    }
    expect(families).toEqual({ families: ['java'], sure: 'certain', quotes: false })
    expect(check('a', "Il n''y a que {0}")).toEqual([])
    expect(check('a', "{0}, c'est tout")).toEqual(['warning java_syntax'])
    expect(check('b', "N'utilise pas {0}")).toEqual(['error placeholders'])
    expect(check('c', "C'est vide")).toEqual([])
  })
  it('is detected otherwise', () => {
    expect(syntaxOf('Hello {name}', 'b')).toEqual(['icu', undefined, undefined])
    expect(syntaxOf('{0, plural, one {#} other {#}}')).toEqual(['icu', undefined])
    expect(syntaxOf('%s of %d', 'b')).toEqual(['printf', undefined, undefined])
    expect(syntaxOf('a', "Don't")).toEqual(['plain', undefined, undefined])
  })
})

describe('writing properties', () => {
  const write = (base: string | undefined, map: Record<string, string>, more = {}) =>
    properties.write({ source: SOURCE, base, locale: 'de', values: values(map), ...more })

  it('replaces the value alone, and inserts keys beside their neighbors in their style', () => {
    expect(
      write(GERMAN, { 'basket.title': 'Korb', 'basket.empty': 'Leer', 'account name': 'Name von #1 é', path: 'C:\\x' }),
    ).toBe(
      GERMAN.replace('Ihr Warenkorb', 'Korb')
        .replace('Artikel\n', 'Artikel\nbasket.empty = Leer\n')
        .replace('\\u00e9\n', '\\u00e9\npath=C\\:\\\\x\n'),
    )
  })

  it('inserts before the first key and behind the last one, also without a line break at the end', () => {
    const source = 'a=1\nb=2\nc=3\n'
    const insert = (base: string) => writeTexts(source, { a: 'x', c: 'y' }, { base })
    expect(insert('b = 2')).toBe('a = x\nb = 2\nc = y')
    expect(insert('# Deutsch\n\nb: 2\r\n')).toBe(
      '# Deutsch\n\na: x\r\nb: 2\r\nc: y\r\n'.replace('a: x\r\n', 'a: x\n').replace('c: y\r\n', 'c: y\n'),
    )
    expect(insert('b=2\\')).toBe('a=x\nb=2\\\n\nc=y')
    expect(read(insert('b=2\\')).get('c')).toBe('y')
  })

  it('aligns new keys if their neighbors are aligned', () => {
    const base = 'a      = 1\nlonger = 2\n'
    expect(writeTexts('a=1\nbc=x\nlonger=2', { bc: '3' }, { base })).toBe('a      = 1\nbc     = 3\nlonger = 2\n')
  })

  it('keeps continued lines of unchanged values, and breaks changed ones where they were broken', () => {
    const base = 'a=x\\n\\\n  y\nb=one \\\n  two\n'
    const source = 'a=1\nb=2\n'
    expect(writeTexts(source, { a: 'x\ny', b: 'one two' }, { base })).toBe(base)
    const written = writeTexts(source, { a: 'x\n z\n', b: 'three' }, { base })
    expect(written).toBe('a=x\\n\\\n  \\ z\\n\nb=three\n')
    expect(Object.fromEntries(read(written))).toEqual({ a: 'x\n z\n', b: 'three' })
  })

  it('escapes characters beyond ASCII only in files that do', () => {
    const add = (source: string, base?: string, sibling?: string) => writeTexts(source, { a: 'ü😀' }, { base, sibling })
    expect(add('a=x')).toBe('a=ü😀')
    expect(add('a=\\u00e9')).toBe('a=\\u00fc\\ud83d\\ude00')
    expect(add('a=\\u00E9')).toBe('a=\\u00FC\\uD83D\\uDE00')
    expect(add('a=\\u00e9', 'a=é')).toBe('a=ü😀')
    expect(add('a=é', 'a=\\u00e9')).toBe('a=\\u00fc\\ud83d\\ude00')
    expect(add('a=x', 'a=y', 'a=\\u00e9')).toBe('a=\\u00fc\\ud83d\\ude00')
    expect(add('a=x', undefined, 'a=\\u00e9')).toBe('a=\\u00fc\\ud83d\\ude00')
  })

  it('escapes what Java would read as another thing', () => {
    const hard = values({ a: ' #!=:\\ \t\n\f\r\0\u0085é ', 'b c': '= x', '#d': ':' })
    for (const source of ['a=1\nb\\ c 1\n\\#d 1\n', 'a:1\nb\\ c:1\n\\#d:1']) {
      expect(read(properties.write({ source, locale: 'de', values: hard }))).toEqual(hard)
      expect(read(properties.write({ source, base: 'x 1\n', locale: 'de', values: hard }))).toEqual(
        values({ x: '1', ...Object.fromEntries(hard) }),
      )
    }
  })

  it('creates a file with the header of the source and its translated keys', () => {
    expect(write(undefined, { 'basket.title': 'Korb', 'basket.empty': 'Leer', last: 'Ende' })).toBe(
      '# Copyright Example Shop\n# All rights reserved\n\nbasket.title = Korb\nbasket.empty: Leer\n\nlast=Ende\n',
    )
  })

  it('creates a file in the style of a sibling, with comments if it has them', () => {
    const map = { 'basket.title': 'Korb', 'basket.count': '{0}', 'account name': 'ä' }
    expect(write(undefined, map, { sibling: 'last : fin\r\nextra : x\r\n' })).toBe(
      'basket.title : Korb\r\nbasket.count : {0}\r\naccount\\ name : ä\r\n'.replace('ä', '\\u00e4'),
    )
    expect(write(undefined, map, { sibling: '# x\n\n! Title of the page\nbasket.title = Panier é\n\nlast=a' })).toBe(
      '# Copyright Example Shop\n# All rights reserved\n\n# ---- Basket ----\n\n! Title of the page\nbasket.title = Korb\n' +
        '# {0} is a number\nbasket.count = {0}\n\n# ---- Account ----\n\naccount\\ name:ä',
    )
  })

  it('removes keys with their comments and one of two gaps', () => {
    const base = '# h\n\na=1\n\n# note\nb=2\nc=3\n\nd=4\n'
    const remove = (...keys: string[]) => writeTexts('z=1', {}, { base, removed: new Set(keys) })
    expect(remove('b')).toBe('# h\n\na=1\n\nc=3\n\nd=4\n')
    expect(remove('b', 'c')).toBe('# h\n\na=1\n\nd=4\n')
    expect(remove('a')).toBe('# h\n\n# note\nb=2\nc=3\n\nd=4\n')
    expect(remove('d')).toBe('# h\n\na=1\n\n# note\nb=2\nc=3\n')
    expect(remove('a', 'b', 'c', 'd')).toBe('# h\n')
    expect(writeTexts(base, {}, { base, removed: new Set(['a']) })).toBe(base)
    expect(writeTexts(base, {}, { base, withdrawn: new Set(['c']) })).toBe(base.replace('c=3\n', ''))
  })
})
