import { VOCABULARY, WORDS } from '../store/vocabulary.ts'

/** A flat JSON file of labels and sentences, each text another one; every tenth has a placeholder. */
export function sourceFile(entries: number): string {
  const words = VOCABULARY.en
  const texts = Array.from({ length: entries }, (_, at) => {
    const length = WORDS[at % WORDS.length] ?? 1
    const text = Array.from({ length }, (_word, place) => words[(at * 7 + place * 3) % words.length]).join(' ')
    return [`section${at % 50}.text${at}`, `${text} ${at}${at % 10 === 0 ? ' {name}' : ''}`]
  })
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
}
