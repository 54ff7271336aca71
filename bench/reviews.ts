import { cpus, loadavg } from 'node:os'
import { measureReviews } from './reviews/measure-reviews.ts'

/**
 * What a review of many translations costs, through the tools and the store on the disk that holds the folder for temporary files (TMPDIR). `--quick` makes a
 * small review: it proves that everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const TRANSLATIONS = quick ? 400 : 5_000
const MAX_END_MS = 2_000
const MAX_BLOCK_MS = 50

const [load = 0] = loadavg()
console.log(
  `machine: ${cpus().length} cores, load average ${load.toFixed(1)} in the minute before (above 0.5, take times for too long); Node.js ${process.version}`,
)
console.log(`\na review of ${TRANSLATIONS.toLocaleString('en')} translations (targets: an end ≤ ${MAX_END_MS} ms, block ≤ ${MAX_BLOCK_MS} ms)
${line('', 'ms', 'block ms')}`)
for (const { label, ms, block } of await measureReviews(TRANSLATIONS, quick ? 1 : 3)) {
  console.log(line(label, ms.toFixed(0), block.toFixed(0)))
}

function line(label: string, ...cells: readonly string[]): string {
  return label.padEnd(34) + cells.map(cell => cell.padStart(14)).join('')
}
