/** The bound by its definition alone: every number of wrong ones in turn, in whole numbers, from Pascal's rule. */
export function exactBound(population: number, read: number, wrong: number): number {
  for (let marked = wrong + population - read; ; marked -= 1) {
    let ways = 0n
    for (let hits = 0; hits <= wrong; hits += 1) ways += choose(marked, hits) * choose(population - marked, read - hits)
    if (20n * ways > choose(population, read)) return marked - wrong
  }
}

const rows: bigint[][] = [[1n]]

/** Ways to choose k of n, 0 where there is none. */
function choose(n: number, k: number): bigint {
  for (let row = rows.at(-1) ?? []; rows.length <= n; row = rows.at(-1) ?? []) {
    rows.push([1n, ...row.slice(1).map((ways, index) => ways + (row[index] ?? 0n)), 1n])
  }
  return rows[n]?.[k] ?? 0n
}

/** Whether P(at most `wrong` among `read`) > 0.05 when `marked` are wrong, for populations too large for Pascal's rule. */
export function isLikelyExactly(population: number, marked: number, read: number, wrong: number): boolean {
  let ways = 0n
  for (let hits = 0; hits <= wrong; hits += 1) {
    const places = product(read, hits) / product(hits, hits)
    ways += places * product(marked, hits) * product(population - marked, read - hits)
  }
  return 20n * ways > product(population, read)
}

/** n (n - 1) (n - 2) …, k factors: the ways to draw k one after another. */
function product(n: number, k: number): bigint {
  let result = 1n
  for (let i = 0; i < k; i += 1) result *= BigInt(n - i)
  return result
}
