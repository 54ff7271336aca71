import { createRandom } from '../memory/texts.ts'

export const LOCALES: readonly string[] = 'de fr es pl ja it nl sv da fi cs sk hu ro bg el tr uk ko zh-Hans'.split(' ')

const CONSONANTS = 'b c d f g h j k l m n p r s t v w z br ch st tr pl sh'.split(' ')
const ENDS = ['', '', '', 'n', 'r', 's', 'l', 't', 'm']
const SYLLABLES = CONSONANTS.flatMap(one => Array.from('aeiou').flatMap(vowel => ENDS.map(end => one + vowel + end)))
const WORDS = 6_000
const LENGTHS = [1, 2, 3, 2, 6, 4, 9, 1, 5, 12, 3, 7, 2, 18, 4, 8, 1, 3, 30, 5] as const

/** The words of one language: some are frequent, most are rare, as in user interfaces. */
function createWords(seed: number): readonly string[] {
  const random = createRandom(seed)
  return Array.from({ length: WORDS }, () =>
    Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join(''),
  )
}

const vocabularies = new Map<number, readonly string[]>()

/** The text with this number in a language (0 = the source); always the same, and different from all others of the language. */
export function textOf(language: number, n: number): string {
  const words = vocabularies.get(language) ?? createWords(language + 1)
  vocabularies.set(language, words)
  const random = createRandom(n * 2_654_435 + language + 1)
  for (let warm = 0; warm < 3; warm += 1) random(2)
  const length = LENGTHS[n % LENGTHS.length] ?? 1
  const text = Array.from({ length }, () => words[Math.min(random(WORDS), random(WORDS), random(WORDS))])
  return `${text.join(' ')} ${n}`
}
