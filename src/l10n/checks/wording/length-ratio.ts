import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/words.ts'
import { widthOf } from './width.ts'

export const lengthRatio = defineCheck({
  id: 'length_ratio',
  level: 'warning',
  finds:
    'A translation more than three times as long as its source. Short texts, abbreviations, and the density of Chinese, Japanese and Korean, are considered.',
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
const FREE = 20
/** Latin letters of the word that a capital of an abbreviation can stand for. */
const ABBREVIATED = 8

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (target.text.length <= source.text.length) continue
    const want = widthOf(source)
    const got = widthOf(target)
    if (want === 0 || got <= want * MAX_RATIO + FREE) continue
    if (got <= want * MAX_RATIO + FREE + source.computeOnce(countAbbreviated) * ABBREVIATED) continue
    yield {
      message: `The translation is ${(got / want).toFixed(1)} times as long as its source.`,
      fix: 'Write the translation alone, without explanations or alternatives.',
    }
  }
}

/** The capitals and digits of abbreviations, unless all of the text is in capitals: `OCR`, `PDFs`, `2FA`. */
const countAbbreviated = (text: ParsedText): number => {
  const words = wordsOf(text).match(/(?<![\p{L}\p{N}])(?=\p{N}*\p{Lu})[\p{Lu}\p{N}]{2,5}(?=s?(?![\p{L}\p{N}]))/gu) ?? []
  return words.length > MAX_ABBREVIATIONS ? 0 : words.join('').length
}

/** More words in capitals are a sentence in capitals. */
const MAX_ABBREVIATIONS = 2
