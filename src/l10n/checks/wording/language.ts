import { writingOf } from '../../locales/writing.ts'
import { memoize } from '../../memoize.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { findOtherHan } from '../characters/han-variants.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/words.ts'
import { ANY_FUNCTION_WORD, FOREIGN_LETTER, FUNCTION_WORDS } from './function-words.ts'

export const language = defineCheck({
  id: 'language',
  level: 'warning',
  finds:
    'A translation in another language with the script of the locale, by its commonest words and its letters. In a text of at most five words, a long one is enough. Only the commonest languages are compared.',
  why: 'Files or rows were mixed up, and users read a language that they do not know.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'The file could not be saved because the disk is full.',
      good: 'Die Datei konnte nicht gesichert werden, weil die Festplatte voll ist.',
      bad: 'Le fichier n’a pas pu être enregistré, car le disque est plein.',
    },
  ],
  isNeeded: ({ locale }) => FUNCTION_WORDS.has(toList(locale)) || toList(locale) === 'ja',
  find,
})

/** The list of a locale: Bosnian, Croatian and Serbian in Latin letters have the same function words. */
const toList = memoize(500, (locale): string => {
  const { language: code, scripts } = writingOf(locale)
  if (code === 'bs' || code === 'sh' || (code === 'sr' && scripts.includes('Latin'))) return 'hr'
  return code === 'no' ? 'nb' : code === 'ms' ? 'id' : code
})

/** Function words of another language that tell, and how many of them there are for each of the locale. */
const MIN_WORDS = 2
/** Function words of the source's language that tell it: its words are in many names, so one of the locale proves the contrary. */
const MIN_SOURCE_WORDS = 3
/** Letters of these words together: a pair of short ones is a coincidence, such as "ses" and "et" in Turkish. */
const MIN_LETTERS = 7
const MIN_RATIO = 3
/** Words of a text in which one tells: of so many letters, and known, or with a letter that names in other languages hardly have. */
const MAX_SHORT = 5
const MIN_SURE = 6
/** Languages that share words: one tells only by its letters. */
const RELATED = ['ca es fr it pt ro', 'da nb sv', 'de en nl', 'et fi', 'cs hr pl sk sl', 'be bg mk ru sr uk'].map(
  line => line.split(' '),
)
const RARE = /[ąęłńśźżćřůěťďğışőűășțđơưạ-ỹāēīūģķļņįųėõþ\u0600-\u06FFіїєґўыэёъ]/
/** Most words that are read. */
const MAX_WORDS = 300

function* find({ forms, locale, sourceLocale }: CheckContext): Generator<Fault> {
  const own = toList(locale)
  const from = writingOf(locale).scripts.includes('Latin') ? toList(sourceLocale) : own
  for (const { source, target } of forms) {
    if (target.text === source.text) continue
    const other =
      own === 'ja'
        ? findOtherHan(wordsOf(target), 'Jpan', source.text) && 'zh'
        : (findLanguage(target, source.computeOnce(listWords), own) ?? findSourceLanguage(target, from, own))
    if (other === undefined) continue
    yield { message: `The translation looks like ${other}, not ${own}.`, fix: `Translate it into ${locale}.` }
    return
  }
}

const WORD = /[\p{L}\p{M}]+/gu
const listWords = (text: ParsedText): ReadonlySet<string> => new Set(readWords(text))
const readWords = (text: ParsedText): readonly string[] =>
  (wordsOf(text).match(WORD) ?? []).slice(0, MAX_WORDS).map(word => word.toLowerCase())

/** The language whose function words and letters a text has, if they are not those of the locale. Words of the source are names. */
function findLanguage(text: ParsedText, source: ReadonlySet<string>, own: string): string | undefined {
  const words = new Set(text.computeOnce(readWords).filter(word => word.length > 1 && !source.has(word)))
  const isShort = words.size <= MAX_SHORT
  const related = RELATED.find(group => group.includes(own))
  if (countStrange(words, own) < (isShort ? 1 : MIN_WORDS)) return undefined
  let best: { readonly language: string; readonly count: number } | undefined
  for (const [code] of FUNCTION_WORDS) {
    if (code === own) continue
    let count = 0
    let letters = 0
    let ownCount = 0
    let isSure = false
    const isRelated = related?.includes(code) === true
    for (const word of words) {
      if (tells(word, code, own)) {
        count += 1
        letters += word.length
        const isKnown = !isRelated && FUNCTION_WORDS.get(code)?.has(word) === true
        isSure ||= isShort && word.length >= MIN_SURE && (isKnown || RARE.test(word))
      } else if (tells(word, own, code)) ownCount += 1
    }
    if (!isSure && (count < MIN_WORDS || letters < MIN_LETTERS)) continue
    if (count < ownCount * MIN_RATIO || count <= (best?.count ?? 0)) continue
    best = { language: code, count }
  }
  return best?.language
}

/** The language of the source, if a text has only its function words: most of it is as in the source, or worded in another way. */
function findSourceLanguage(text: ParsedText, from: string, own: string): string | undefined {
  if (from === own) return undefined
  const words = [...text.computeOnce(listWords)].filter(word => word.length > 1)
  if (words.some(word => tells(word, own, from))) return undefined
  const known = words.filter(word => FUNCTION_WORDS.get(from)?.has(word) === true && tells(word, from, own))
  return known.length >= MIN_SOURCE_WORDS && known.join('').length >= MIN_LETTERS ? from : undefined
}

/** Words that another language has, and this one has not: most texts have none, so that no language is compared. */
function countStrange(words: Iterable<string>, own: string): number {
  const ownWords = FUNCTION_WORDS.get(own)
  const foreign = FOREIGN_LETTER.get(own)
  let count = 0
  for (const word of words) {
    if (ownWords?.has(word) !== true && (ANY_FUNCTION_WORD.has(word) || foreign?.test(word) === true)) count += 1
  }
  return count
}

/** Whether a word can be of one language and not of another: only one has it, or only the other lacks one of its letters. */
function tells(word: string, one: string, other: string): boolean {
  if (FOREIGN_LETTER.get(one)?.test(word) === true) return false
  if (FOREIGN_LETTER.get(other)?.test(word) === true) return true
  return FUNCTION_WORDS.get(one)?.has(word) === true && FUNCTION_WORDS.get(other)?.has(word) !== true
}
