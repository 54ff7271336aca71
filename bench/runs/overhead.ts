import { sourceFile } from '../l10n/source.ts'
import { median } from '../load.ts'
import { fixedEngine } from './fixed-engine.ts'
import { type MeasuredRun, measureRun } from './measure-run.ts'

const LATENCY_MS = 50
const CONCURRENCY = 8
const MAX_OVERHEAD = 1.15

/** Prints what runs took against the time of their requests alone, 8 at a time. */
export async function measureOverhead(quick: boolean): Promise<void> {
  const cases = quick
    ? [{ strings: 100, batchSize: 20 }]
    : [
        { strings: 2_000, batchSize: 1 },
        { strings: 2_000, batchSize: 20 },
        { strings: 8_000, batchSize: 20 },
      ]
  console.log(`\na run over an engine that answers after ${LATENCY_MS} ms, ${CONCURRENCY} requests at a time (target ≤ ${MAX_OVERHEAD} × the requests alone)
${line('', 'requests', 'ideal ms', 'sending ms', '× ideal', 'with plan ms', '× ideal', 'CPU ms', 'block ms')}`)
  for (const { strings, batchSize } of cases) {
    const rounds: (MeasuredRun & { readonly requests: number })[] = []
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const engine = fixedEngine(LATENCY_MS, batchSize)
      const files = [{ path: 'locales/en.json', content: sourceFile(strings) }]
      const measured = await measureRun({ engine, locale: 'de', files, batchSize, concurrency: CONCURRENCY })
      rounds.push({ ...measured, requests: engine.count() })
    }
    const middle = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick))
    const requests = middle(round => round.requests)
    const ideal = Math.ceil(requests / CONCURRENCY) * LATENCY_MS
    const worked = middle(round => round.worked)
    const total = middle(round => round.planned + round.worked)
    console.log(
      line(
        `${strings} strings, ${batchSize} in a request`,
        ...[requests, ideal, worked].map(value => value.toFixed(0)),
        (worked / ideal).toFixed(2),
        total.toFixed(0),
        (total / ideal).toFixed(2),
        middle(round => round.plannedCpu + round.workedCpu).toFixed(0),
        middle(round => round.block).toFixed(0),
      ),
    )
  }
}

function line(label: string, ...cells: readonly string[]): string {
  return label.padEnd(34) + cells.map(cell => cell.padStart(14)).join('')
}
