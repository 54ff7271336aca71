import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/words.ts'

export const doubleSpace = defineCheck({
  id: 'double_space',
  level: 'warning',
  finds: 'Two spaces between words where the source has one.',
  why: 'The gap is visible in plain text, and memory and search miss the string.',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: 'Datei  sichern' },
    { syntax: 'plain', locale: 'de', source: 'A  B', good: 'A  B', bad: 'A  B   C' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => GAP_SIGN.test(target.text)),
  find,
})

/** The mark of a placeholder is not a space, so that `{a}  {b}` counts too. */
const GAP_SIGN = / {2}|\u00A0/
const GAP = /(?<=\S)[ \u00A0]{2,}(?=\S)/g

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (!GAP_SIGN.test(target.text)) continue
    const widest = Math.max(1, ...source.computeOnce(text => [...text.text.matchAll(GAP)].map(([gap]) => gap.length)))
    for (const { 0: gap, index } of wordsOf(target).matchAll(GAP)) {
      if (gap.length <= widest) continue
      yield { message: `There are ${gap.length} spaces in a row.`, at: index, fix: 'Write one space.' }
    }
  }
}
