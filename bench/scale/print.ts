import type { Cost } from './measure.ts'

export interface Measured {
  readonly size: number
  readonly engine: 'embedded' | 'PostgreSQL'
  readonly processes: number
  /** Resident memory of each process in MB, after all operations. */
  readonly memory: readonly number[]
  readonly fillSeconds: number
  readonly storeMb: number | undefined
  readonly costs: readonly Cost[]
}

export interface Machine {
  readonly node: string
  readonly postgres: string
  readonly cores: number
  readonly load: number
}

/** Goals: cost of the largest size in those of the smallest, time of calls, reads of three processes in those of one, and memory. */
const MAX_GROWTH = 2
const MAX_P99_MS = 50
const MAX_MEMORY_MB = 200

const HEAD = ['p50 ms', 'p99 ms', 'CPU ms', 'database', 'statements', 'p50 busy', 'p99 busy', 'calls/s', 'cores']

export function printScale(machine: Machine, measured: readonly Measured[], withStatements: boolean): void {
  const { node, postgres, cores, load } = machine
  console.log(
    `machine: ${cores} cores, load average ${load.toFixed(1)} at the start; Node.js ${node}, PostgreSQL ${postgres}`,
  )
  for (const one of measured) {
    const { size, engine, processes, memory, fillSeconds, storeMb, costs } = one
    const place =
      engine === 'embedded' ? 'embedded store' : `PostgreSQL, ${processes} process${processes > 1 ? 'es' : ''}`
    const store = storeMb === undefined ? '' : `, ${storeMb} MB in the database`
    console.log(
      `\n${size.toLocaleString('en')} translations, ${place}: ${memory.join(', ')} MB resident, filled in ${fillSeconds.toFixed(0)} s${store}`,
    )
    console.log(''.padEnd(30) + HEAD.map(text => text.padStart(11)).join(''))
    for (const { operation, p50, p99, serviceCpu, databaseCpu, statements, busy, top } of costs) {
      const cells = [
        p50,
        p99,
        serviceCpu,
        databaseCpu,
        statements ?? '–',
        busy.p50,
        busy.p99,
        busy.perSecond,
        busy.cores,
      ]
      console.log(operation.padEnd(30) + cells.map(cell => String(cell).padStart(11)).join(''))
      if (withStatements)
        for (const { text, calls, ms } of top)
          console.log(`    ${ms.toFixed(3)} ms in ${calls} × ${text.replaceAll(/\s+/g, ' ').slice(0, 220)}`)
    }
  }
  printGoals(measured)
}

function printGoals(measured: readonly Measured[]): void {
  const of = (processes: number) => measured.filter(one => one.engine === 'PostgreSQL' && one.processes === processes)
  const [first, last] = [of(1)[0], of(1).at(-1)]
  if (first === undefined || last === undefined) return
  console.log(
    `\ngoals: CPU at ${last.size.toLocaleString('en')} in that at ${first.size.toLocaleString('en')} ≤ ${MAX_GROWTH}; p99 of get_work and submit ≤ ${MAX_P99_MS} ms; memory ≤ ${MAX_MEMORY_MB} MB`,
  )
  const growthOf = (cost: Cost, small: Cost): number =>
    (cost.serviceCpu + cost.databaseCpu) / (small.serviceCpu + small.databaseCpu)
  // It reads the same few records at each size: what it costs more is the machine, which other work made slower.
  const [same, sameSmall] = [last, first].map(({ costs }) => costs.find(({ operation }) => operation === 'list_tokens'))
  const drift = same === undefined || sameSmall === undefined ? 1 : growthOf(same, sameSmall)
  console.log(`the machine took ${drift.toFixed(2)} × as long for the same work; growth is divided by that`)
  const three = measured.find(one => one.processes === 3 && one.size === last.size)
  for (const cost of last.costs) {
    const small = first.costs.find(({ operation }) => operation === cost.operation)
    if (small === undefined) continue
    const growth = growthOf(cost, small) / drift
    const more = three?.costs.find(({ operation }) => operation === cost.operation)
    const gain =
      more === undefined ? '' : `, three processes ${(more.busy.perSecond / cost.busy.perSecond).toFixed(2)} ×`
    const isSlow = /^(get_work|submit)/.test(cost.operation) && cost.p99 > MAX_P99_MS
    const marks = [growth > MAX_GROWTH ? 'grows' : '', isSlow ? 'slow' : ''].filter(Boolean).join(', ')
    console.log(`${cost.operation.padEnd(30)}${growth.toFixed(2).padStart(6)} ×${gain}${marks && `  MISSED: ${marks}`}`)
  }
  const memory = Math.max(...measured.flatMap(one => (one.engine === 'PostgreSQL' ? one.memory : [])))
  console.log(`memory${memory.toString().padStart(30)} MB${memory > MAX_MEMORY_MB ? '  MISSED' : ''}`)
}
