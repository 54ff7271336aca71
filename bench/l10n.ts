import { cpus, loadavg } from 'node:os'
import { measureFiles } from './l10n/files.ts'
import { measureLoop } from './l10n/loop.ts'
import { measurePast } from './l10n/past.ts'
import { measurePush } from './l10n/push.ts'
import { LOCALES } from './l10n/test-app.ts'

/**
 * What the loop of an agent costs: a push of a large file, and work and submissions in projects of several sizes, through the tools and the store on
 * the disk that holds the folder for temporary files (TMPDIR), without a transport. `--quick` makes few rounds in small projects: it proves that
 * everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const ENTRIES = quick ? 1000 : 10_000
const PAST = quick ? 20 : 1000
const SIZES = quick ? [500, 1000] : [1000, 10_000, 100_000]
/** Of the targets: a call in the largest project against one in the smallest, and the longest block of the event loop. */
const MAX_GROWTH = 1.5
const MAX_BLOCK_MS = 50

const [load = 0] = loadavg()
console.log(
  `machine: ${cpus().length} cores, load average ${load.toFixed(1)} in the minute before (above 0.5, take times for too long); Node.js ${process.version}`,
)

const FILE_ENTRIES = quick ? 400 : 40_000
const MAX_WRITE_RATIO = 1.5
console.log(`\nfiles of ${count(FILE_ENTRIES)} entries, ms; writing is one changed translation (target ≤ ${MAX_WRITE_RATIO} × reading the target file)
${line('', 'MB', 'read source', 'read target', 'write', '× read target', '× read source')}`)
for (const { format, megabytes, read, readTarget, write } of measureFiles(FILE_ENTRIES, quick ? 1 : 9)) {
  const times = [read, readTarget, write].map(ms => ms.toFixed(0))
  console.log(line(format, megabytes.toFixed(1), ...times, (write / readTarget).toFixed(2), (write / read).toFixed(2)))
}

const push = await measurePush(ENTRIES, quick ? 1 : 5)
const units = ENTRIES * LOCALES.length
console.log(`\npush_source of ${count(ENTRIES)} entries into ${LOCALES.length} locales (${count(units)} translations), one file, durable
${line('', 'ms', '× JSON.parse', `block ms (target ${MAX_BLOCK_MS})`)}
${line('JSON.parse of the file', push.parse.toFixed(1), '1')}
${line('first push', push.first.toFixed(0), (push.first / push.parse).toFixed(0), push.firstBlock.toFixed(0))}
${line('again, one text changed', push.again.toFixed(0), (push.again / push.parse).toFixed(0), push.againBlock.toFixed(0))}`)

const sizes = await measureLoop(SIZES, quick ? 3 : 41)
console.log(`\nmedian ms of a call by the translations of the project
${line('', ...sizes.map(({ translations }) => count(translations)), `growth (target ≤ ${MAX_GROWTH})`)}
${of('get_work, 50 texts', ({ work }) => work)}
${of('submit_translations, 50 texts', ({ submit }) => submit)}`)

const pasts = await measurePast(PAST, quick ? 3 : 41)
console.log(`\nmedian ms of a call by the sources that each of 50 texts had before
${line('', ...pasts.map(({ sources }) => count(sources)), `growth (target ≤ ${MAX_GROWTH})`)}
${grown(
  'push_source, 50 changed',
  pasts.map(past => past.push),
)}
${grown(
  'submit_translations, 50 texts',
  pasts.map(past => past.submit),
)}`)

function of(label: string, pick: (size: (typeof sizes)[number]) => number): string {
  return grown(label, sizes.map(pick))
}

function grown(label: string, times: readonly number[]): string {
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1)
  return line(label, ...times.map(time => time.toFixed(2)), growth.toFixed(2))
}

function line(label: string, ...cells: readonly string[]): string {
  return label.padEnd(30) + cells.map(cell => cell.padStart(Math.max(12, cell.length + 2))).join('')
}

function count(value: number): string {
  return value.toLocaleString('en')
}
