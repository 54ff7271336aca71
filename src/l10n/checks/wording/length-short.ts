import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { widthOf } from './width.ts'

export const lengthShort = defineCheck({
  id: 'length_short',
  level: 'warning',
  finds:
    'A translation with less than two fifths of the length of its source. Short texts, and the density of scripts, are considered.',
  why: 'It was cut off, or a sentence is missing.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'The file could not be saved because the disk is full.',
      good: 'Die Datei konnte nicht gesichert werden, weil die Festplatte voll ist.',
      bad: 'Die Datei konnte',
    },
  ],
  isNeeded: ({ forms }) => forms.some(({ source }) => widthOf(source) >= MIN_WIDTH),
  find,
})

/** Latin letters of the shortest source that is compared. */
const MIN_WIDTH = 20
const MIN_RATIO = 0.4

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    const want = widthOf(source)
    if (want < MIN_WIDTH) continue
    const got = widthOf(target)
    if (got >= want * MIN_RATIO) continue
    yield {
      message: `The translation has ${Math.round((got / want) * 100)} % of the length of its source.`,
      fix: 'Translate all of the source.',
    }
  }
}
