import { array, assert, asyncProperty, constantFrom, oneof, record, string } from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Format } from '../../../src/l10n/formats/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { readTmx } from '../../../src/l10n/memory/tmx/read.ts'
import type { TmxUnit } from '../../../src/l10n/memory/tmx/unit.ts'
import { type TmxHeader, writeTmx } from '../../../src/l10n/memory/tmx/write.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { readCorpus } from '../corpus.ts'
import { surviveMutations } from '../formats/contract/mutations.ts'

const HEADER: TmxHeader = { version: '1.2.3', createdAt: '2026-01-31T12:00:00Z' }

async function write(units: Iterable<TmxUnit>, header = HEADER): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of writeTmx(header, units)) chunks.push(chunk)
  return chunks.join('')
}

const read = (file: string, sourceLocale?: string): TmxUnit[] =>
  [...readTmx(file, sourceLocale === undefined ? {} : { sourceLocale })].flat().map(({ line: _line, ...unit }) => unit)

/** Lists the elements of a file in their order, read by another parser. */
function listElements(file: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => void names.push(name))
  parser.on('error', error => {
    throw error
  })
  parser.write(file).close()
  return names
}

const FULL: TmxUnit = {
  sourceLocale: 'en',
  source: 'Save "all" <b>files</b> & more',
  targetLocale: 'de',
  target: 'Alle <b>Dateien</b> speichern',
  project: 'shop',
  file: 'locales/en.json',
  key: 'menu.save',
  previous: 'Open',
  next: 'Close\n(all)',
  createdAt: '2026-01-30T08:00:00Z',
  changedAt: '2026-01-31T09:30:00Z',
  note: 'A button',
}

describe('a TMX file', () => {
  it('has one unit for the translations of a source', async () => {
    const units = [FULL, { ...FULL, targetLocale: 'pt-BR', target: 'Salvar' }, { ...FULL, key: 'menu.saveAll' }]
    const file = await write(units, { ...HEADER, sourceLocale: 'en' })
    expect(file.slice(0, file.indexOf('    </tu>'))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Dragoman" creationtoolversion="1.2.3" segtype="block" o-tmf="Dragoman" adminlang="en" srclang="en" datatype="plaintext" creationdate="20260131T120000Z"/>
  <body>
    <tu srclang="en">
      <prop type="x-project">shop</prop>
      <prop type="x-file">locales/en.json</prop>
      <prop type="x-key">menu.save</prop>
      <prop type="x-previous">Open</prop>
      <prop type="x-next">Close
(all)</prop>
      <tuv xml:lang="en">
        <seg>Save "all" &lt;b&gt;files&lt;/b&gt; &amp; more</seg>
      </tuv>
      <tuv xml:lang="de" creationdate="20260130T080000Z" changedate="20260131T093000Z">
        <note>A button</note>
        <seg>Alle &lt;b&gt;Dateien&lt;/b&gt; speichern</seg>
      </tuv>
      <tuv xml:lang="pt-BR" creationdate="20260130T080000Z" changedate="20260131T093000Z">
        <note>A button</note>
        <seg>Salvar</seg>
      </tuv>
`)
    expect(read(file)).toEqual(units)
    expect(listElements(file).filter(name => name === 'tu')).toHaveLength(2)
  })

  it('is valid without units', async () => {
    const file = await write([])
    expect(listElements(file)).toEqual(['tmx', 'header', 'body'])
    expect(read(file)).toEqual([])
  })

  it('separates translations into the same language', async () => {
    const units = [FULL, { ...FULL, target: 'Sichern' }]
    const file = await write(units)
    expect(listElements(file).filter(name => name === 'tu')).toHaveLength(2)
    expect(read(file)).toEqual(units)
  })

  it('keeps every text that XML can contain', async () => {
    await assert(
      asyncProperty(
        array(
          record({
            source: string({ unit: 'binary', minLength: 1 }),
            target: oneof(
              string({ unit: 'grapheme', minLength: 1 }),
              constantFrom(
                ' \r\n\t',
                'a\rb',
                '\u202Ex\u202C',
                '👨‍👩‍👧',
                '&lt;b&gt; ]]> <![CDATA[',
                '<ph x="1"/>',
                '\u2028',
              ),
            ),
            key: string({ minLength: 1, maxLength: 20 }),
            note: string({ minLength: 1, maxLength: 20 }),
          }),
          { maxLength: 5 },
        ),
        async rows => {
          const units = rows.map(row => ({ ...row, sourceLocale: 'en', targetLocale: 'ar' }))
          const expected = units
            .map(unit => ({ ...unit, source: unit.source.replace(NOT_XML, '') }))
            .filter(({ source, target }) => source.trim() !== '' && target.trim() !== '')
          expect(read(await write(units))).toEqual(expected)
        },
      ),
      { numRuns: isNightly ? 2_000 : 30 },
    )
  })

  it('leaves out characters that XML cannot contain', async () => {
    const [unit] = read(await write([{ ...FULL, target: 'a\0b\u001Bc\uFFFFd\uD800e\u0085f' }]))
    expect(unit?.target).toBe('abcde\u0085f')
  })
})

// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu

const wrap = (units: string, header = 'srclang="en"'): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n<header ${header}/>\n<body>\n${units}\n</body>\n</tmx>`

const tu = (en: string, de: string): string =>
  wrap(`<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="de"><seg>${de}</seg></tuv></tu>`)

describe('a TMX file of another program', () => {
  it('has its languages as BCP 47 tags', () => {
    const file = wrap(
      '<tu><tuv xml:lang="EN-US"><seg>a</seg></tuv><tuv xml:lang="pt_BR"><seg>b</seg></tuv><tuv lang="ZH-HANT"><seg>c</seg></tuv></tu>',
    )
    expect(read(file)).toEqual([
      { sourceLocale: 'en-US', source: 'a', targetLocale: 'pt-BR', target: 'b' },
      { sourceLocale: 'en-US', source: 'a', targetLocale: 'zh-Hant', target: 'c' },
    ])
  })

  it('has the source language of the unit, the header or the caller', () => {
    const variants = '<tuv xml:lang="de"><seg>d</seg></tuv><tuv xml:lang="en"><seg>e</seg></tuv>'
    const unit = `<tu>${variants}</tu>`
    expect(read(wrap(unit))).toMatchObject([{ sourceLocale: 'en', target: 'd' }])
    expect(read(wrap(`<tu srclang="de">${variants}</tu>`))).toMatchObject([{ sourceLocale: 'de', target: 'e' }])
    for (const header of ['srclang="*all*"', 'srclang="*ALL*"', '']) {
      expect(read(wrap(unit, header))).toMatchObject([{ sourceLocale: 'de', target: 'e' }])
      expect(read(wrap(unit, header), 'en')).toMatchObject([{ sourceLocale: 'en', target: 'd' }])
    }
    expect(read(wrap(unit, 'srclang="fr"'))).toEqual([])
  })

  it('has the codes of its texts as text, and empty ones as tags', () => {
    const coded =
      '<bpt i="1" x="1">&lt;b&gt;</bpt>Hi<ept i="1">&lt;/b&gt;</ept> <ph x="2">{0}</ph> <ph x="3"/><it pos="begin"></it>'
    expect(read(tu(coded, '<hi type="term">x</hi><ut>%s</ut><ph>a<sub>alt</sub></ph>'))).toMatchObject([
      { source: '<b>Hi</b> {0} <ph x="3"/><it/>', target: 'x%saalt' },
    ])
  })

  it('has CDATA sections, comments and line breaks in its texts', () => {
    expect(read(tu('<![CDATA[<b>&</b>]]>', ' a<!-- x -->\r\nb&#13; '))).toMatchObject([
      { source: '<b>&</b>', target: ' a\nb\r ' },
    ])
  })

  it('has keys and contexts as OmegaT, memoQ and Phrase write them', () => {
    const file = wrap(`<tu tuid="1" creationdate="20200102T030405Z" changedate="nonsense">
      <note>first</note><note>second</note>
      <prop type="file">a.po</prop><prop type="id">k</prop><prop type="prev">p</prop><prop type="next">n</prop><prop>x</prop>
      <tuv xml:lang="en"><seg>a</seg></tuv>
      <tuv xml:lang="de" changedate="20210102T030405Z"><prop type="x-context-pre">q</prop><seg>b</seg></tuv>
      <tuv xml:lang="fr"><seg> </seg></tuv></tu>`)
    expect([...readTmx(file)].flat()).toEqual([
      {
        sourceLocale: 'en',
        source: 'a',
        targetLocale: 'de',
        target: 'b',
        file: 'a.po',
        key: 'k',
        previous: 'q',
        next: 'n',
        createdAt: '2020-01-02T03:04:05Z',
        changedAt: '2021-01-02T03:04:05Z',
        note: 'first\nsecond',
        line: 6,
      },
    ])
  })

  it.each([
    ['', 'Invalid TMX file at 1:1: the file has no root element.'],
    ['<xliff/>', 'Invalid TMX file at 1:1: the root element is <xliff>.'],
    [wrap('<tu><tuv><seg>a</seg></tuv></tu>'), 'Invalid TMX file at 6:5: <tuv> has no xml:lang.'],
    [wrap('<tu><tuv xml:lang="en"/></tu>'), 'Invalid TMX file at 6:5: <tuv> has no <seg>.'],
    [wrap('\n<tu><tuv xml:lang="?"/></tu>'), 'Invalid TMX file at 7:10: the language "?" is not a BCP 47 tag.'],
    [wrap('<tu/>', 'srclang="x y"'), 'Invalid TMX file at 4:1: the source language "x y" is not a BCP 47 tag.'],
    [wrap('<tu><tuv xml:lang="en"><seg>&</seg></tuv></tu>'), 'Invalid TMX file at 6:29: an ampersand stands alone.'],
    [wrap('<tu>'), 'Invalid TMX file at 7:1: </body> closes <tu>.'],
    ['<tmx><body>', 'Invalid TMX file at 1:6: <body> is not closed.'],
    [tu('a', 'b'.repeat(65_537)), 'Invalid TMX file at 6:61: the text has 65537 characters; the limit is 65536.'],
    [tu('a', '&amp;'.repeat(200_001)), 'Invalid TMX file at 6:66: an element has more than 1000000 characters.'],
    [
      wrap(`<tu>${'<tuv/>'.repeat(20_000)}</tu>`),
      'Invalid TMX file at 6:119993: an element has more than 20000 elements, attributes and texts in it.',
    ],
  ])('is rejected with the line and column of a fault', (file, message) => {
    expect(() => [...readTmx(file)]).toThrow(expect.objectContaining({ code: 'invalid_input', message }))
  })

  /** Units as entries of a file, so that the mutations of formats can be used. */
  const asFormat: Format = {
    ...json,
    id: 'tmx',
    read: file => ({
      entries: [...readTmx(file)].flat().map(({ target }, at) => ({ key: String(at), value: target })),
      options: { syntax: 'plain' },
    }),
    readTarget: () => [],
    write: ({ source }) => source,
  }
  const full = wrap(
    `<tu tuid="1" srclang="en" creationdate="20200102T030405Z"><note>n</note><prop type="x-key">k</prop><tuv xml:lang="en"><seg>a <bpt i="1">&lt;b&gt;</bpt><ept i="1"/></seg></tuv><tuv xml:lang="de"><seg><![CDATA[b]]></seg></tuv></tu>`,
  )
  surviveMutations(asFormat, [{ name: 'full.tmx', text: full, locale: 'de' }])

  it('counts the lines of its units', () => {
    const one = '<tu><tuv xml:lang="en"><seg>a</seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu>'
    const lines = [...readTmx(wrap(`${one}${one}\n\n${one}\n${one}`))].flat().map(({ line }) => line)
    expect(lines).toEqual([6, 6, 8, 9])
  })

  it('pauses also where a file has no units', () => {
    expect([...readTmx(wrap('<!-- a --><tu/><!-- b --><other/>'))].length).toBeGreaterThan(4)
  })

  it('yields the units before a fault', () => {
    const units = readTmx(
      wrap('<tu><tuv xml:lang="en"><seg>a</seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu><tu><'),
    )
    const found: unknown[] = []
    expect(() => {
      for (const some of units) found.push(...some)
    }).toThrow(AppError)
    expect(found).toMatchObject([{ target: 'b', line: 6 }])
  })
})

describeWith('corpus', 'TMX files of Pontoon', () => {
  const folder = 'pontoon-tmx/pontoon/base/tests/views/data/tmx'

  it('are read, and written so that they read back the same', async () => {
    const units = read(readCorpus(`${folder}/valid_entries.tmx`))
    expect(units).toHaveLength(5)
    expect(units[3]).toEqual({
      sourceLocale: 'en-US',
      source: '<p>source <strong>string</p>',
      targetLocale: 'sl',
      target: '<p>translation łążśźć</p>',
    })
    expect(read(await write(units))).toEqual(units)
    expect(read(readCorpus(`${folder}/no_entries.tmx`))).toEqual([])
  })
})
