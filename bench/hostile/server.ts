import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The real service, compiled and started in a process of its own. */
export interface Server {
  readonly url: string
  /** Creates an account token of a user. */
  readonly token: (user: string) => string
  /** Seconds of CPU time of the process so far, its threads included; 0 where the system does not tell. */
  readonly cpu: () => number
  readonly stop: () => Promise<void>
}

/** `root` is the folder of the checkout that is measured. */
export async function startServer(root: string): Promise<Server> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-hostile-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DRAGOMAN_PORT: String(port),
    DRAGOMAN_DATA_DIR: dataDir,
    // What one request does is measured, not how many are taken.
    DRAGOMAN_RATE_LIMIT_FACTOR: '1000',
    DRAGOMAN_LOG_LEVEL: 'error',
    DRAGOMAN_MAX_STRINGS: '10000000',
  }
  const program = 'dist/main.js'
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await answering(url, child)
  return {
    url,
    token: user => {
      const options = ['--user', user, '--create', '--name', 'bench', '--scopes', 'all', '--quiet']
      const args = [program, 'token', 'create', ...options]
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
      if (stdout.trim() === '') throw new Error(`no token was created: ${stderr}`)
      return stdout.trim()
    },
    cpu: () => cpuSeconds(child.pid ?? 0),
    stop: async () => {
      const ended = new Promise(resolve => {
        child.once('exit', resolve)
      })
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const response = await fetch(`${url}/up`).catch(() => undefined)
    if (response?.ok === true) return
    await sleep(100)
  }
  throw new Error('the server did not answer within 30 seconds')
}

/** Clock ticks of Linux are hundredths of a second. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
