import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendAndSync, isInMemory } from './store/disk.ts'
import type { Job, Reopened, Written } from './store/job.ts'
import { run } from './store/process.ts'
import { meanBytes } from './store/records.ts'
import type { Result, Row } from './store/result.ts'
import { print } from './store/table.ts'

/**
 * What a durable transaction costs the embedded store, against plain lowdb in the same run; how much memory records take, and how long opening
 * takes. Each engine works in a process of its own, on the disk that holds the folder for temporary files (TMPDIR).
 * `--quick` makes short loads on few records: it proves that everything runs, not how fast. `--json` prints the figures for machines.
 */
const quick = process.argv.includes('--quick')
const json = process.argv.includes('--json')

const SIZES = quick ? [1000, 10_000] : [1000, 10_000, 100_000, 300_000]
const SYNC_DELAY = 5
/** Above this many records the first writes of 32 writers block lowdb's process for minutes: it gets one writer. */
const LOWDB_MOST = 100_000
/** Entries and translations of the promise: 20,000 and 100,000. */
const PROMISED = 120_000
/** What has to open in 15 seconds. */
const MOST = 1_000_000

const root = await mkdtemp(join(tmpdir(), 'dragoman-bench-store-'))
let folders = 0

const common = {
  revisions: false,
  syncDelay: 0,
  seconds: quick ? 0.4 : 3,
  most: quick ? 4 : 15,
  writers: [1, 32],
  // A short load fills no journal of the usual size.
  ...(quick && { journalBytes: 200_000 }),
} as const

try {
  const [load = 0] = loadavg()
  const rows: Row[] = []
  for (const records of SIZES) {
    rows.push(await row('dragoman', { ...common, engine: 'dragoman', records }))
    const writers = records > LOWDB_MOST ? [1] : common.writers
    rows.push(await row('plain lowdb, no fsync', { ...common, engine: 'lowdb', records, writers }))
  }
  const slow = await row('dragoman', { ...common, engine: 'dragoman', records: 10_000, syncDelay: SYNC_DELAY })
  const promise = quick
    ? undefined
    : await row('dragoman', { ...common, engine: 'dragoman', records: PROMISED, revisions: true, writers: [] })
  const most = quick ? undefined : await row('dragoman', { ...common, engine: 'dragoman', records: MOST, writers: [] })
  const result: Result = {
    bytes: meanBytes(),
    machine: { node: process.version, cores: cpus().length, load, inMemory: isInMemory(root) },
    rows,
    slow: [slow],
    promise,
    most,
  }
  if (json) console.log(JSON.stringify(result))
  else print(result)
} finally {
  await rm(root, { recursive: true, force: true })
}

async function row(label: string, task: Omit<Job, 'folder'>): Promise<Row> {
  const folder = join(root, String(folders++))
  await mkdir(folder)
  const job = { ...task, folder }
  const disk = appendAndSync(folder, quick ? 100 : 500)
  const written = await run<Written>('write', job)
  const reopened = await run<Reopened>('reopen', job)
  await rm(folder, { recursive: true })
  return { label, job, disk, written, reopened }
}
