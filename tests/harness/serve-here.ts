import { PassThrough, Readable, type Stream } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Io } from '../../src/cli/io.ts'
import { composeMachine } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { serve } from '../../src/serve.ts'
import { serveUntilSignal } from '../../src/serve-until-signal.ts'
import { STATE } from './state.ts'

/** Serves in this process, on a free port. Unlike `startDragoman`, it leaves the folder to the next server. */
export async function listenHere(
  dataDir: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const variables = { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_RATE_LIMIT_FACTOR: '1000' }
  return serve(readConfig(variables), { log: openLog('silent'), quietMs: 0 })
}

interface ServingHere {
  /** Resolves with all of the log so far when it matches. */
  seen(pattern: RegExp): Promise<string>
  /** Stops as by a signal, and gives all output. */
  stop(): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
}

/** `dragoman serve` in this process, with what it says at its start. */
export async function serveHere(env: Readonly<Record<string, string>>): Promise<ServingHere> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const io = { stdin: Readable.from([]), stdout, stderr } satisfies Record<keyof Io, Stream> as unknown as Io
  const config = readConfig({ XDG_STATE_HOME: STATE, XDG_CONFIG_HOME: STATE, DRAGOMAN_PORT: '0', ...env })
  const now = () => new Date()
  const machine = await composeMachine({ config, log: openLog('info', stderr), now, args: ['serve'] })
  let log = ''
  stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  let stop = (): void => undefined
  const signal = new Promise<void>(resolve => (stop = resolve))
  const ended = serveUntilSignal(machine, { io, now, signal }).finally(() => {
    stdout.end()
    stderr.end()
  })
  return {
    seen: pattern =>
      new Promise((found, reject) => {
        const look = (): void => {
          if (pattern.test(log)) found(log)
        }
        stderr.on('data', look)
        ended.then(code => reject(new Error(`ended with ${code} before ${pattern}: ${log}`)), reject)
        look()
      }),
    stop: async () => {
      stop()
      const code = await ended
      return { code, stdout: await text(stdout), stderr: log }
    },
  }
}
