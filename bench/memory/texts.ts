import { VOCABULARY } from '../store/vocabulary.ts'

const MAX_WORDS = 12

/** Repeatable numbers from 0 up to `below`. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Distinct labels and sentences, in which some words are frequent and most are rare. */
export function createTexts(count: number): readonly string[] {
  const random = createRandom(7)
  const words = VOCABULARY.en
  const texts = new Set<string>()
  while (texts.size < count) {
    const length = 2 + random(MAX_WORDS - 1)
    const text = Array.from({ length }, () => words[Math.min(random(words.length), random(words.length))])
    texts.add(`${text.join(' ')}${random(3) === 0 ? ` ${random(1_000)}` : ''}`)
  }
  return [...texts]
}

/** A text like one of these: with another word, and sometimes a missing one. */
export function changeText(texts: readonly string[], random: (below: number) => number): string {
  const words = (texts[random(texts.length)] ?? '').split(' ')
  words[random(words.length)] = VOCABULARY.en[random(VOCABULARY.en.length)] ?? ''
  if (words.length > 3 && random(3) === 0) words.splice(random(words.length), 1)
  return words.join(' ')
}
