import { BLANK, type ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { hasPipedForms } from '../occurrences/count-placeholders.ts'
import { variantsOf, wordsOf } from '../reading/variants.ts'

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
  find: inEachForm(findShort),
})

/** Latin letters of the shortest source that is compared. */
const MIN_WIDTH = 20
const MIN_RATIO = 0.4

function* findShort({ source, target }: Form): Generator<Fault> {
  const want = widthOf(source)
  if (want < MIN_WIDTH) return
  const got = widthOf(target)
  if (got >= want * MIN_RATIO) return
  yield {
    message: `The translation has ${Math.round((got / want) * 100)} % of the length of its source.`,
    fix: 'Translate all of the source.',
  }
}

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
  find: inEachForm(findLengthFaults),
})

const MAX_RATIO = 3
/** Latin letters by which even the shortest text may grow: "Mute" becomes a phrase in many languages. */
const FREE = 20
/** Latin letters of the word that a capital of an abbreviation can stand for. */
const ABBREVIATED = 8

function* findLengthFaults({ source, target }: Form): Generator<Fault> {
  if (target.text.length <= source.text.length) return
  const want = widthOf(source)
  const got = widthOf(target)
  if (want === 0 || got <= want * MAX_RATIO + FREE) return
  if (got <= want * MAX_RATIO + FREE + source.computeOnce(countAbbreviated) * ABBREVIATED) return
  yield {
    message: `The translation is ${(got / want).toFixed(1)} times as long as its source.`,
    fix: 'Write the translation alone, without explanations or alternatives.',
  }
}

/** The capitals and digits of abbreviations, unless all of the text is in capitals: `OCR`, `PDFs`, `2FA`. */
const countAbbreviated = (text: ParsedText): number => {
  const words = wordsOf(text).match(/(?<![\p{L}\p{N}])(?=\p{N}*\p{Lu})[\p{Lu}\p{N}]{2,5}(?=s?(?![\p{L}\p{N}]))/gu) ?? []
  return words.length > MAX_ABBREVIATIONS ? 0 : words.join('').length
}

/** More words in capitals are a sentence in capitals. */
const MAX_ABBREVIATIONS = 2

/**
 * The length of the words of a text, in Latin letters: a character of Chinese, Japanese or Korean says as much as two or three of them. Of the longest
 * variant. Placeholders have no width. The weights are those with which published translations are as long as their English source at the median.
 */
export const widthOf = (text: ParsedText): number => text.computeOnce(measureWidth)

function measureWidth(text: ParsedText): number {
  const variants = text.computeOnce(hasPipedForms) ? wordsOf(text).split('|') : variantsOf(text)
  return variants.length === 1 ? measure(variants[0] ?? '') : Math.max(...variants.map(measure))
}

const BLANK_CODE = BLANK.charCodeAt(0)
const KANA = 1.7
const HANGUL = 2.3
/** Chinese has no kana beside it. */
const HAN = 3.4
const HAN_IN_JAPANESE = 2.8
const HEBREW = 1.35
const ARABIC = 1.15

function measure(words: string): number {
  let width = 0
  let han = 0
  let kana = 0
  for (let at = 0; at < words.length; at += 1) {
    const code = words.charCodeAt(at)
    if (code < 0x590) width += 1
    else if (code < 0x600) width += HEBREW
    else if (code < 0x780) width += ARABIC
    else if (code === BLANK_CODE) continue
    else if (code >= 0x3040 && code <= 0x30ff) kana += 1
    else if (code >= 0xac00 && code <= 0xd7a3) width += HANGUL
    else if (code >= 0x3400 && code <= 0x9fff) han += 1
    else width += 1
  }
  return width + kana * KANA + han * (kana > 0 ? HAN_IN_JAPANESE : HAN)
}
