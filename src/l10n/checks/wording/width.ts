import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK } from '../../message/word-spans.ts'
import { hasPipedForms } from '../occurrences/count-placeholders.ts'
import { variantsOf } from '../reading/variants.ts'
import { wordsOf } from '../reading/words.ts'

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
