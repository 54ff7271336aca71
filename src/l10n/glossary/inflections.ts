/** For each word of a phrase what its inflections and compounds have in common; one alternative of a word is enough. */
type Stems = readonly (readonly string[])[]

/** Shorter words are too common to be looked for beside longer ones. */
const MIN_WORD = 3

/** Prepares a text for the search: without case, accents, vowel points, and the differences between the two Japanese syllabaries. */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßıł]/g, letter => LETTERS[letter] ?? letter)
    .replaceAll(/[\u30A1-\u30F6]/g, katakana => String.fromCharCode(katakana.charCodeAt(0) - KATAKANA_OFFSET))

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l' }
const KATAKANA_OFFSET = 0x60

export function listStems(phrase: string): Stems {
  const words = foldWords(phrase).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const long = words.filter(word => word.length >= MIN_WORD)
  return (long.length > 0 ? long : words).map(toStems)
}

/** Whether a folded text has every word of a phrase, in any order, also inside of other words. */
export const hasStems = (folded: string, stems: Stems): boolean =>
  stems.every(alternatives => alternatives.some(stem => folded.includes(stem)))

/** Scripts without endings, or without blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const SEMITIC = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

function toStems(word: string): readonly string[] {
  // Japanese writes the endings of verbs in hiragana: 開く, 開きます.
  if (UNSPACED.test(word)) return [word.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}{1,2}$/u, '')]
  if (SEMITIC.test(word)) {
    const bare = word.replace(/^ال/u, '')
    return [bare.length > MIN_WORD ? bare.slice(0, -1) : bare]
  }
  const { length } = word
  const ending = length <= 3 ? 0 : length === 4 ? 1 : length <= 7 ? 2 : 3
  const stem = word.slice(0, length - ending)
  // The last vowel may drop out: účet, účtu.
  const fleeting = length > 3 && length <= 8 ? /^(.*[^aeiouyаеиоуыэюя])[eoaео]([^aeiouyаеиоуыэюя])$/u.exec(word) : null
  return fleeting === null ? [stem] : [stem, `${fleeting[1]}${fleeting[2]}`]
}

/** An ending of the last word, and what replaces it; `$&` is the ending itself. */
type Rule = readonly [ending: RegExp, forms: readonly string[]]

/** The first rule that fits a word applies. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    [/(?<=[^aeiou])y$/i, ['ies']],
    [/(?:s|x|z|ch|sh)$/i, ['$&es']],
    [/$/, ['s']],
  ],
  de: [
    [/e$/i, ['en', 'es']],
    [/$/, ['s', 'e', 'n', 'en', 'er', 'es', 'ern']],
  ],
  nl: [[/$/, ['s', 'en', "'s", 'n']]],
  sv: [[/$/, ['s', 'ar', 'or', 'er', 'n', 'en', 'et', 'na', 'arna', 'erna']]],
  da: [[/$/, ['s', 'e', 'er', 'r', 'en', 'et', 'ene', 'erne']]],
  nb: [[/$/, ['s', 'e', 'er', 'r', 'en', 'et', 'ene']]],
  fr: [
    [/al$/i, ['aux', 'als']],
    [/(?:eau|eu|ou)$/i, ['$&x', '$&s']],
    [/$/, ['s', 'e', 'es']],
  ],
  es: [
    [/z$/i, ['ces']],
    [/[aeiouáéíóú]$/i, ['$&s']],
    [/$/, ['es', 's']],
  ],
  pt: [
    [/ão$/i, ['ões', 'ães', 'ãos']],
    [/m$/i, ['ns']],
    [/(?<=[aeo])l$/i, ['is']],
    [/[aeiouáéíóú]$/i, ['$&s']],
    [/$/, ['es', 's']],
  ],
  it: [
    [/[ao]$/i, ['e', 'i']],
    [/e$/i, ['i']],
  ],
}

/** Languages with the rules of another one. */
const SAME: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', gl: 'pt', ca: 'es' }

/** The language whose rules apply to texts in a locale; undefined for languages without rules. */
export function findInflected(locale: string): string | undefined {
  const [language = ''] = locale.toLowerCase().split('-')
  const ruled = SAME[language] ?? language
  return Object.hasOwn(RULES, ruled) ? ruled : undefined
}

/**
 * Simple plural and case forms of a term in its language: `Boosts` for `Boost`. They need not be words. None for languages without rules, and for terms that
 * end with something other than a letter.
 */
export function listInflections(term: string, locale: string): readonly string[] {
  if (!/\p{L}$/u.test(term)) return []
  const [ending, forms = []] = (RULES[findInflected(locale) ?? ''] ?? []).find(([pattern]) => pattern.test(term)) ?? []
  return ending === undefined ? [] : forms.map(form => term.replace(ending, form))
}

/** Letters of a last word whose forms are distinct from other words: `Ei` must not forbid `Ein`, nor `Rat` the word `Raten`. */
const MIN_LETTERS = 5
/** The same for a form with only an `s`. */
const MIN_LETTERS_BEFORE_S = 3

/** The plural and case forms of a forbidden word that are forbidden, too: not those of short words, which are often other words. */
export function listForbiddenForms(word: string, locale: string): readonly string[] {
  const { length } = /\p{L}*$/u.exec(word)?.[0] ?? ''
  return listInflections(word, locale).filter(
    form => length >= (form === `${word}s` ? MIN_LETTERS_BEFORE_S : MIN_LETTERS),
  )
}
