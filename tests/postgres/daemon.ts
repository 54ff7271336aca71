import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveToServer, serverUser } from './programs.ts'

/** A server process. */
export interface Daemon {
  readonly pid: number
  readonly ended: Promise<unknown>
  readonly log: () => string
  /** Resolves when the log matches; rejects when the process ends first. From then on this process may end before. */
  seen(pattern: RegExp): Promise<void>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** A folder for the files of a server, which runs as another user if the tests run as root. */
export interface ServerFolder {
  readonly path: string
  /** Starts the server of this folder, or another program that has to end before it, one at a time. */
  run(program: string, args: readonly string[]): Daemon
  /** Removes the folder and ends its server. */
  remove(): Promise<void>
}

/** More than what a server says before it is ready. */
const LOG_CHARACTERS = 65_536

/**
 * What outlives this process, however it ends: on the end of its input, the server ends and the folder goes. Each line of the input is the process ID of the
 * server, empty while there is none.
 */
const KEEPER = `
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -QUIT "$pid"
  for _ in 1 2 3 4 5 6 7 8 9 10; do for _ in 1 2 3 4 5; do kill -0 "$pid" && sleep 0.1; done; done
fi
rm -rf "$0"`

/** Creates a folder in the temporary folder of the system, or in another one. */
export function createServerFolder(parent = tmpdir()): ServerFolder {
  // Before there is something to remove.
  serverUser()
  const path = mkdtempSync(join(parent, 'dragoman-server-'))
  giveToServer(path)
  const keeper = spawn('sh', ['-c', KEEPER, path], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  hold(keeper, 'unref')
  return {
    path,
    run: (program, args) => {
      const daemon = startDaemon(path, program, args)
      keeper.stdin?.write(`${daemon.pid}\n`)
      void daemon.ended.then(() => keeper.stdin?.write('\n'))
      return daemon
    },
    remove: async () => {
      const removed = once(keeper, 'exit')
      hold(keeper, 'ref')
      keeper.stdin?.end()
      await removed
    },
  }
}

/** Runs a program to its end as the user of the servers. */
export async function runAsServer(folder: ServerFolder, program: string, args: readonly string[]): Promise<void> {
  const daemon = folder.run(program, args)
  const [code] = (await daemon.ended) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${daemon.log()}`)
}

function startDaemon(folder: string, program: string, args: readonly string[]): Daemon {
  // A variable of PostgreSQL would change what clients and servers do.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  // Signals to the group of this process do not reach it: only a server that ends by itself gives its memory back.
  const child = spawn(program, args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...serverUser(),
  })
  const ended = once(child, 'close')
  let log = ''
  const hear = (text: string): void => void (log = (log + text).slice(-LOG_CHARACTERS))
  const streams = [child.stdout, child.stderr]
  for (const stream of streams) stream.setEncoding('utf8').on('data', hear)
  return {
    pid: child.pid ?? 0,
    ended,
    log: () => log,
    seen: pattern =>
      new Promise((found, reject) => {
        const look = (): void => {
          if (!pattern.test(log)) return
          for (const stream of streams) stream.off('data', look)
          hold(child, 'unref')
          found()
        }
        for (const stream of streams) stream.on('data', look)
        ended.then(() => reject(new Error(`${program} ended: ${log}`)), reject)
        look()
      }),
    end: async signal => {
      hold(child, 'ref')
      child.kill(signal)
      await ended
    },
  }
}

/** Whether this process can end although the child runs. */
function hold(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]()
  for (const stream of child.stdio) if (stream instanceof Socket) stream[how]()
}
