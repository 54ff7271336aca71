import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { inspectText } from '../../../src/l10n/checks/check-text.ts'
import { findFix, placeFindings } from '../../../src/l10n/checks/fixes/find-fix.ts'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'

const BASE = { sourceLocale: 'en', locale: 'de', syntax: 'icu' } as const

/** The corrections of a translation by check. */
function fixes(input: Omit<CheckInput, 'sourceLocale' | 'locale' | 'syntax'> & Partial<CheckInput>) {
  const full = { ...BASE, ...input }
  return placeFindings(full, inspectText(full)).map(finding => [finding.id, finding.form, findFix(full, finding)])
}

describe('a correction', () => {
  it.each([
    ['Ends on {date}.', 'Endet am.', 'placeholders', 'Endet am {date}.'],
    ['{count} files', 'Dateien', 'placeholders', '{count} Dateien'],
    ['Hello {name}', 'Hallo {nome}', 'placeholders', 'Hallo {name}'],
    ['Saved.', 'Gesichert', 'end_punctuation', 'Gesichert.'],
    ['Save', 'Sichern.', 'end_punctuation', 'Sichern'],
    ['Delete it?', 'Löschen', 'end_question', 'Löschen?'],
    ['Save the file', 'Datei  sichern', 'double_space', 'Datei sichern'],
    ['Line\nLine', 'Zeile\\nZeile', 'escaped_newlines', 'Zeile\nZeile'],
    ['<font color="red">Stop</font>', '<font>Halt</font>', 'markup', '<font color="red">Halt</font>'],
    ['Saved!', 'Gesichert !', 'punctuation_spacing', 'Gesichert!'],
    ['Status: ', 'Zustand:', 'edge_whitespace', 'Zustand: '],
    ['Status: ', 'Zustand ', 'end_colon', 'Zustand: '],
    [' Hello {name} ', ' Hallo {nome} ', 'placeholders', ' Hallo {name} '],
  ])('of %j as %j passes the check %s', (source, target, check, corrected) => {
    expect(fixes({ source, target })).toContainEqual([check, undefined, corrected])
  })

  it('goes into each branch of an ICU message that lacks the placeholder', () => {
    const source = '{n, plural, one {# file in {f}} other {# files in {f}}}'
    const target = '{n, plural, one {# Datei} other {# Dateien in {f}}}'
    expect(fixes({ source, target })).toContainEqual([
      'placeholders',
      undefined,
      '{n, plural, one {# Datei {f}} other {# Dateien in {f}}}',
    ])
  })

  it('is for the plural form that has the finding', () => {
    const source = { one: '{{count}} file.', other: '{{count}} files.' }
    const target = { one: '{{count}} Datei.', other: '{{count}} Dateien' }
    expect(fixes({ source, target, syntax: 'i18next' })).toEqual([['end_punctuation', 'other', '{{count}} Dateien.']])
  })

  it('writes the term of the glossary for a forbidden word', () => {
    const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
    const translations = { de: { translation: 'Ordner', forbidden: ['Verzeichnis'] } }
    const terms = new TermBook([{ term: 'folder', kind: 'normal', case_sensitive: false, translations, levels }])
    expect(fixes({ source: 'The folder', target: 'Das Verzeichnis', terms })).toContainEqual([
      'forbidden_term',
      undefined,
      'Das Ordner',
    ])
  })

  it('is left to a person where code would only guess', () => {
    const found = fixes({ source: 'Save the new file', target: 'Save the new file' })
    expect(found).toEqual([['same_as_source', undefined, undefined]])
  })
})
