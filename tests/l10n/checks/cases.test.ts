import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { CHECK_IDS } from '../../../src/l10n/checks/registry.ts'
import { CHECK_CASES } from './read-cases.ts'

/** Glossary terms and limits are no part of a case. */
const WITHOUT_CASES = ['do_not_translate', 'forbidden_term', 'glossary', 'max_length', 'vue_syntax']

describe('the cases of each check', () => {
  it('are in a file with the ID of the check, with texts that pass and texts that do not', () => {
    expect(
      CHECK_CASES.map(({ file }) => file.replace(/\.txt$/, '')),
      'tests/l10n/cases/checks/<id>.txt',
    ).toEqual(CHECK_IDS.filter(id => !WITHOUT_CASES.includes(id)).toSorted())
  })

  for (const { file, cases } of CHECK_CASES) {
    describe(file.replace(/\.txt$/, ''), () => {
      for (const { title, input, expected } of cases) {
        it(title, () => {
          const { findings, repaired } = checkText(input)
          expect(
            findings.map(found => `${found.level} ${found.id}${found.at === undefined ? '' : ` @${found.at}`}`),
          ).toEqual(expected.map(line => line.split(' | ')[0]))
          for (const [index, line] of expected.entries()) expect(findings[index]?.fix).toContain(line.split(' | ')[1])
          expect(repaired).toEqual([])
        })
      }
    })
  }
})
