import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MoveReport } from '../src/store/move/run.ts'
import { fillStore } from '../src/store/open.ts'
import type { DumpBatch } from '../src/store/store.ts'
import { createCluster } from '../tests/postgres/cluster.ts'
import { administer } from '../tests/postgres/databases.ts'
import { firstRevision, generateRecords, translationsIn } from './store/records.ts'

/**
 * Moves a store with 100,000 translations into a real PostgreSQL and back with the built program, while a client writes without a pause. Shows the times, the
 * checksums, the seconds without writes as the command and as the client see them, and the memory of the process that moves. `--quick` moves 5,000.
 */
const RECORDS = process.argv.includes('--quick') ? 6_000 : 120_000
const MAIN = resolve('dist/main.js')
const MIB = 2 ** 20

async function* batches(): AsyncGenerator<DumpBatch> {
  const waiting = { entries: [], translations: [], revisions: [] } as Record<string, { readonly id: string }[]>
  let n = 0
  for (const { collection, record } of generateRecords(RECORDS)) {
    waiting[collection]?.push(record)
    if (collection === 'translations') waiting['revisions']?.push(firstRevision(record, n++))
    for (const [table, records] of Object.entries(waiting)) {
      if (records.length < 1_000) continue
      yield { table: table as DumpBatch['table'], records: records.splice(0) }
    }
  }
  for (const [table, records] of Object.entries(waiting)) yield { table: table as DumpBatch['table'], records }
}

interface Served {
  readonly child: ChildProcess
  readonly url: string
  stop(): Promise<void>
}

const environment = (dataDir: string, storeUrl: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: dataDir,
  DRAGOMAN_DATA_DIR: dataDir,
  DRAGOMAN_STORE_URL: storeUrl,
  DRAGOMAN_RATE_LIMIT_FACTOR: '100000',
  DRAGOMAN_CPU_BUDGET: '10000',
})

async function serve(dataDir: string, storeUrl: string): Promise<Served> {
  const env = { ...environment(dataDir, storeUrl), DRAGOMAN_PORT: '0' }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await new Promise<string>((found, reject) => {
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      const [, bound] = /"port":(\d+)/.exec(log) ?? []
      if (bound !== undefined) found(bound)
    })
    child.once('exit', () => reject(new Error(log)))
  })
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

const dragoman = (args: readonly string[], dataDir: string, storeUrl: string): string =>
  execFileSync(process.execPath, [MAIN, ...args], {
    env: environment(dataDir, storeUrl),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Writes without a pause until the first refusals of a store that has moved; notes when writes were answered. */
function writeSteadily(url: string, token: string) {
  const answered: { readonly at: number; readonly status: number; readonly ms: number }[] = []
  const stop = new AbortController()
  const done = (async () => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const began = performance.now()
      const response = await fetch(`${url}/api/user`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Ada ${n}` }),
      }).catch(() => undefined)
      await response?.body?.cancel()
      answered.push({ at: performance.now(), status: response?.status ?? 0, ms: performance.now() - began })
      if (response?.ok !== true) await sleep(20)
    }
  })()
  return async () => {
    stop.abort()
    await done
    const good = answered.filter(({ status }) => status === 200)
    const times = good.map(({ ms }) => ms).sort((one, other) => one - other)
    const statuses = Object.fromEntries(
      [...new Set(answered.map(({ status }) => status))].map(status => [
        status,
        answered.filter(one => one.status === status).length,
      ]),
    )
    return {
      statuses,
      p50_ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
      p99_ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    }
  }
}

/** The highest resident memory of a process so far, in MiB, from Linux. */
const peakMemory = (pid: number | undefined): number => {
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round((Number(kib) * 1024) / MIB)
}

/** Runs a command and watches its memory. */
async function move(args: readonly string[], dataDir: string, storeUrl: string) {
  const child = spawn(process.execPath, [MAIN, 'move', ...args, '--json'], {
    env: environment(dataDir, storeUrl),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [text, peak] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid) || 0)
  }, 100)
  const code = await new Promise(done => child.once('close', done))
  clearInterval(timer)
  if (code !== 0) throw new Error(`move ended with ${String(code)}: ${text}`)
  return { report: JSON.parse(text) as MoveReport, peak }
}

function show(title: string, { report, peak }: Awaited<ReturnType<typeof move>>, seen: unknown, server: string): void {
  const { records, copy_seconds, rounds, seconds_without_writes, checksums } = report
  const sums = Object.entries(checksums ?? {}).filter(([name]) =>
    ['entries', 'translations', 'revisions'].includes(name),
  )
  const lines = [
    `${title}: ${records} records, copied in ${copy_seconds} s, rounds ${JSON.stringify(rounds)}, without writes ${seconds_without_writes} s`,
    `  client: ${JSON.stringify(seen)}`,
    `  peak memory: command ${peak} MiB, ${server}`,
    ...sums.map(([name, { records: count, sha256 }]) => `  ${name} ${count} ${sha256}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const folder = await mkdtemp(join(tmpdir(), 'dragoman-bench-move-'))
const cluster = await createCluster({ fsync: true })
try {
  const database = await administer(cluster.url, 1).createDatabase()
  await fillStore({ url: 'lowdb:', dataDir: folder }, batches())
  const scopes = ['token', 'create', '--user', 'ada', '--create', '--name', 'bench', '--scopes', 'all', '--quiet']
  const token = dragoman(scopes, folder, 'lowdb:').trim()
  process.stdout.write(
    `${translationsIn(RECORDS)} translations, Node.js ${process.version}, ${cpus().length} cores, load ${loadavg()[0]}\n`,
  )
  const first = await serve(folder, 'lowdb:')
  const before = peakMemory(first.child.pid)
  const writing = writeSteadily(first.url, token)
  const there = await move(['--to', database.url], folder, 'lowdb:')
  show('to PostgreSQL', there, await writing(), `server ${before} before, ${peakMemory(first.child.pid)} MiB after`)
  await first.stop()

  const second = await serve(folder, database.url)
  const more = writeSteadily(second.url, token)
  const back = await move(['--to', 'lowdb:', '--replace'], folder, database.url)
  show('back', back, await more(), `server ${peakMemory(second.child.pid)} MiB`)
  await second.stop()
  const same = ['entries', 'translations', 'revisions'].every(
    name => there.report.checksums?.[name]?.sha256 === back.report.checksums?.[name]?.sha256,
  )
  process.stdout.write(
    `checksums of entries, translations and revisions there and back: ${same ? 'equal' : 'DIFFERENT'}\n`,
  )
  const third = await serve(folder, 'lowdb:')
  const answer = await fetch(`${third.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
  process.stdout.write(`the token after two moves: ${answer.status}\n`)
  await third.stop()
} finally {
  await cluster.remove()
  await rm(folder, { recursive: true, force: true })
}
