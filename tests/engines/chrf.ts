const MAX_ORDER = 6
const BETA = 2

/** A translation and what a person wrote. */
export type ScoredPair = readonly [hypothesis: string, reference: string]

/** chrF2 of a corpus, 0 to 100, as sacrebleu 2 defines it by default: character n-grams up to 6 without white space, beta 2. */
export function scoreChrf(pairs: readonly ScoredPair[]): number {
  const orders = Array.from({ length: MAX_ORDER }, (_, at) => countMatches(pairs, at + 1)).filter(
    ({ hypothesis, reference }) => hypothesis > 0 && reference > 0,
  )
  if (orders.length === 0) return 0
  const mean = (ratio: (order: Counts) => number): number =>
    orders.reduce((sum, order) => sum + ratio(order), 0) / orders.length
  const precision = mean(({ matches, hypothesis }) => matches / hypothesis)
  const recall = mean(({ matches, reference }) => matches / reference)
  const weight = BETA ** 2
  return precision + recall === 0 ? 0 : (100 * (1 + weight) * precision * recall) / (weight * precision + recall)
}

interface Counts {
  readonly matches: number
  readonly hypothesis: number
  readonly reference: number
}

function countMatches(pairs: readonly ScoredPair[], order: number): Counts {
  let [matches, hypothesis, reference] = [0, 0, 0]
  for (const [one, other] of pairs) {
    const [ours, theirs] = [countGrams(one, order), countGrams(other, order)]
    for (const [gram, count] of ours) {
      hypothesis += count
      matches += Math.min(count, theirs.get(gram) ?? 0)
    }
    for (const count of theirs.values()) reference += count
  }
  return { matches, hypothesis, reference }
}

function countGrams(text: string, order: number): Map<string, number> {
  const characters = text.match(/\S/gu) ?? []
  const counts = new Map<string, number>()
  for (let at = 0; at + order <= characters.length; at += 1) {
    const gram = characters.slice(at, at + order).join('')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
