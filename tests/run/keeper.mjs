// Outlives a test run, however that ends: at the end of its input it ends the processes that the run left, and removes its databases and folders. The arguments
// are the temporary folder of the run and how the names of its databases begin; each line of the input is another folder to remove.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

/** Rounds of a tenth of a second. */
const MAX_TRIES = 100
const KILLED_FROM = 20
const SPARED_UNTIL = 60

/** The databases of the run, and a row for each that is being created. */
const LEFT = `SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)
  UNION ALL SELECT NULL FROM pg_stat_activity WHERE state = 'active' AND starts_with(query, 'CREATE DATABASE "' || $1)`

const [folder, databases] = process.argv.slice(2)
let input = ''
for await (const text of process.stdin.setEncoding('utf8')) input += text

/** Processes of the run have its folder in their environment; that of others is not readable, and empty once a process has ended. */
function listProcesses() {
  if (process.platform !== 'linux') return listByPs()
  return readdirSync('/proc').filter(name => {
    try {
      return (
        /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`)
      )
    } catch {
      return false
    }
  })
}

function listByPs() {
  const { stdout } = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' })
  const rows = stdout.split('\n').filter(row => row.includes(`TMPDIR=${folder}`))
  return rows.map(row => row.trim().split(' ')[0])
}

/** What creates the files of a PostgreSQL leaves its memory for ever when it is asked to end, and ends by itself in a second or two. */
function isCreating(pid) {
  try {
    return /initdb|--(boot|single|check)\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
  } catch {
    return false
  }
}

// Servers tidy up when they are asked to end. A process that ends may have started another one.
for (let tries = 0; tries < MAX_TRIES; tries++) {
  const pids = listProcesses()
  if (pids.length === 0) break
  for (const pid of pids) {
    if (tries < SPARED_UNTIL && isCreating(pid)) continue
    try {
      process.kill(Number(pid), tries < KILLED_FROM ? 'SIGTERM' : 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
  await sleep(100)
}
await dropDatabases()
for (const path of listMounts()) spawnSync('umount', ['-l', path])
for (const path of [folder, ...input.split('\n').filter(line => line !== '')])
  rmSync(path, { recursive: true, force: true })

/** Small disks of tests, the innermost first. */
function listMounts() {
  if (process.platform !== 'linux') return []
  const paths = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' ')[1] ?? '')
  return paths.filter(path => path.startsWith(`${folder}/`)).toReversed()
}

/** A server of the run is gone by now; another one keeps what a killed run created there, and ends what it began to create. */
async function dropDatabases() {
  const url = process.env['DRAGOMAN_TEST_POSTGRES_URL']
  if (!url) return
  const { Client } = createRequire(import.meta.url)('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { rows } = await client.query(LEFT, [databases])
    for (const { name } of rows) if (name !== null) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    if (rows.length === 0) break
    await sleep(100)
  }
  await client.end()
}
