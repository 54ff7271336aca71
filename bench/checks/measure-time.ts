import { inspectText, parseSource } from '../../src/l10n/checks/check-text.ts'
import { createCheckContext } from '../../src/l10n/checks/define-check.ts'
import { CHECKS } from '../../src/l10n/checks/registry.ts'
import type { ParsedMessage } from '../../src/l10n/message/parsed-text.ts'
import { toInput } from './measure-published.ts'
import type { Pair } from './pair.ts'

/** Microseconds. */
export interface Times {
  readonly median: number
  readonly p99: number
  /** Of each check, at the median: what a check reads first is counted to it. */
  readonly checks: Readonly<Record<string, number>>
}

/** How long all checks of a translation take. Each is run `rounds` times, and the fastest counts: other programs use the processor, too. */
export function measureTime(pairs: readonly Pair[], rounds: number): Times {
  const all: number[] = []
  const checks: Record<string, number[]> = Object.fromEntries(CHECKS.map(({ id }) => [id, []]))
  let source: ParsedMessage | undefined
  for (const pair of pairs) {
    const input = toInput(pair)
    // As in the product: a source is parsed once for its translations.
    source = parseSource(input)
    inspectText(input, source)
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round += 1) {
      const start = process.hrtime.bigint()
      inspectText(input, source)
      best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000)
    }
    all.push(best)
    const context = createCheckContext(input, source)
    for (const { id, find } of CHECKS) {
      const start = process.hrtime.bigint()
      const faults = find(context)[Symbol.iterator]()
      while (faults.next().done !== true);
      checks[id]?.push(Number(process.hrtime.bigint() - start) / 1000)
    }
  }
  return {
    median: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    checks: Object.fromEntries(Object.entries(checks).map(([id, times]) => [id, quantile(times, 0.5)])),
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
