import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ended, type Running, start } from '../harness/process.ts'

/** One real `dragoman serve`. */
export interface DragomanProcess {
  readonly port: number
  /** Its own address, beside the one of the proxy. */
  readonly url: string
  /** Lets it finish its requests (SIGTERM), and resolves when it has ended and its folder is gone. */
  stop(): Promise<Ended>
  /** Ends it at once (SIGKILL). */
  kill(): Promise<Ended>
}

export interface ProcessOptions {
  readonly storeUrl: string
  /** What clients use: the address of the proxy in front of the processes. */
  readonly baseUrl?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts processes beside each other and waits until all are ready. If one does not start, none is left. */
export async function startProcesses(count: number, options: ProcessOptions): Promise<readonly DragomanProcess[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startDragomanProcess(options)))
  const started = starts.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = starts.find(one => one.status === 'rejected')
  if (failed === undefined) return started
  await Promise.all(started.map(one => one.kill()))
  throw failed.reason
}

/** Starts one with a temporary data folder and a free port, and waits until it is ready. */
export async function startDragomanProcess({ storeUrl, baseUrl, env = {} }: ProcessOptions): Promise<DragomanProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-process-'))
  const running = start(['serve'], {
    ...env,
    DRAGOMAN_STORE_URL: storeUrl,
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_PORT: '0',
    ...(baseUrl !== undefined && { DRAGOMAN_BASE_URL: baseUrl, DRAGOMAN_TRUST_PROXY: '1' }),
  })
  const end = async (signal: NodeJS.Signals): Promise<Ended> => {
    running.child.kill(signal)
    const ended = await running.ended
    await rm(dataDir, { recursive: true, force: true })
    return ended
  }
  try {
    const port = Number(/"port":(\d+)/.exec(await running.seen(/"listening"/))?.[1])
    const url = `http://127.0.0.1:${port}`
    await untilReady(running, url)
    return {
      port,
      url,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

async function untilReady({ child }: Running, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}/ready`, { headers: { connection: 'close' } }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error('The process ended before it was ready.')
}
