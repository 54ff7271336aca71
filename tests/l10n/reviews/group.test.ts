import { expect, it } from 'vitest'
import { groupIdentical } from '../../../src/l10n/reviews/must-see.ts'

it('decides identical changes together, and the first represents them', () => {
  const save = { locale: 'de', source: 'Save', message: 'Sichern' }
  expect(
    groupIdentical([
      save,
      { ...save, message: 'Speichern' },
      { ...save },
      { ...save, locale: 'fr' },
      { ...save, source: 'Keep' },
      { ...save },
    ]),
  ).toEqual([[0, 2, 5], [1], [3], [4]])
})

it('compares the forms of plurals, in any order', () => {
  const forms = { locale: 'de', source: { one: '# file', other: '# files' } }
  expect(
    groupIdentical([
      { ...forms, message: { one: '# Datei', other: '# Dateien' } },
      { ...forms, message: { other: '# Dateien', one: '# Datei' } },
      { ...forms, message: { other: '# Dateien' } },
    ]),
  ).toEqual([[0, 1], [2]])
  expect(groupIdentical([])).toEqual([])
})
