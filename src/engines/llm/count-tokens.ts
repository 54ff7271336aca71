import { writingOf } from '../../l10n/locales/writing.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu

/**
 * Estimates the tokens of a text without the tokenizer of its model: one for each Chinese, Japanese or Korean character, one for two letters of other
 * scripts, one for four characters of Latin letters, digits and punctuation.
 */
export function countTokens(text: string): number {
  const cjk = countMatches(text, CJK)
  const others = countMatches(text, OTHER_LETTERS) - cjk
  return Math.ceil(cjk + others / 2 + (text.length - cjk - others) / 4)
}

/** Estimates the tokens of a translation. Translations into other scripts than Latin take more tokens. */
export const countTranslationTokens = (source: string, locale: string): number =>
  Math.ceil(countTokens(source) * (writingOf(locale).scripts.includes('Latin') ? 1.5 : 3))

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
