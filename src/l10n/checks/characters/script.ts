import { quote } from '../../../text/quote.ts'
import { writingOf } from '../../locales/writing.ts'
import { memoize } from '../../memoize.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'
import { findOtherHan } from './han-variants.ts'

export const script = defineCheck({
  id: 'script',
  level: 'warning',
  finds: 'Words in a script that the locale does not use, and letters of two scripts that look alike in one word.',
  why: 'Users cannot read the words, and search does not find them.',
  standard: 'Unicode UAX #24 (scripts), CLDR likely subtags, UTS #39 (mixed-script confusables)',
  examples: [
    { syntax: 'plain', locale: 'ru', source: 'Save the file', good: 'Сохранить файл', bad: 'Sokhranit fayl seychas' },
    { syntax: 'plain', locale: 'de', source: 'Save', good: 'Sichern', bad: 'Siсhern' },
    { syntax: 'plain', locale: 'zh-Hant', source: 'Open the settings', good: '開啟設定', bad: '打开设置' },
    { syntax: 'plain', locale: 'ru', source: 'Open in GitHub', good: 'Открыть в GitHub', bad: 'Oткрыть в GitHub' },
    { syntax: 'plain', locale: 'ru', source: 'Open in GitHub', good: 'Открыть в GitHub', bad: 'Открыть в GitНub' },
  ],
  find: inEachForm(find),
})

function* find({ source, target }: Form, { locale }: CheckContext): Generator<Fault> {
  const writing = writingOf(locale)
  const { foreign, own, mixed } = patternsOf(writing.scripts.join(' '))
  if (target.text === source.text) return
  // Most texts in Latin have no letter beyond it.
  if (own === undefined && !BEYOND_LATIN.test(target.text)) return
  const text = wordsOf(target)
  const word = findForeignWord(text, foreign, source.text)
  if (word !== undefined) yield word
  else if (own === undefined) return
  else if (!own.test(text)) yield* writing.isAlsoLatin ? [] : findTransliteration(text, source.text)
  else if (mixed !== undefined) yield* findMixedWord(text, mixed, source.text)
  if (writing.han !== undefined) yield* describeOtherHan(text, writing.han, source.text)
}

const BEYOND_LATIN =
  /[\u0370-\u1DFF\u2C00-\uA71F\uA800-\uFAFF\uFB13-\uFDCF\uFDF0-\uFDFF\uFE70-\uFEFF\uFF66-\uFFDC]|[\uD800-\uDBFF]/

interface Patterns {
  /** Words of other scripts. */
  readonly foreign: RegExp
  /** A letter of the locale, not its punctuation; undefined if it is written in Latin. */
  readonly own: RegExp | undefined
  /** A Latin letter in a word of a script that has the same shapes, or the other way round. */
  readonly mixed: RegExp | undefined
}

/** Letters of Latin that look like letters of another script, and those letters. */
const ALIKE: Readonly<Record<string, { readonly latin: string; readonly own: string }>> = {
  Cyrillic: { latin: 'ABCEHKMOPTXYaceopxyi', own: 'АВСЕНКМОРТХУасеорхуі' },
  Greek: { latin: 'ABEHIKMNOPTXYZovu', own: 'ΑΒΕΗΙΚΜΝΟΡΤΧΥΖονυ' },
}

const patternsOf = memoize(100, (scripts): Patterns => {
  const names = scripts.split(' ')
  const known = ['Latin', 'Common', 'Inherited', ...names].map(name => `\\p{scx=${name}}`).join('')
  const own = names.map(name => `\\p{scx=${name}}`).join('')
  const [name = ''] = names
  const alike = ALIKE[name]
  return {
    foreign: new RegExp(`(?:(?![${known}])\\p{L}\\p{M}*)+`, 'gu'),
    own: names.includes('Latin') ? undefined : new RegExp(`(?=\\p{L})[${own}]`, 'u'),
    mixed:
      alike === undefined
        ? undefined
        : new RegExp(
            `(?<![\\p{L}\\p{N}])(?:(?:[${alike.latin}]{1,3}(?=\\p{sc=${name}}{2})|\\p{sc=${name}}+[${alike.latin}]{1,4}(?=\\p{sc=${name}}))\\p{sc=${name}}*|[A-Za-z]+[${alike.own}][A-Za-z]+)`,
            'u',
          ),
  }
})

/** The first word in a script that neither the locale nor the source uses. A single letter is a symbol, such as α, unless it is part of a word. */
function findForeignWord(text: string, foreign: RegExp, source: string): Fault | undefined {
  for (const { 0: word, index } of text.matchAll(foreign)) {
    const isSymbol = /^.\p{M}*$/u.test(word) && !isBesideLetter(text, index, index + word.length)
    if (isSymbol || source.includes(word)) continue
    return {
      message: `${quote(wordAround(text, index))} has letters of a script that the locale does not use.`,
      at: index,
      fix: 'Write the word in the script of the locale.',
    }
  }
  return undefined
}

const isBesideLetter = (text: string, start: number, end: number): boolean =>
  /\p{L}$/u.test(text.slice(Math.max(0, start - 2), start)) || /^\p{L}/u.test(text.slice(end, end + 2))

/** Most characters of a word in a message, on each side. */
const MAX_WORD = 40

function wordAround(text: string, at: number): string {
  const before = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, at - MAX_WORD), at))?.[0] ?? ''
  const after = /^[\p{L}\p{M}]*/u.exec(text.slice(at, at + MAX_WORD))?.[0] ?? ''
  return before + after
}

/** Most words that are compared with the source. */
const MAX_WORDS = 200

/** Words of English that other scripts keep in Latin letters, alone on a button. Abbreviations need no list. */
const LOANS = new Set(
  'email mail online offline cookie cookies premium widget plugin bluetooth android internet website blog login token webhook markdown plus beta alpha home server'.split(
    ' ',
  ),
)

/** A text in Latin letters whose words are not names from the source: two words, a long one, or one with a letter that English does not have. */
function* findTransliteration(text: string, source: string): Generator<Fault> {
  const known = source.toLowerCase()
  const joined = known.replace(/[^\p{L}\p{N}]/gu, '')
  let weight = 0
  let at: number | undefined
  let words = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
    if ((words += 1) > MAX_WORDS) break
    const lower = word.toLowerCase()
    if (known.includes(lower) || joined.includes(lower) || isLoan(word)) continue
    weight += /[^A-Za-z]/.test(word) || word.length >= MIN_LONG ? 2 : 1
    at ??= index
  }
  if (at === undefined || weight < 2) return
  yield {
    message: 'The translation has no letter of the script that the locale uses.',
    at,
    fix: 'Translate it, in the script of the locale.',
  }
}

/** Letters of a word that is hardly an abbreviation. */
const MIN_LONG = 4

/** Abbreviations (`ID`, `PDFs`), names with a capital inside (`iOS`, `GitHub`), and words that are kept. */
const isLoan = (word: string): boolean =>
  word.length < 3 || /^\p{Lu}{2,6}s?$|\p{Ll}\p{Lu}/u.test(word) || LOANS.has(word.toLowerCase())

function* findMixedWord(text: string, mixed: RegExp, source: string): Generator<Fault> {
  const match = mixed.exec(text)
  if (match === null || source.includes(match[0])) return
  yield {
    message: `${quote(match[0])} mixes Latin letters with letters that look alike.`,
    at: match.index,
    fix: 'Type the word again with one alphabet.',
  }
}

const HAN = { Hans: ['Simplified', 'traditional'], Hant: ['Traditional', 'simplified'] } as const

function* describeOtherHan(text: string, han: 'Hans' | 'Hant', source: string): Generator<Fault> {
  const found = findOtherHan(text, han, source)
  if (found === undefined) return
  const [own, other] = HAN[han]
  yield {
    message: `${quote(found[0])} is a ${other} character.`,
    at: found.index,
    fix: `Write the text in ${own.toLowerCase()} Chinese.`,
  }
}
