import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillStore } from '../src/store/open.ts'
import { type MeasuredServer, measureDatabase, startMeasuredServer } from './scale/database.ts'
import { fillDatabase } from './scale/fill.ts'
import { measure } from './scale/measure.ts'
import { listOperations } from './scale/operations.ts'
import { type Measured, printScale } from './scale/print.ts'
import { generate } from './scale/records.ts'
import { makeSeed, type Seed } from './scale/seed.ts'
import { startServe } from './scale/serve-process.ts'

/**
 * What each operation costs at 10,000 to 1,000,000 translations: real `dragoman serve` processes on a PostgreSQL of the benchmark's own, one and three of them,
 * beside the embedded store. `--quick` stops at 100,000, `--nightly` goes on to 5,000,000. `--sizes=10000,100000` and `--only=<part of a name>` limit it,
 * `--statements` shows the statements that took most time, `--json` prints the figures for machines.
 */
const has = (name: string): boolean => process.argv.includes(`--${name}`)
const valueOf = (name: string): string | undefined =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)

const SIZES = valueOf('sizes')?.split(',').map(Number) ?? [
  10_000,
  100_000,
  ...(has('quick') ? [] : [1_000_000]),
  ...(has('nightly') ? [5_000_000] : []),
]
const only = valueOf('only')
const engines = valueOf('engines')?.split(',') ?? ['embedded', '1', '3']
/** The embedded store keeps all in memory: it holds this many translations in the heap that Node.js has by default. */
const MAX_EMBEDDED = 1_000_000

const seed = await makeSeed()
const server = await startMeasuredServer()
const measured: Measured[] = []
/** Operations that a machine with other work did not finish in time. */
const failures: string[] = []
const machine = { node: process.version, postgres: server.version, cores: cpus().length, load: loadavg()[0] ?? 0 }
try {
  for (const size of SIZES) {
    if (size <= MAX_EMBEDDED && engines.includes('embedded')) measured.push(await measureEmbedded(seed, size))
    const counts = engines.map(Number).filter(count => count > 0)
    if (counts.length > 0) measured.push(...(await measureDatabases(seed, size, counts)))
  }
} finally {
  await server.remove()
}
for (const failure of failures) console.error(failure)
if (has('json')) console.log(JSON.stringify({ machine, measured, failures }))
else printScale(machine, measured, has('statements'))
if (failures.length > 0) process.exitCode = 1

async function measureEmbedded(from: Seed, size: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-scale-'))
  try {
    const url = 'lowdb:'
    const begun = performance.now()
    await fillStore({ url, dataDir }, generate(from, size))
    const fillSeconds = (performance.now() - begun) / 1000
    return { ...(await measureAll(from, size, { count: 1, url, dataDir })), fillSeconds, storeMb: undefined }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureDatabases(from: Seed, size: number, counts: readonly number[]): Promise<readonly Measured[]> {
  const database = await server.create()
  const begun = performance.now()
  await fillDatabase(database.url, generate(from, size))
  const fillSeconds = (performance.now() - begun) / 1000
  const storeMb = await measureDatabase(database.url)
  const found: Measured[] = []
  const operations = listOperations(from, size)
  for (const count of counts) {
    const place = { count, url: database.url, server, operations }
    found.push({ ...(await measureAll(from, size, place)), fillSeconds, storeMb })
  }
  await database.drop()
  return found
}

interface Place {
  readonly count: number
  readonly url: string
  readonly dataDir?: string
  readonly server?: MeasuredServer
  readonly operations?: ReturnType<typeof listOperations>
}

async function measureAll(
  from: Seed,
  size: number,
  { count, url, dataDir, server: database, operations = listOperations(from, size) }: Place,
): Promise<Omit<Measured, 'fillSeconds' | 'storeMb'>> {
  const starts = Array.from({ length: count }, () => startServe({ storeUrl: url, dataDir }))
  const processes = await Promise.all(starts)
  const costs = []
  for (const operation of operations) {
    if (only !== undefined && !operation.name.includes(only)) continue
    const cost = await measure({ processes, bearer: from.bearer, server: database, url }, operation).catch(
      (error: unknown) => {
        failures.push(`${size}, ${operation.name}: ${String(error)}`)
      },
    )
    if (cost === undefined) continue
    const place = dataDir === undefined ? `${count} on PostgreSQL` : 'embedded'
    const { p50, p99, serviceCpu, databaseCpu, statements = 0, busy } = cost
    console.error(
      `${size} ${place}, ${cost.operation}: ${p50} / ${p99} ms, CPU ${serviceCpu} + ${databaseCpu} ms, ${statements} statements, ${busy.perSecond} a second`,
    )
    if (has('statements'))
      for (const { text, calls, ms } of cost.top.slice(0, 6))
        console.error(`    ${ms} ms in ${calls} × ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`)
    costs.push(cost)
  }
  const memory = processes.map(one => one.memory())
  await Promise.all(processes.map(one => one.stop()))
  return { size, engine: dataDir === undefined ? 'PostgreSQL' : 'embedded', processes: count, memory, costs }
}
