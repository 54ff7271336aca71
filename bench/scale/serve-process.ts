import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE_URL } from './seed.ts'
import { readCpu, readMemory } from './usage.ts'

/** One real `dragoman serve`. */
export interface ServeProcess {
  readonly port: number
  /** CPU seconds so far. */
  cpu(): number
  /** Resident memory in MB. */
  memory(): number
  stop(): Promise<void>
}

export interface ServeOptions {
  readonly storeUrl: string
  /** Of the embedded store; default: an empty folder that goes with the process. */
  readonly dataDir?: string | undefined
}

/** What docs/scaling.md recommends for a process that keeps no records in memory. */
const SMALL_HEAP = '--max-old-space-size=256 --max-semi-space-size=8'

export async function startServe({ storeUrl, dataDir }: ServeOptions): Promise<ServeProcess> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'dragoman-scale-'))
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.js', import.meta.url)), 'serve'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ...(dataDir === undefined && { NODE_OPTIONS: SMALL_HEAP }),
      DRAGOMAN_STORE_URL: storeUrl,
      DRAGOMAN_DATA_DIR: folder,
      DRAGOMAN_PORT: '0',
      DRAGOMAN_BASE_URL: BASE_URL,
      DRAGOMAN_RATE_LIMIT_FACTOR: '100000',
      DRAGOMAN_MAX_STRINGS: '100000000',
      DRAGOMAN_MAX_BYTES: '1000GiB',
      DRAGOMAN_MAX_HISTORY: '1000GiB',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { pid = 0, stderr } = child
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    let log = ''
    stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 100_000) log += text
      const found = /"port":(\d+)/.exec(log)?.[1]
      if (found !== undefined && log.includes('"listening"')) resolve(Number(found))
    })
    void ended.then(() => reject(new Error(`the service ended: ${log.slice(-2_000)}`)))
  })
  return {
    port,
    cpu: () => readCpu(pid),
    memory: () => readMemory(pid),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
