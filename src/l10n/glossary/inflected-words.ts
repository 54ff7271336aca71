/** For each word of a phrase what its inflections and compounds have in common; one alternative of a word is enough. */
export type Stems = readonly (readonly string[])[]

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
