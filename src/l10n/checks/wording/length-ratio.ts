import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { widthOf } from './width.ts'

export const lengthRatio = defineCheck({
  id: 'length_ratio',
  level: 'warning',
  finds:
    'A translation more than three times as long as its source. Short texts, and the density of Chinese, Japanese and Korean, are considered.',
  why: 'It contains an explanation, several alternatives or another text.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Save the file',
      good: 'Datei sichern',
      bad: 'Datei sichern (das heißt, die Datei wird auf die Festplatte des Computers geschrieben)',
    },
  ],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => target.text.length > source.text.length),
  find,
})

const MAX_RATIO = 3
/** Latin letters by which even the shortest text may grow: "Mute" becomes a phrase in many languages. */
const FREE = 16

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (target.text.length <= source.text.length) continue
    const want = widthOf(source)
    const got = widthOf(target)
    if (want === 0 || got <= want * MAX_RATIO || got - want <= FREE) continue
    yield {
      message: `The translation is ${(got / want).toFixed(1)} times as long as its source.`,
      fix: 'Write the translation alone, without explanations or alternatives.',
    }
  }
}
