import { cpus, loadavg } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type MeasuredMemory, measureMemory } from './memory/measure-memory.ts'

/**
 * What the translation memory costs: searches among translations that are written as users write them, in the store on the disk that holds the folder for
 * temporary files (TMPDIR). `--quick` searches a small memory: it proves that everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const SIZES = quick ? [500] : [10_000, 100_000]
const QUERIES = quick ? 20 : 2_000
const MAX_QUERY_MS = 2
const MAX_BLOCK_MS = 50

if (globalThis.gc === undefined) {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction
}

const [load = 0] = loadavg()
console.log(
  `machine: ${cpus().length} cores, load average ${load.toFixed(1)} in the minute before (above 0.5, take times for too long); Node.js ${process.version}`,
)
const memories: MeasuredMemory[] = []
for (const size of SIZES) memories.push(await measureMemory(size, QUERIES))
console.log(`\nmemory, median / 99th percentile / mean CPU in ms (target: a similar source ≤ ${MAX_QUERY_MS} at the median, block ≤ ${MAX_BLOCK_MS})
${line('units', ({ units }) => units.toLocaleString('en'))}
${line('first search, which reads all', ({ first }) => `${first.ms.toFixed(0)}, CPU ${first.cpu.toFixed(0)}, block ${first.block.toFixed(0)}`)}
${line('equal source', ({ exact }) => times(exact))}
${line('similar source, from 75 on', ({ similar }) => times(similar))}
${line('similar source, from 85 on', ({ like }) => times(like))}
${line('  the same while others push', ({ beside }) => `${times(beside)}, block ${beside.block.toFixed(0)}`)}
${line('search_memory, whole call', ({ tool }) => times(tool))}
${line('submission of 100, never searched, CPU', ({ submit }) => submit.before.toFixed(1))}
${line('submission of 100, searched before, CPU', ({ submit }) => submit.after.toFixed(1))}
${line('index, bytes for each source', ({ bytesPerSource }) => bytesPerSource.toFixed(0))}`)

function line(label: string, cell: (memory: MeasuredMemory) => string): string {
  return label.padEnd(42) + memories.map(memory => cell(memory).padStart(30)).join('')
}

function times({ median, p99, cpu }: MeasuredMemory['exact']): string {
  return `${median.toFixed(2)} / ${p99.toFixed(2)} / ${cpu.toFixed(2)}`
}
