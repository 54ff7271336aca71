import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const repeatedWords = defineCheck({
  id: 'repeated_words',
  level: 'warning',
  finds:
    'A word, or a phrase of up to three words, that is written twice in a row. In languages that form words by repetition, twice is an info, and three times is a warning.',
  why: 'It is a slip of the keyboard or of a model, and users see it at once.',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: 'Datei Datei sichern' },
    { syntax: 'plain', locale: 'ja', source: 'Save the file', good: 'ファイルを保存', bad: 'ファイルファイルを保存' },
    { syntax: 'plain', locale: 'id', source: 'Children', good: 'Anak-anak', bad: 'Anak anak anak' },
  ],
  find: inEachForm(find),
})

/** Languages that form plurals, adverbs or intensives by repetition. */
const REDUPLICATING = new Set(
  'id ms jv su ban min tet tl fil ceb ilo hil war haw mi sm to ty fj tpi bi ht sw zu xh rw hi ur bn as or mr gu pa ne ta te kn ml si tr az kk ky uz ug tk tt fa ckb ku hy ka vi th lo km my zh ja ko mn'.split(
    ' ',
  ),
)

/** Words that grammar puts side by side, such as French "vous vous". */
const ORDINARY: Readonly<Record<string, readonly string[]>> = {
  de: ['sie', 'die', 'der', 'das'],
  en: ['that', 'had'],
  fr: ['nous', 'vous'],
  hu: ['az', 'ez'],
  nl: ['die', 'dat'],
}

/** Words without spaces between them: two characters of Chinese, three of Japanese, four of Thai. */
const UNSPACED = {
  Han: /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,12})\1/gu,
  Thai: /([\p{sc=Thai}]{5,20})\1/gu,
} as const

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const { language, scripts } = writingOf(locale)
  const ordinary = ORDINARY[language] ?? []
  const found = findRepetition(target, 2, ordinary) ?? findUnspaced(target, scripts)
  if (found === undefined || source.computeOnce(hasRepetition)) return
  const words = quote(found.words)
  const canBeWord = REDUPLICATING.has(language) && findRepetition(target, 3, ordinary) === undefined
  yield {
    ...(canBeWord && { level: 'info' }),
    message: `${words} is written twice.`,
    at: found.at,
    fix: `Write ${words} once.`,
  }
}

interface Repetition {
  readonly words: string
  readonly at: number
}

const hasRepetition = (text: ParsedText): boolean => findRepetition(text, 2, []) !== undefined

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu
const MAX_PHRASE = 3

/** The first word or phrase that occurs several times in a row, with nothing but spaces between. */
function findRepetition(text: ParsedText, times: number, ordinary: readonly string[]): Repetition | undefined {
  const words = wordsOf(text)
  const all = words.toLowerCase().match(WORD)
  // Most texts have no word twice.
  if (all === null || new Set(all).size === all.length) return undefined
  /** The words since the last mark or placeholder. */
  let run: string[] = []
  let from = 0
  for (const { 0: word, index } of words.matchAll(WORD)) {
    if (run.length > 0 && words.slice(from, index).trim() !== '') run = []
    from = index + word.length
    run.push(word.toLowerCase())
    for (let length = 1; length <= MAX_PHRASE && run.length >= length * times; length += 1) {
      const phrase = run.slice(-length)
      if (!repeats(run, phrase, times) || phrase.join('').length < 2) continue
      if (length === 1 && ordinary.includes(word.toLowerCase())) continue
      return { words: phrase.join(' '), at: index - (length === 1 ? 0 : phrase.slice(0, -1).join(' ').length + 1) }
    }
  }
  return undefined
}

const repeats = (run: readonly string[], phrase: readonly string[], times: number): boolean => {
  for (let back = 1; back <= phrase.length * times; back += 1) {
    if (run.at(-back) !== phrase.at(-(((back - 1) % phrase.length) + 1))) return false
  }
  return true
}

function findUnspaced(text: ParsedText, scripts: readonly string[]): Repetition | undefined {
  const pattern = scripts.includes('Han') ? UNSPACED.Han : scripts.includes('Thai') ? UNSPACED.Thai : undefined
  if (pattern === undefined) return undefined
  for (const { 1: words = '', index } of wordsOf(text).matchAll(pattern)) {
    // 一つ一つ and ますます are words.
    if (pattern === UNSPACED.Han && (/^一|^々/.test(words) || !isLongEnough(words))) continue
    return { words, at: index + words.length }
  }
  return undefined
}

/** Hiragana alone repeats in words of everyday language. */
const isLongEnough = (words: string): boolean =>
  /^\p{sc=Han}+$/u.test(words) || (words.length >= 3 && /[\p{sc=Han}\p{sc=Katakana}]/u.test(words))
