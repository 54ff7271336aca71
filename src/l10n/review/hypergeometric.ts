/** A random sample without replacement: `marked` of `population` are wrong, `drawn` are read. */
export interface Draw {
  readonly population: number
  readonly marked: number
  readonly drawn: number
}

/** Whether P(at most `hits` marked ones are drawn) > 0.05: decided exactly where doubles can't tell. */
export function isLikely(hits: number, draw: Draw): boolean {
  const { population, marked, drawn } = draw
  if (hits >= Math.min(marked, drawn)) return true
  if (hits < drawn + marked - population) return false
  const share = tail(hits, draw) / 0.05
  const error = 1e-11 + population * Math.log(population + 1) * 2 ** -47
  return Math.abs(share - 1) > error ? share > 1 : isLikelyExactly(hits, draw)
}

/** P(X <= hits), by the ratios of neighbouring terms from the largest one on. */
function tail(hits: number, { population, marked, drawn }: Draw): number {
  const others = population - marked - drawn
  const least = Math.max(0, -others)
  const mode = Math.floor(((drawn + 1) * (marked + 1)) / (population + 2))
  const start = Math.max(least, Math.min(hits, mode))
  let sum = 1
  for (let x = start, term = 1; x > least && term > sum * 1e-18; x -= 1) {
    term *= (x * (others + x)) / ((marked - x + 1) * (drawn - x + 1))
    sum += term
  }
  for (let x = start + 1, term = 1; x <= hits && term > sum * 1e-18; x += 1) {
    term *= ((marked - x + 1) * (drawn - x + 1)) / (x * (others + x))
    sum += term
  }
  const log = logChoose(marked, start) + logChoose(population - marked, drawn - start) - logChoose(population, drawn)
  return sum * Math.exp(log)
}

/** The same by integers alone: 20 times the ways to draw at most `hits` against all ways. */
function isLikelyExactly(hits: number, { population, marked, drawn }: Draw): boolean {
  let ways = 0n
  for (let x = Math.max(0, drawn + marked - population); x <= hits; x += 1) {
    ways += choose(marked, x) * choose(population - marked, drawn - x)
  }
  return 20n * ways > choose(population, drawn)
}

function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= Math.min(k, n - k); i += 1) result = (result * BigInt(n - i + 1)) / BigInt(i)
  return result
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const SMALL = Array.from({ length: 32 }).reduce<number[]>(
  (sums, _, index) => [...sums, (sums.at(-1) ?? 0) + Math.log(index + 1)],
  [0],
)

/** Stirling's series: its error is below 1e-15 from 33 on. */
function logFactorial(n: number): number {
  const known = SMALL[n]
  if (known !== undefined) return known
  const square = n * n
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series
}
