import { describe, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { qtLinguist } from '../../../../src/l10n/formats/qt-linguist/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = (name: string): string => fixturesOf('qt-linguist')(`${name}.xml`)

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
const context = (name: string, ...messages: string[]): string =>
  `<context>\n    <name>${name}</name>\n${messages.join('')}</context>\n`
const file = (language: string, ...contexts: string[]): string =>
  `${HEAD}<TS version="2.1"${language}>\n${contexts.join('')}</TS>\n`
const german = (...contexts: string[]): string => file(' language="de"', ...contexts)
/** A message of one text; `rest` stands between source and translation. */
const message = (source: string, translation: string, rest = ''): string =>
  `    <message>\n        <source>${source}</source>\n${rest}        ${translation}\n    </message>\n`
const done = (text: string): string => `<translation>${text}</translation>`
const open = (text: string): string => `<translation type="unfinished">${text}</translation>`
const EMPTY = open('')

type Change = Partial<Omit<WriteRequest, 'values'>> & { readonly values?: Readonly<Record<string, Message>> }
const write = (source: string, base: string | undefined, { values = {}, ...change }: Change): string =>
  qtLinguist.write({ source, base, locale: 'de', values: new Map(Object.entries(values)), ...change })

const SOURCE = file(
  '',
  context('A', message('One', EMPTY), message('Two', EMPTY)),
  context('B', message('Three', EMPTY)),
)

describe('writing into a file of Qt Linguist', () => {
  it('adds a message behind the one before it, and a context behind the one before it', () => {
    const base = german(
      context('A', message('One', done('Eins')), message('Gone', '<translation type="vanished">Weg</translation>')),
    )
    const values = { 'A␄Two': 'Zwei', 'B␄Three': 'Drei' }
    expect(write(SOURCE, base, { values, states: new Map([['B␄Three', 'needs_review']]) })).toBe(
      german(
        context(
          'A',
          message('One', done('Eins')),
          message('Two', done('Zwei')),
          message('Gone', '<translation type="vanished">Weg</translation>'),
        ),
        context('B', message('Three', open('Drei'))),
      ),
    )
    const empty = `${HEAD}<TS version="2.1" language="de"/>\n`
    const written = write(SOURCE, empty, { values })
    expect(qtLinguist.readTarget(written, 'de').map(({ key }) => key)).toEqual(Object.keys(values))
  })

  it('writes lines only where they mean the same', () => {
    const at = (line: string) => `        <location filename="a.cpp" line="${line}"/>\n`
    const withLine = (source: string, line: string, translation: string) =>
      message(source, translation).replace('<message>\n', `<message>\n${at(line)}`)
    const source = (line: string) => file('', context('A', withLine('One', line, EMPTY), withLine('Two', line, EMPTY)))
    const base = (line: string) => german(context('A', withLine('One', line, done('Eins'))))
    expect(write(source('7'), base('7'), { values: { 'A␄Two': 'Zwei' } })).toContain(withLine('Two', '7', done('Zwei')))
    expect(write(source('+7'), base('+7'), { values: { 'A␄Two': 'Zwei' } })).toContain(message('Two', done('Zwei')))
  })

  it('marks a text as unfinished, and takes the mark away', () => {
    const base = german(context('A', message('One', done('Eins')), message('Two', open('Zwei'))))
    const values = { 'A␄One': 'Eins', 'A␄Two': 'Zwei' }
    expect(write(SOURCE, base, { values, unfinished: new Set(['A␄One']) })).toBe(
      german(context('A', message('One', open('Eins')), message('Two', done('Zwei')))),
    )
  })

  it('keeps a message whose string changed in its place, unfinished and with its previous source', () => {
    const note = '        <translatorcomment>Ada</translatorcomment>\n'
    const base = german(context('A', message('Won', done('Eins'), note), message('Two', done('Zwei'))))
    const old = '        <oldsource>Won</oldsource>\n'
    const expected = german(context('A', message('One', open('Eins'), old + note), message('Two', done('Zwei'))))
    const former = [['A␄One', ['A␄Won']]] as const
    const removed = new Set(['A␄Won'])
    expect(write(SOURCE, base, { former, removed })).toBe(expected)
    const history = { previous: [['A␄One', { source: 'Won' }]], obsolete: [] } as const
    const values = { 'A␄One': 'Eins' }
    expect(write(SOURCE, base, { values, former, removed, history })).toBe(expected)
    expect(write(SOURCE, expected, { values, history })).toBe(expected)
  })

  it('moves a message with its string to another context', () => {
    const note = '        <translatorcomment>Ada</translatorcomment>\n'
    const base = german(context('Old', message('One', done('Eins'), note), message('Two', open('Zwei'))))
    const former = [
      ['A␄One', ['Old␄One']],
      ['B␄Three', ['Old␄Two']],
    ] as const
    const removed = new Set(['Old␄One', 'Old␄Two'])
    expect(write(SOURCE, base, { former, removed, values: { 'A␄One': 'Eins' } })).toBe(
      german(
        context('A', message('One', done('Eins'), note)),
        context('B', message('Three', open('Zwei'), '        <oldsource>Two</oldsource>\n')),
      ),
    )
  })

  it('takes a translation out of use whose string left the program', () => {
    const source = file('', context('B', message('Three', EMPTY)))
    const base = german(
      context('A', message('One', done('Eins')), message('Two', open('Zwei'))),
      context('C', message('Four', EMPTY)),
      context('B', message('Three', done('Drei')), message('Five', EMPTY)),
    )
    const removed = new Set(['A␄One', 'A␄Two', 'C␄Four', 'B␄Five'])
    const unused = german(
      context(
        'A',
        message('One', '<translation type="vanished">Eins</translation>'),
        message('Two', '<translation type="obsolete">Zwei</translation>'),
      ),
      context('B', message('Three', done('Drei'))),
    )
    expect(write(source, base, { removed })).toBe(unused)
    expect(write(SOURCE, unused, {})).toBe(
      german(
        context('A', message('One', done('Eins')), message('Two', open('Zwei'))),
        context('B', message('Three', done('Drei'))),
      ),
    )
    expect(write(SOURCE, unused, { withdrawn: new Set(['A␄One', 'A␄Two']) })).toBe(unused)
    expect(write(SOURCE, unused, { values: { 'A␄One': 'Ein' } })).toContain(message('One', done('Ein')))
  })

  it('fills the forms of a plural that the file lacks, and keeps those beyond', () => {
    const plural = (...forms: string[]) =>
      message(
        '%n file(s)',
        done(`${forms.map(form => `\n            <numerusform>${form}</numerusform>`).join('')}\n        `),
      ).replace('<message>', '<message numerus="yes">')
    const source = file('', context('A', plural('', '')))
    const values = { 'A␄%n file(s)': { one: '%n Datei', other: '%n Dateien' } }
    const whole = german(context('A', plural('%n Datei', '%n Dateien')))
    for (const forms of [[''], ['%n Datei'], ['x', 'y']]) {
      expect(write(source, german(context('A', plural(...forms))), { values })).toBe(whole)
    }
    expect(write(source, german(context('A', plural('x', 'y', 'z'))), { values })).toBe(
      german(context('A', plural('%n Datei', '%n Dateien', 'z'))),
    )
    const single = german(context('A', message('%n file(s)', done('%n Dateien'))))
    expect(write(source, single, { values })).toBe(whole)
  })
})

describe('a new file of Qt Linguist', () => {
  it('names its language before that of the source', () => {
    const written = qtLinguist.write({ source: fixture('reader.ts'), locale: 'de-AT', values: new Map() })
    expect(written).toContain('<TS version="2.0" language="de_AT" sourcelanguage="en">')
    expect(qtLinguist.localeField?.find(written)).toBe('de_AT')
    expect(qtLinguist.localeField?.find(fixture('reader.ts'))).toBeUndefined()
  })

  it('has neither messages out of use nor earlier sources of the source file', () => {
    const source = file(
      ' language="en"',
      context(
        'A',
        message('One', done('Uno'), '        <oldsource>Won</oldsource>\n'),
        message('Two', '<translation type="vanished">Two</translation>'),
      ),
    )
    expect(qtLinguist.write({ source, locale: 'de', values: new Map([['A␄One', 'Eins']]) })).toBe(
      german(context('A', message('One', done('Eins')))),
    )
  })

  it('gets no empty form in a file that lacks some', () => {
    const base =
      '<TS language="fr"><message numerus="yes"><source>%n</source><translation><numerusform>a</numerusform></translation></message></TS>'
    const writeFrench = (value: Record<string, string>) =>
      qtLinguist.write({ source: base, base, locale: 'fr', values: new Map([['\u2404%n', value]]) })
    expect(writeFrench({ one: 'a' })).toBe(base)
    expect(writeFrench({ one: 'a', other: 'b' })).toContain('<numerusform>b</numerusform>')
  })
})
