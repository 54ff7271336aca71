import type { Part, Segment } from '../template/segments.ts'

/** Languages that write nouns with a capital letter. */
const CAPITAL_NOUNS = ['de', 'lb', 'nds']
const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu
const SENTENCE_START = /(?:^|[.!?:…][\s)"'»”]*|[¿¡])$/u

/**
 * Gives words capital letters as in the source. Apertium begins what it takes for a sentence with a capital letter, such as the word after a placeholder or
 * after an unknown word. Only a source with capital letters in the middle of its sentences gives reason for them.
 */
export function recase(source: Segment, translation: Segment, locale: string): Segment {
  if (CAPITAL_NOUNS.includes(new Intl.Locale(locale).language)) return translation
  const known = new Set(wordsOf(source))
  const hasInner = listInnerWords(source).some(startsUpper)
  const isLower = !startsUpper(wordsOf(source)[0] ?? '')
  let isFirst = true
  return translation.map((part, at) => {
    if (part.kind === 'kept') return part
    const before = translation.slice(0, at)
    const text = part.text.replaceAll(WORD, (word, offset: number) => {
      const isStart = isFirst || SENTENCE_START.test(toText(before) + part.text.slice(0, offset))
      const isRight = isFirst ? !isLower : isStart || hasInner
      isFirst = false
      const keeps = isRight || known.has(word) || !isTitle(word)
      return keeps ? word : word.charAt(0).toLocaleLowerCase(locale) + word.slice(1)
    })
    return { ...part, text }
  })
}

/** Kept parts as a character that is neither a letter nor punctuation. */
const toText = (parts: readonly Part[]): string =>
  parts.map(part => (part.kind === 'words' ? part.text : '\uFFFC')).join('')

const wordsOf = (segment: Segment): readonly string[] => toText(segment).match(WORD) ?? []

/** Words that no sentence begins with. */
function listInnerWords(segment: Segment): readonly string[] {
  const text = toText(segment)
  const words = [...text.matchAll(WORD)]
  return words.slice(1).flatMap(({ 0: word, index }) => (SENTENCE_START.test(text.slice(0, index)) ? [] : [word]))
}

const startsUpper = (word: string): boolean => /^\p{Lu}/u.test(word)
const isTitle = (word: string): boolean => /^\p{Lu}(?:\P{Lu}*)$/u.test(word) && word.length > 1
