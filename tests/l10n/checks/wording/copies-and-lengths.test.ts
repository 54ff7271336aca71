import { expect, it } from 'vitest'
import { inspectText } from '../../../../src/l10n/checks/check-text.ts'

const find = (source: string, target: string, change: { readonly doNotTranslate?: boolean } = {}): readonly string[] =>
  inspectText({ source, target, syntax: 'plain', sourceLocale: 'en', locale: 'de', ...change }).map(({ id }) => id)

it('a copy is found with other spaces at its ends, and is right for a string that is not to be translated', () => {
  expect(find('Save the whole file', 'Save the whole file ')).toContain('same_as_source')
  expect(find('Save the whole file', 'Save the whole file', { doNotTranslate: true })).not.toContain('same_as_source')
})

it('a text more than three times as long as its source is found', () => {
  const source = 'Save the file'
  expect(find(source, 'Sichert die Datei auf der Festplatte des Computers')).not.toContain('length_ratio')
  expect(find(source, `Datei sichern ${'auf der Festplatte des Computers '.repeat(3).trim()}`)).toContain(
    'length_ratio',
  )
})

it('a repetition is right where the source has one', () => {
  expect(find('Save the file', 'Datei Datei sichern')).toContain('repeated_words')
  expect(find('Bye bye', 'Datei Datei sichern')).not.toContain('repeated_words')
})
