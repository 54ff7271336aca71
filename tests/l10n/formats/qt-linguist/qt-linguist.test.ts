import { describe, expect, it } from 'vitest'
import { readSource } from '../../../../src/l10n/files/read-files.ts'
import { qtLinguist } from '../../../../src/l10n/formats/qt-linguist/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { runToEnd } from '../../../../src/workers/packing.ts'
import { acceptFormat } from '../contract/laws.ts'
import { namesFaults } from '../faults.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = (name: string): string => fixturesOf('qt-linguist')(`${name}.xml`)

/** As `lupdate` writes them, with absolute and with relative lines; with IDs; and as `pylupdate` does. */
const PAIRS = [
  ['notes_en.ts', 'notes_de.ts', 'de'],
  ['reader.ts', 'reader_pl.ts', 'pl'],
  ['calendar.ts', 'calendar-fi.ts', 'fi'],
  ['sync.ts', 'sync_fr.ts', 'fr'],
] as const

const EMPTY = '<!DOCTYPE TS><TS version="2.1"></TS>\n'

describe.each(PAIRS)('%s and %s', (sourceName, targetName, locale) => {
  const source = fixture(sourceName)
  const target = fixture(targetName)
  acceptFormat(
    qtLinguist,
    source,
    [
      { name: targetName, locale, text: target },
      { name: `${targetName} with CRLF`, locale, text: target.replaceAll('\n', '\r\n') },
    ],
    {
      empty: EMPTY,
      siblings: [target, `\uFEFF${target}`],
      hard: 'a "b" \\ \r\t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 \u00A0 \u001B %1 %n',
      // A translation becomes one out of use in its line.
      toContent: line => line.replace(/ type="\w+"/, '').trim(),
    },
  )
})

it('a file of Qt Linguist is told from TypeScript by its content', () => {
  const script = 'export default { title: "Notes" }\n'
  expect(detectFormat('translations/notes_en.ts', fixture('notes_en.ts')).id).toBe('qt-linguist')
  expect(detectFormat('translations/sync.ts', `\uFEFF${fixture('sync.ts')}`).id).toBe('qt-linguist')
  expect(detectFormat('src/locales/en.ts', script).id).toBe('typescript')
  expect(detectFormat('src/locales/en.ts', `${script}// <TS version="2.1">\n`).id).toBe('typescript')
})

describe('reading a file of Qt Linguist', () => {
  it.each([
    ['%n%', 'qt'],
    ['%L1x', 'qt'],
    ['%1 of {host}', 'qt braces'],
    ['%1: %s', 'qt printf'],
    ['100', ''],
  ])('takes %s for placeholders of %s', (text, families) => {
    const content = `<TS><message><source>${text}</source></message></TS>`
    const { options } = runToEnd(readSource({ path: 'translations/app_en.ts', content }))
    expect(options['families']).toBe(families)
  })

  it('reads contexts, comments, notes, locations and plurals', () => {
    const { entries, options } = qtLinguist.read(fixture('notes_en.ts'), undefined, 'en')
    expect(options).toEqual({ syntax: 'plain', eol: '\n', indent: '    ' })
    expect(entries).toHaveLength(8)
    expect(entries[0]).toEqual({
      key: 'MainWindow␄&File',
      value: '&File',
      references: ['../src/mainwindow.ui:31'],
    })
    expect(entries.slice(1, 4)).toEqual([
      {
        key: 'MainWindow␄Open␄menu item',
        value: 'Open',
        context: 'menu item',
        references: ['../src/mainwindow.ui:44'],
      },
      {
        key: 'MainWindow␄Open␄state of a note',
        value: 'Open',
        context: 'state of a note',
        description: 'Shown in the list beside the date.',
        references: ['../src/mainwindow.cpp:102', '../src/mainwindow.cpp:260'],
      },
      {
        key: 'MainWindow␄%n note(s) in "%1"',
        value: { one: '%n note in "%1"', other: '%n notes in "%1"' },
        description: '%1 is the name of a folder.',
        references: ['../src/mainwindow.cpp:118'],
      },
    ])
    expect(entries.at(-1)?.value).toEqual({ other: '%n minute(s) ago' })
  })

  it('counts lines with a sign from the line before in the same file', () => {
    const { entries } = qtLinguist.read(fixture('reader.ts'), undefined, 'en')
    expect(entries.map(({ key, references }) => [key, references])).toEqual([
      ['␄Page', ['../reader/page.cpp:12']],
      ['Reader::Bookmarks␄Bookmark', ['../reader/bookmarks.cpp:40', '../reader/bookmarks.cpp:155']],
      ['Reader::Bookmarks␄%Ln page(s) left', ['../reader/bookmarks.cpp:130']],
      ['Reader::Bookmarks␄Escape\u001B ends the mode', ['../reader/bookmarks.cpp:137']],
      ['Reader::Bookmarks␄Table of contents', ['../reader/bookmarks.cpp:139']],
    ])
  })

  it('takes finished translations of the source language for messages with an ID', () => {
    const values = (locale: string) => qtLinguist.read(fixture('calendar.ts'), undefined, locale).entries
    expect(values('en').map(({ key, value }) => [key, value])).toEqual([
      ['calendar-me-today', 'Today'],
      ['calendar-la-events', { one: '%n event', other: '%n events' }],
      ['calendar-la-untitled', 'Untitled'],
    ])
    expect(values('sv')[0]?.value).toBe('Go to today')
  })

  it('reads states, and neither messages out of use nor empty ones', () => {
    const entries = qtLinguist.readTarget(fixture('notes_de.ts'), 'de', fixture('notes_en.ts'))
    expect(entries.map(({ key, state }) => [key, state])).toEqual([
      ['MainWindow␄&File', undefined],
      ['MainWindow␄Open␄menu item', undefined],
      ['MainWindow␄Open␄state of a note', 'needs_review'],
      ['MainWindow␄%n note(s) in "%1"', undefined],
      ['AboutDialog␄<p>A tool for <b>short notes</b>.</p>', undefined],
      ['AboutDialog␄%n minute(s) ago', 'needs_review'],
    ])
    expect(entries.at(-1)).toMatchObject({ value: { one: 'vor %n Minute' }, emptyForms: ['other'] })
  })

  it('says that the text of an ID is for another source', () => {
    const entries = qtLinguist.readTarget(fixture('calendar-fi.ts'), 'fi', fixture('calendar.ts'))
    expect(entries.map(({ ofSource }) => ofSource)).toEqual([undefined, undefined, 'other'])
  })

  namesFaults(qtLinguist, [
    ['<root/>', '1:1', 'the root element is <root>, not <TS>.'],
    ['<TS><context><message><source>a <b>c</b></source></message></context></TS>', '1:33', '<b> stands in <source>.'],
  ])

  it.each([
    ['en', ['one', 'other']],
    ['pt-BR', ['one', 'other']],
    ['hu', ['other']],
    ['zh-Hant', ['other']],
    ['he', ['one', 'other']],
    ['ru', ['one', 'few', 'many']],
    ['cs', ['one', 'few', 'other']],
    ['ga', ['one', 'two', 'other']],
    ['lv', ['one', 'other', 'zero']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['ast', ['other']],
  ])('knows the forms of %s', (locale, forms) => {
    expect(qtLinguist.pluralCategories?.(locale, undefined)).toEqual(forms)
  })
})
