import { describe, expect, it } from 'vitest'
import { csvMultilingual } from '../../../../src/l10n/formats/csv-multilingual/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'

const format = csvMultilingual
const FILE = `keys,en,de,pt_BR,_who,comment
HELLO,Hello!,Hallo!,Olá!,,
PUSH,Push me!,,"Empurre-me, ""já""!",A button,Short

,,,,A heading,
MULTI,"one
two",,,,
`

/** The file of Godot's own documentation, in its layout. */
const GODOT = `en,?plural,?context,fr,ru,_Comment
?pluralrule,,,nplurals=2; plural=(n >= 2);,,Rule
Letter,,Alphabet,Lettre,,
Letter,,Message,Courrier,,
%d apple,%d apples,,%d pomme,%d яблоко,
,,,%d pommes,%d яблока,
`

const write = (base: string | undefined, locale: string, map: Record<string, Message>, more = {}) =>
  format.write({ source: FILE, base, locale, values: new Map(Object.entries(map)), ...more })
const read = (text: string, locale: string) =>
  Object.fromEntries(format.readTarget(text, locale, FILE).map(({ key, value }) => [key, value]))

describe('CSV with a column per locale', () => {
  it('reads the column of the source locale, with comment columns as notes', () => {
    expect(format.read(FILE, undefined, 'en')).toEqual({
      entries: [
        { key: 'HELLO', value: 'Hello!' },
        { key: 'PUSH', value: 'Push me!', description: 'Short\nA button' },
        { key: 'MULTI', value: 'one\ntwo' },
      ],
      options: { syntax: 'plain', delimiter: ',', eol: '\n', final_newline: true },
    })
    expect(format.read(FILE, undefined, 'pt-BR').entries[0]).toEqual({ key: 'HELLO', value: 'Olá!' })
    expect(() => format.read(FILE, undefined, 'fr')).toThrow(
      /at 1:1: the header has no column for the source locale fr/,
    )
  })

  it('rejects two columns of a locale, where the second one is', () => {
    expect(() => format.read('key,en,de,de\na,b,c,d\n', undefined, 'en')).toThrow(
      'at 1:11: the columns de and de are both for the locale de',
    )
    expect(() => format.readTarget('key,en,pt_BR,pt-BR\n', 'pt-BR')).toThrow('at 1:14: the columns pt_BR and pt-BR are')
  })

  it('keeps the line with which Excel names the delimiter', () => {
    const text = 'sep=;\nkey;en;de\na;b;c\n'
    expect(detectFormat('a.csv', text).id).toBe(format.id)
    expect(format.multilingual?.slice(text, ['de']).get('de')).toBe('sep=;\nkey;de\na;c\n')
    expect(format.write({ source: text, base: text, locale: 'fr', values: new Map([['a', 'd']]) })).toBe(
      'sep=;\nkey;en;de;fr\na;b;c;d\n',
    )
  })

  it('reads the column of a locale in any spelling, and none for a locale that only shares the language', () => {
    expect(read(FILE, 'pt-BR')).toEqual({ HELLO: 'Olá!', PUSH: 'Empurre-me, "já"!' })
    expect(read(FILE, 'pt')).toEqual(read(FILE, 'pt-BR'))
    expect(read(FILE, 'pt-PT')).toEqual({})
    expect(read(FILE, 'de-AT')).toEqual({})
    expect(read(FILE, 'fr')).toEqual({})
    const both = 'key,en_GB,en,zh_TW,no\na,1,2,3,4\n'
    expect(['en', 'en-GB', 'en-US', 'zh-Hant', 'zh-Hans', 'nb'].map(locale => read(both, locale)['a'])).toEqual([
      '2',
      '1',
      '2',
      '3',
      undefined,
      '4',
    ])
    expect(read('key,en_GB\na,1\n', 'en')).toEqual({ a: '1' })
  })

  it('replaces the fields of one locale alone', () => {
    expect(write(FILE, 'de', { HELLO: 'Hallo!', PUSH: 'Drück, "mich"' })).toBe(
      FILE.replace('Push me!,,', 'Push me!,"Drück, ""mich""",'),
    )
    expect(write(undefined, 'de', { MULTI: 'eins' })).toBe(FILE.replace('two",,', 'two",eins,'))
    expect(write('', 'de', {})).toBe(FILE)
  })

  it('appends a column for a new locale with its first translation', () => {
    expect(write(FILE, 'fr', {})).toBe(FILE)
    const written = write(FILE, 'zh-Hant-TW', { PUSH: '按' })
    expect(written).toBe(
      FILE.replace('comment\n', 'comment,zh_Hant_TW\n')
        .replace('Olá!,,\n', 'Olá!,,,\n')
        .replace('Short\n', 'Short,按\n')
        .replace('heading,\n', 'heading,,\n')
        .replace('two",,,,\n', 'two",,,,,\n'),
    )
    expect(read(written, 'zh-Hant-TW')).toEqual({ PUSH: '按' })
    expect(write('key;en;de-AT\r\nHELLO;"x";', 'fr-CA', { HELLO: 'Allô', PUSH: 'y;z' })).toBe(
      'key;en;de-AT;fr-CA\r\nHELLO;"x";;Allô\r\nPUSH;"Push me!";;"y;z"',
    )
  })

  it('inserts the rows that the base lacks, with their other columns', () => {
    expect(write('keys,de,en\nMULTI,,x\n', 'de', { HELLO: 'Hallo!', MULTI: 'm' })).toBe(
      'keys,de,en\nHELLO,Hallo!,Hello!\nMULTI,m,x\n',
    )
  })

  it('empties withdrawn and removed translations, and keeps the rows', () => {
    expect(write(FILE, 'pt-BR', {}, { withdrawn: new Set(['PUSH']) })).toBe(FILE.replace('"Empurre-me, ""já""!"', '""'))
    const base = FILE.replace('MULTI', 'OLD,old,alt,velho,,\nMULTI')
    expect(write(base, 'de', {}, { removed: new Set(['OLD', 'HELLO']) })).toBe(base.replace('old,alt', 'old,'))
  })

  it('slices the locales that it has, which read back the same', () => {
    const slices = format.multilingual?.slice(FILE, ['de', 'fr', 'pt-BR', 'pt-PT']) ?? new Map<string, string>()
    expect([...slices.keys()]).toEqual(['de', 'pt-BR'])
    expect(slices.get('pt-BR')).toBe(
      'keys,pt_BR,_who,comment\nHELLO,Olá!,,\nPUSH,"Empurre-me, ""já""!",A button,Short\n,,A heading,\nMULTI,,,\n',
    )
    for (const [locale, slice] of slices) expect(read(slice, locale)).toEqual(read(FILE, locale))
  })

  it('keeps plural rows of Godot, and puts the context before the key', () => {
    expect(format.read(GODOT, undefined, 'en').entries).toEqual([
      { key: 'Alphabet␄Letter', value: 'Letter', context: 'Alphabet' },
      { key: 'Message␄Letter', value: 'Letter', context: 'Message' },
    ])
    expect(
      format.write({
        source: GODOT,
        base: GODOT,
        locale: 'ru',
        values: new Map([['Message␄Letter', 'Письмо']]),
      }),
    ).toBe(GODOT.replace('Message,Courrier,', 'Message,Courrier,Письмо'))
  })

  it('rejects a ragged row and an unclosed quote', () => {
    expect(() => format.read('key,en,de\na,b\n')).toThrow(/at 2:1: the row has 2 fields, but the header has 3/)
    expect(() => format.read('key,en,de\na,"b,c\n')).toThrow(/at 2:3: a quote is not closed/)
    expect(() => write(FILE, 'de', { HELLO: { one: 'a', other: 'b' } })).toThrow(/takes one string/)
  })
})
