import { describe, expect, it } from 'vitest'
import { xliff } from '../../../../src/l10n/formats/xliff/format.ts'
import { ANGULAR, DOTNET, FULL_2, XCODE, XCODE_SOURCE } from '../fixtures/xliff.ts'
import { writerOf } from '../writer.ts'
import { diff, EMPTY, listChildren, readValues, unit } from '../xliff-files.ts'

const writeTexts = writerOf(xliff)

describe('a target file', () => {
  it('is the source file with its target language and translations', () => {
    const values = new Map([['u1.2', 'Deux.']])
    const written = xliff.write({ source: FULL_2, locale: 'fr', values })
    expect(written).toContain('srcLang="en" trgLang="fr"')
    expect(listChildren(written)).toEqual(['source', 'source target', 'source', 'source', 'source'])
    expect(written).toContain('<mda:meta type="x">y</mda:meta>')
    expect(written).toContain('<segment id="s1" state="initial">')
    expect(readValues(written, FULL_2)).toEqual({ 'u1.2': 'Deux.' })
  })

  it('has line endings, byte order mark and spelled locale of its sibling, and notes only if that has some', () => {
    const sibling = DOTNET.replace('target-language="de"', 'target-language="pt_BR"').replace(/ *<note.*\r\n/g, '')
    const written = writeTexts(
      DOTNET.replaceAll('\r', '').replace('\uFEFF', ''),
      { Stop: '停止' },
      { sibling, locale: 'zh-Hant' },
    )
    expect(written).toContain('\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n')
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(written).toContain('target-language="zh_Hant"')
    expect(written).not.toContain('<note')
    expect(writeTexts(ANGULAR, {}, { sibling: ANGULAR })).toContain('<note')
  })

  it('sets the language of each file and target', () => {
    const source = XCODE.replaceAll('<target>', '<target xml:lang="en">').replaceAll(
      ' target-language="de"',
      ' target-language="en"',
    )
    const written = writeTexts(source, { 'App/en.lproj/InfoPlist.strings:title': 'Photos' }, { locale: 'fr' })
    expect(written.match(/target-language="fr"/g)).toHaveLength(2)
    expect(written.match(/<target.*>/g)).toEqual(['<target xml:lang="fr">Photos</target>'])
  })

  it('gets missing units in the place, order and indentation of the source', () => {
    const ids = ['a', 'b', 'c', 'd']
    const source = `<xliff version="1.2">\n  <file original="m" source-language="en">\n    <body>\n${ids
      .map(
        id =>
          `      <trans-unit id="${id}">\n        <source>${id}\n  x</source>\n        <note>n</note>\n      </trans-unit>\n`,
      )
      .join('')}    </body>\n  </file>\n</xliff>\n`
    const base =
      '<xliff version="1.2">\r\n\t<file original="m" source-language="en">\r\n\t\t<body>\r\n\t\t\t<!-- b -->\r\n\t\t\t<trans-unit id="b">\r\n\t\t\t\t<source>b\r\n  x</source>\r\n\t\t\t\t<target>B</target>\r\n\t\t\t\t<note>n</note>\r\n\t\t\t</trans-unit>\r\n\t\t</body>\r\n\t</file>\r\n</xliff>\r\n'
    const written = xliff.write({ source, base, locale: 'de', values: new Map(ids.map(id => [id, id.toUpperCase()])) })
    expect([...written.matchAll(/<trans-unit id="(.)"/g)].map(([, id]) => id).join('')).toBe('abcd')
    expect(written).toContain(
      '\r\n\t\t\t<trans-unit id="c">\r\n\t\t\t\t<source>c\r\n  x</source>\r\n\t\t\t\t<target>C</target>\r\n\t\t\t\t<note>n</note>\r\n\t\t\t</trans-unit>\r\n',
    )
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(readValues(written, source)).toEqual({ a: 'A', b: 'B', c: 'C', d: 'D' })
    const without = writeTexts(EMPTY, {}, { base: written, removed: new Set(['a', 'c', 'd']) })
    expect(without).toBe(base)
  })

  it('gets missing units into empty bodies, groups and files', () => {
    const source =
      '<xliff version="1.2">\n  <file original="a">\n    <body>\n      <group id="g">\n        <trans-unit id="1">\n          <source>a</source>\n        </trans-unit>\n      </group>\n    </body>\n  </file>\n</xliff>\n'
    const values = new Map([['1', 'A']])
    for (const base of [
      '<xliff version="1.2">\n  <file original="a">\n    <body/>\n  </file>\n</xliff>\n',
      '<xliff version="1.2">\n  <file original="a">\n    <body><group id="g"/></body>\n  </file>\n</xliff>\n',
      '<xliff version="1.2"/>\n',
      '<xliff version="1.2"><file original="b"><body/></file></xliff>\n',
      '<xliff version="2.0"/>',
      '<!-- nothing yet -->\n',
      '',
    ]) {
      const written = xliff.write({ source, base, locale: 'de', values })
      expect(listChildren(written), base).toEqual(['source target'])
      expect(readValues(written, source), base).toEqual({ 1: 'A' })
      expect(xliff.write({ source, base: written, locale: 'de', values }), base).toBe(written)
    }
  })

  it('gets a missing file with its header, without units that have no translation', () => {
    const base = XCODE.replace(/ *<file original="App\/en.lproj\/Localizable[^]*?<\/file>\n/, '')
    const title = 'App/en.lproj/Localizable.strings:title'
    const written = writeTexts(XCODE_SOURCE, { [title]: '%@ Bilder' }, { base })
    expect(written.match(/tool-name="Xcode"/g)).toHaveLength(2)
    expect(written).not.toContain('Cancel')
    expect(readValues(written, XCODE_SOURCE)).toEqual({
      [title]: '%@ Bilder',
      'App/en.lproj/InfoPlist.strings:title': 'Fotos',
    })
  })

  it('gets the segments that its unit has in the source', () => {
    const base = FULL_2.replace(/ *<ignorable>[^]*?<\/ignorable>\n *<segment state="initial">[^]*?<\/segment>\n/, '')
    expect(readValues(base, FULL_2)).toEqual({ 'u1.s1': 'Eins <ph id="1"/>.', yes: 'ja' })
    const written = writeTexts(FULL_2, { 'u1.2': 'Zwei.' }, { base })
    expect(readValues(written, FULL_2)).toEqual({ 'u1.s1': 'Eins <ph id="1"/>.', 'u1.2': 'Zwei.', yes: 'ja' })
  })

  it('loses the unit or the segment of a key that left the source', () => {
    const removed = new Set(['u1.2'])
    const source = FULL_2.replace(/ *<segment state="initial">[^]*?<\/segment>\n/, '')
    const written = writeTexts(source, {}, { base: FULL_2, removed })
    expect(written).toBe(source)
    expect(writeTexts(FULL_2, {}, { base: FULL_2, removed })).toBe(FULL_2)
  })

  it('loses a translation that was withdrawn', () => {
    const withdraw = (file: string, key: string): string[] =>
      diff(file, writeTexts(file, {}, { base: file, withdrawn: new Set([key]) }))
    expect(withdraw(DOTNET, 'FileNotFound')).toEqual([
      '-<target state="translated">Die Datei {0} wurde nicht gefunden.</target>',
    ])
    expect(withdraw(FULL_2, 'u1.s1')).toEqual([
      '+<segment id="s1" state="initial">',
      '-<segment id="s1" state="translated" subState="x:y">',
      '-<target>Eins <ph id="1" dataRef="d1"/>.</target>',
    ])
    expect(withdraw(DOTNET, 'none')).toEqual([])
  })

  it('gets the source string that changed, with the translation', () => {
    const source = DOTNET.replace('<source>Stop now</source>', '<source>Stop &amp; <x id="1"/></source>')
    const written = writeTexts(source, { Stop: 'Halt <x id="1"/>' }, { base: DOTNET })
    expect(diff(DOTNET, written)).toEqual([
      '+<source>Stop &amp; <x id="1"/></source>',
      '+<target state="translated">Halt <x id="1"/></target>',
      '-<source>Stop now</source>',
      '-<target state="needs-review-translation">Anhalten</target>',
    ])
    expect(writeTexts(source, {}, { base: DOTNET })).toBe(DOTNET)
  })

  it('keeps the source of a named unit, which the source file has as its target', () => {
    const source = unit('<source>Old text.</source><target>New text.</target>')
    const base = unit('<source>New text.</source><target>Neu.</target>', ' resname="Old text."')
    expect(readValues(base, source)).toEqual({ 1: 'Neu.' })
    expect(writeTexts(source, { '1': 'Neuer Text.' }, { base })).toBe(base.replace('Neu.', 'Neuer Text.'))
    const newer = source.replace('New text.', 'Newest & text.'.replace('&', '&amp;'))
    expect(writeTexts(newer, { '1': 'Ganz neu.' }, { base })).toBe(
      base.replace('New text.', 'Newest &amp; text.').replace('Neu.', 'Ganz neu.'),
    )
    expect(writeTexts(newer, { '1': 'Neu.' }, { base })).toBe(base)
  })

  it.each([
    [
      '1.2',
      unit('<source>Save the file</source>'),
      unit('<source>Save  a\n file</source><target state="translated">A</target>'),
    ],
    [
      '2.0',
      '<xliff version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source>Save the file</source></segment></unit></file></xliff>',
      '<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment state="translated"><source>Save  a\n file</source><target>A</target></segment></unit></file></xliff>',
    ],
  ])('of version %s keeps the source of a unit whose translation stays', (_, source, base) => {
    const [key = ''] = xliff.read(source).entries.map(entry => entry.key)
    const write = (text: string, state?: 'needs_review' | 'approved'): string => {
      const states = new Map(state === undefined ? [] : [[key, state]])
      return writeTexts(source, { [key]: text }, { base, states })
    }
    expect(write('A')).toBe(base)
    expect(write('A', 'approved')).toContain('<source>Save  a\n file</source>')
    expect(write('B')).toBe(base.replace('Save  a\n file', 'Save the file').replace('>A<', '>B<'))
    // A stale translation needs another look, at the new source.
    expect(write('A', 'needs_review')).toContain('<source>Save the file</source>')
  })

  it('is written anew if its version is not that of the source', () => {
    const base =
      '<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment><source>a</source></segment></unit></file></xliff>'
    expect(writeTexts(unit('<source>a</source>'), { '1': 'b' }, { base })).toContain(
      '<source>a</source><target>b</target>',
    )
  })
})

describe('a unit whose key changed in the source', () => {
  const file = (...units: string[]): string =>
    `<xliff version="1.2"><file source-language="en" original="a"><body>\n${units.join('\n')}\n</body></file></xliff>`
  const one = (attributes: string, target = ''): string =>
    `<trans-unit ${attributes}><source>S</source>${target}</trans-unit>`
  const text = '<target state="signed-off">T</target>'
  const rename = (source: string, base: string, removed: string, former: [string, string[]]): string =>
    writeTexts(source, {}, { base, removed: new Set([removed]), former: [former] })

  it.each([
    ['an ID', 'id="new"', 'id="old"', 'id="new"'],
    ['a name and an ID made of it', 'id="h2" resname="new"', 'id="h1" resname="old"', 'id="h2" resname="new"'],
    ['a name, and a number', 'id="2" resname="new"', 'id="1" resname="old"', 'id="1" resname="new"'],
  ])('gets its new key, and keeps its place and state: %s', (_, source, before, after) => {
    const more = ['id="1" resname="b"', 'id="2" resname="c"'].map(attributes => one(attributes, text))
    expect(rename(file(...more, one(source)), file(one(before, text), ...more), 'old', ['new', ['old']])).toBe(
      file(one(after, text), ...more),
    )
  })

  it('gets its new key in XLIFF 2, too', () => {
    const v2 = (id: string, target: string): string =>
      `<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="${id}"><segment ${target}</segment></unit></file></xliff>`
    const done = 'state="final" subState="x:y"><source>S</source><target>T</target>'
    expect(rename(v2('new', '><source>S</source>'), v2('old', done), 'old', ['new', ['old']])).toBe(v2('new', done))
  })

  it('is removed if the file has the new key, too', () => {
    const base = file(one('id="old"', text), one('id="new"', text))
    expect(rename(file(one('id="new"')), base, 'old', ['new', ['old']])).toBe(file(one('id="new"', text)))
  })
})
