import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { STRUCTURE_CASES } from './read-cases.ts'

const CHECKED = ['icu_syntax', 'vue_syntax', 'placeholders', 'plural_forms', 'markup', 'control_characters']

for (const { file, cases } of STRUCTURE_CASES) {
  describe(`the cases of ${file}`, () => {
    it.each(cases)('$title', ({ input, expected }) => {
      const { findings } = checkText(input)
      const found = findings.filter(({ id }) => CHECKED.includes(id))
      expect(found.map(({ level, id, message }) => `${level} ${id}: ${message}`)).toEqual(expected)
      expect(found.every(({ fix }) => fix !== undefined)).toBe(true)
    })
  })
}
