import { describe, expect, it } from 'vitest'
import { csv } from '../../../../src/l10n/formats/csv/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { namesFaults } from '../faults.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(csv)

const values = (map: Record<string, string>) => new Map(Object.entries(map))
const read = (text: string) => new Map(csv.readTarget(text, 'de').map(({ key, value }) => [key, value]))

const SOURCE = `key,source,target,comment,context,max_length,location
title,Your basket,,Title of the page,Basket,20,src/a.ts:3 src/b.ts
count,"{n} items, ""new""",,,,,
multi,"first
second",,"a note, with a comma",,,
,,,A heading,,,

=last,=SUM(A1),,,,many,
`

const GERMAN = `key,source,target,comment
title,Your basket,Ihr Warenkorb,

count,"{n} items, ""new""","{n} Artikel, ""neu""",
extra,Extra,Zusatz,kept
=last,=SUM(A1),=SUMME(A1),
`

const MONO = 'Key;Text;Note\ntitle;"Your basket";Title\ncount;"{n} items";\nlast;"End; really";\n'

describe('reading CSV', () => {
  it('finds source strings, notes, context, length and references by the names of the columns', () => {
    expect(csv.read(SOURCE)).toEqual({
      entries: [
        {
          key: 'title',
          value: 'Your basket',
          description: 'Title of the page',
          context: 'Basket',
          references: ['src/a.ts:3', 'src/b.ts'],
          maxLength: 20,
        },
        { key: 'count', value: '{n} items, "new"' },
        { key: 'multi', value: 'first\nsecond', description: 'a note, with a comma' },
        { key: '=last', value: '=SUM(A1)' },
      ],
      options: { syntax: 'icu', delimiter: ',', eol: '\n', final_newline: true, layout: 'bilingual' },
    })
    expect(Object.fromEntries(read(GERMAN))).toEqual({
      title: 'Ihr Warenkorb',
      count: '{n} Artikel, "neu"',
      extra: 'Zusatz',
      '=last': '=SUMME(A1)',
    })
  })

  it('reads one string a key with semicolons, tabs, a BOM and CRLF', () => {
    const entries = [
      { key: 'title', value: 'Your basket', description: 'Title' },
      { key: 'count', value: '{n} items' },
      { key: 'last', value: 'End; really' },
    ]
    expect(csv.read(MONO).entries).toEqual(entries)
    expect(csv.read(MONO).options).toMatchObject({ delimiter: ';', layout: 'monolingual' })
    expect(csv.read(`\uFEFF${MONO.replaceAll('\n', '\r\n')}`).entries).toEqual(entries)
    const tabs = 'id\tvalue\na\tb, c; d\n'
    expect(csv.read(tabs)).toMatchObject({ entries: [{ key: 'a', value: 'b, c; d' }], options: { delimiter: '\t' } })
    expect(csv.read('"string id","Translation "\na,b').entries).toHaveLength(1)
  })

  it('takes the delimiter from the line with which Excel names it, and keeps that line', () => {
    const text = 'sep=;\r\nkey;source;target\r\na;b,c,d,e;f\r\n'
    expect(csv.read(text)).toMatchObject({ entries: [{ key: 'a', value: 'b,c,d,e' }], options: { delimiter: ';' } })
    expect(writeTexts(text, { a: 'x' }, { base: text })).toBe(text.replace(';f', ';x'))
    expect(writeTexts(text, { a: 'x' })).toBe(text.replace(';f', ';x'))
    expect(() => csv.read('sep=|\nkey|value\n')).toThrow('at 1:1: the delimiter of "sep=|" is not known')
  })

  it('keeps quotes inside a field without quotes', () => {
    expect(csv.read('key,value\na,5" screen\n').entries).toEqual([{ key: 'a', value: '5" screen' }])
  })

  namesFaults(csv, [
    ['', '1:1', 'names no columns'],
    ['a,b\nc,d', '1:1', 'names no columns'],
    ['key,value\na,b\nc\n', '3:1', 'has 1 field, but the header has 2'],
    ['key,value\na,b,c\n', '2:1', 'has 3 fields'],
    ['key,value\na,"b\nc,d', '2:3', 'not closed'],
    ['key,value\na,"b"c\n', '2:6', 'followed by'],
  ])

  it('is recognized by its extension and header', () => {
    const idOf = (path: string, text: string) => detectFormat(path, text).id
    expect(idOf('l10n/de.csv', GERMAN)).toBe('csv')
    expect(idOf('l10n/de.tsv', 'id\ttext\n')).toBe('csv')
    expect(idOf('l10n/all.csv', 'keys,en,de\n')).toBe('csv-multilingual')
    expect(idOf('l10n/all.csv', 'key,source,de\n')).toBe('csv')
    expect(idOf('l10n/all.csv', '"unclosed')).toBe('csv')
  })
})

describe('writing CSV', () => {
  const write = (source: string, base: string | undefined, map: Record<string, string>, more = {}) =>
    csv.write({ source, base, locale: 'de', values: values(map), ...more })

  it('replaces the field alone, and inserts rows beside their neighbors', () => {
    expect(write(SOURCE, GERMAN, { title: 'Korb', count: 'x', multi: 'eins\nzwei, drei' })).toBe(
      GERMAN.replace('Ihr Warenkorb', 'Korb').replace(
        '"{n} Artikel, ""neu""",\n',
        '"x",\nmulti,"first\nsecond","eins\nzwei, drei","a note, with a comma"\n',
      ),
    )
    expect(write(MONO, 'Key;Text;Note\nlast;"Ende";', { title: 'Korb', count: '', last: 'Ende' })).toBe(
      'Key;Text;Note\ntitle;"Korb";\ncount;"";\nlast;"Ende";',
    )
    expect(write(MONO, 'Key;Text;Note\r\ntitle;Korb;x', { last: 'Ende' })).toBe(
      'Key;Text;Note\r\ntitle;Korb;x\r\nlast;Ende;',
    )
  })

  it('does not take the quotes of a field that needs them for a style', () => {
    const source = 'id;source;target\na;"One; two";\nb;Save;\nc;Open;\n'
    const german = 'id;source;target\na;"One; two";"Eins; zwei"\nb;Save;Speichern\n'
    expect(write(source, 'id;source;target\na;"One; two";"Eins; zwei"\n', { b: 'Speichern' })).toBe(german)
    expect(write(source, undefined, { a: 'Un; deux', c: 'Ouvrir' }, { sibling: german })).toBe(
      'id;source;target\na;"One; two";"Un; deux"\nc;Open;Ouvrir\n',
    )
  })

  it('creates a file with translated rows, in the style of a sibling if there is one', () => {
    expect(write(SOURCE, undefined, { count: 'n', '=last': '=x' })).toBe(
      'key,source,target,comment,context,max_length,location\ncount,"{n} items, ""new""",n,,,,\n=last,=SUM(A1),=x,,,many,\n',
    )
    expect(write(MONO, undefined, { title: 'Korb', last: 'Ende' })).toBe('Key;Text;Note\ntitle;"Korb";\nlast;"Ende";\n')
    expect(write(MONO, undefined, { title: 'Korb' }, { sibling: '\uFEFFnote,text,key\r\nTitre,Panier,title' })).toBe(
      '\uFEFFnote,text,key\r\nTitle,Korb,title',
    )
    expect(write(MONO, '', { title: 'Korb' })).toBe('Key;Text;Note\ntitle;"Korb";\n')
    expect(write(MONO, 'Key;Text;Note', { title: 'Korb' })).toBe('Key;Text;Note\ntitle;Korb;')
  })

  it('inserts a row before one whose first field is replaced', () => {
    const source = 'text,key\n1,a\n2,b\n3,c\n'
    expect(write(source, 'text,key\n1,a\n3,c\n', { a: 'x', b: 'y', c: 'z' })).toBe('text,key\nx,a\ny,b\nz,c\n')
  })

  it('keeps the text of an empty last field before the rows that follow it, in a file without a last line break', () => {
    const written = write('key,value\na,A\nb,B\nc,C\n', 'key,value\na,1\nb,', { a: '1', b: 'BB', c: 'CC' })
    expect(written).toBe('key,value\na,1\nb,BB\nc,CC')
  })

  it('removes rows, and empties withdrawn translations beside their source', () => {
    const removed = new Set(['extra', '=last'])
    expect(writeTexts('key,source,target\n', {}, { base: GERMAN, removed })).toBe(
      GERMAN.replace(/extra.*\n=last.*\n/, ''),
    )
    expect(writeTexts(SOURCE, {}, { base: GERMAN, removed })).toBe(GERMAN.replace(/extra.*\n/, ''))
    expect(writeTexts(SOURCE, {}, { base: GERMAN, removed, withdrawn: new Set(['title']) })).toBe(
      GERMAN.replace(/extra.*\n/, '').replace('Ihr Warenkorb', ''),
    )
    expect(writeTexts(MONO, {}, { base: MONO, withdrawn: new Set(['title']) })).toBe(MONO.replace(/title.*\n/, ''))
    const open = MONO.trimEnd()
    expect(writeTexts(MONO, {}, { base: open, withdrawn: new Set(['count', 'last']) })).toBe(
      open.split('\n').slice(0, 2).join('\n'),
    )
  })
})
