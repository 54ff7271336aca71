import type { Load } from './job.ts'
import type { Result, Row } from './result.ts'
import { TRIAL } from './trial.ts'

const HEAD = [
  'disk µs',
  'tx/s',
  '× lowdb',
  'CPU µs',
  'p50 ms',
  'p99 ms',
  'block ms',
  'snapshots',
  'RSS MB',
  'heap MB',
  'reopen s',
  'reopen MB',
]
const PROMISED_MB = 300
const PROMISED_SECONDS = 15

/** Prints one table for people, with what they have to know to read it. */
export function print({ bytes, machine, rows, slow, promise, most }: Result): void {
  const mean = [bytes.entry, bytes.translation, bytes.revision].map(value => value.toFixed(0))
  console.log(`machine: ${machine.cores} cores, load average ${machine.load.toFixed(1)} in the minute before (above 0.5, take rates and times for too slow); Node.js ${machine.node}
records: entries and their 5 translations each, ${mean[0]} and ${mean[1]} bytes as JSON in the mean (a revision: ${mean[2]})
transaction: get a translation, put it with another text, append its revision; acknowledged when it is on the disk (lowdb: when it is written, without fsync)
CPU: of the whole process for one transaction, snapshots and the bench's own 3 µs included
block: the longest time in which the event loop did nothing else (monitorEventLoopDelay, resolution 1 ms, taken off)
heap: after a garbage collection that the bench asked for; RSS: as the system gives it, with about ${mb(rows[0]?.written.rssBefore)} MB of Node.js alone; built code, as installed
reopen: in a new process, the time until it answers and its RSS; trial: small records, no unique keys, no indexes
left out: 32 writers of plain lowdb above 100,000 records, whose first writes alone block for minutes
disk: median time to append 700 bytes and fdatasync them, right before; no commit is faster${machine.inMemory ? '. HERE IT IS IN MEMORY: set TMPDIR to a folder on a disk' : ''}
`)
  console.log(line('records', 'engine', 'writers', HEAD))
  for (const row of rows) {
    printRow(row, findPeer(row, rows))
    if (row.job.engine === 'dragoman') printTrial(row.job.records)
  }
  for (const row of slow) printRow({ ...row, label: `${row.label}, fsync + ${row.job.syncDelay} ms` }, undefined)
  if (promise !== undefined) printPromise(promise)
  if (most !== undefined) printMost(most)
}

function printRow({ label, job, disk, written, reopened }: Row, peer: Row | undefined): void {
  for (const [at, load] of written.loads.entries()) {
    const last = at === job.writers.length - 1
    const ratio = toRate(load, peer)
    console.log(
      line(at === 0 ? count(job.records) : '', at === 0 ? label : '', String(load.writers), [
        at === 0 ? disk.toFixed(0) : '',
        load.rate < 10 ? load.rate.toFixed(1) : count(load.rate),
        ratio === undefined ? '' : ratio.toFixed(ratio < 10 ? 1 : 0),
        load.cpu.toFixed(0),
        load.p50.toFixed(2),
        load.p99.toFixed(2),
        load.block.toFixed(0),
        load.snapshots === undefined ? '' : String(load.snapshots),
        mb(load.rss),
        ...(last ? atEnd(written.heap, reopened) : []),
      ]),
    )
  }
}

const atEnd = (heap: number, reopened: Row['reopened']): readonly string[] => [
  mb(heap),
  reopened.open.toFixed(2),
  mb(reopened.rss),
]

function printTrial(records: number): void {
  const trial = TRIAL[records]
  if (trial === undefined) return
  for (const [writers, rate] of Object.entries(trial.rates)) {
    const first = writers === '1'
    const cells = first
      ? ['', count(rate), '', '', '', '', trial.block.toFixed(0), '', mb(trial.rss), '', trial.open.toFixed(2)]
      : ['', count(rate)]
    console.log(line('', first ? 'trial' : '', writers, cells))
  }
}

function printPromise({ written, reopened }: Row): void {
  const most = Math.max(written.rssFilled, reopened.rss)
  const verdict = most <= PROMISED_MB * 1e6 ? 'within' : 'over'
  console.log(
    `\n100,000 translations, 20,000 entries, 100,000 revisions: filled in ${written.fill.toFixed(1)} s, RSS ${mb(written.rssFilled)} MB (heap ${mb(written.heap)}); ` +
      `opened in a new process in ${reopened.open.toFixed(2)} s, RSS ${mb(reopened.rss)} MB (heap ${mb(reopened.heap)}): ${verdict} the ${PROMISED_MB} MB of the promise`,
  )
}

function printMost({ job: { records }, written, reopened }: Row): void {
  const verdict = reopened.open <= PROMISED_SECONDS ? 'within' : 'over'
  const each = (reopened.heap / records).toFixed(0)
  console.log(
    `${count(records)} entries and translations: opened in a new process in ${reopened.open.toFixed(1)} s, ${verdict} the ${PROMISED_SECONDS} s of the promise; ` +
      `heap ${mb(reopened.heap)} MB, ${each} bytes a record (${mb(written.heap)} MB in the process that wrote them)`,
  )
}

const findPeer = (row: Row, rows: readonly Row[]): Row | undefined =>
  row.job.engine === 'lowdb'
    ? undefined
    : rows.find(other => other.job.engine === 'lowdb' && other.job.records === row.job.records)

function toRate(load: Load, peer: Row | undefined): number | undefined {
  const other = peer?.written.loads.find(({ writers }) => writers === load.writers)
  return other === undefined ? undefined : load.rate / other.rate
}

const line = (records: string, engine: string, writers: string, cells: readonly string[]): string =>
  `${records.padEnd(9)}${engine.padEnd(24)}${writers.padStart(7)}${cells.map(cell => cell.padStart(10)).join('')}`

const mb = (bytes: number | undefined): string => (bytes === undefined ? '' : (bytes / 1e6).toFixed(0))
const count = (value: number): string => Math.round(value).toLocaleString('en')
