import { cpus, loadavg } from 'node:os'
import { measureApertium } from './runs/apertium.ts'
import { measureOverhead } from './runs/overhead.ts'
import { printRepair } from './runs/repair.ts'

/**
 * What a run costs beyond the time of its engine, on the disk that holds the folder for temporary files (TMPDIR). `--quick` makes small runs: it proves that
 * everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')

const [load = 0] = loadavg()
console.log(
  `machine: ${cpus().length} cores, load average ${load.toFixed(1)} in the minute before (above 0.5, take times for too long); Node.js ${process.version}`,
)
await measureOverhead(quick)
await measureApertium(quick)
await printRepair(quick)
