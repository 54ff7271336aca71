import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, Readable, type Stream } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Io } from '../../src/cli/io.ts'
import type { Machine } from '../../src/cli/machine.ts'
import { runProgram } from '../../src/cli/program.ts'
import { composeMachine } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { VERSION } from '../../src/package-root.ts'
import { serve } from '../../src/serve.ts'
import { STATE } from './state.ts'

/** What a command wrote, and its exit code. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The error of `dragoman call`, as it prints it for programs. */
export function parseError(
  stderr: string,
  exitCode: number,
): { readonly code: string; readonly message: string; readonly fix?: string } {
  const line = stderr.split('\n').find(row => row.startsWith('{"error":'))
  if (line === undefined) return { code: `exit ${exitCode}`, message: stderr }
  return (JSON.parse(line) as { error: { code: string; message: string; fix?: string } }).error
}

/** Where a command runs. */
export interface Place {
  /** Default: the folder that the tests run in. */
  readonly cwd?: string
  /** Whether the command has a terminal; the input is what the user types. */
  readonly isTerminal?: boolean
  /** Waits for a busy server; default: timers. */
  readonly pause?: Machine['pause']
  /** Receives all that the command writes. */
  readonly watch?: (text: string) => void
}

/**
 * Runs `dragoman ARGS` to its end in this process, with no variable of ours but those given; `serve` ends as soon as it listens. All that main.ts adds
 * is a process around it: `harness/process.ts` starts one, for signals, for what a service logs and for processes that run beside each other.
 */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  place: Place = {},
): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const stdin = Readable.from(input === '' ? [] : [input])
  if (place.isTerminal === true) {
    for (const stream of [stdin, stderr]) Object.assign(stream, { isTTY: true, hasColors: () => false })
  }
  const ended = execute(args, env, { stdin, stdout, stderr }, place)
  const [code, out, err] = await Promise.all([ended, text(stdout), text(stderr)])
  return { code, stdout: out, stderr: err }
}

/** A command that waits for something while its output is read. */
export interface RunningCommand {
  readonly ended: Promise<Outcome>
  /** Resolves with the first match in stderr. Rejects when the command ends without it. */
  seen(pattern: RegExp): Promise<RegExpExecArray>
}

/** Starts `dragoman ARGS` in this process, as `run` does. */
export function begin(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  place: Place = {},
): RunningCommand {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  if (place.isTerminal === true) Object.assign(stderr, { isTTY: true, hasColors: () => false })
  let err = ''
  const listeners = new Set<() => void>()
  stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
    for (const listen of listeners) listen()
  })
  const out = text(stdout)
  const ended = execute(args, env, { stdin: Readable.from([]), stdout, stderr }, place).then(async code => ({
    code,
    stdout: await out,
    stderr: err,
  }))
  const seen = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const listen = (): void => {
        const found = pattern.exec(err)
        if (found !== null) resolve(found)
      }
      listeners.add(listen)
      listen()
      ended.then(outcome => reject(new Error(`ended without ${pattern}: ${JSON.stringify(outcome)}`)), reject)
    })
  return { ended, seen }
}

/** What an MCP client connects to: `dragoman mcp ARGS` in this process, on a stdin and stdout of its own. */
export function stdioTransport(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  place: Place = {},
): Transport {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  if (place.watch !== undefined) {
    for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => place.watch?.(chunk.toString()))
  }
  let ended: Promise<unknown> | undefined
  const transport: Transport = {
    start: async () => {
      createInterface(stdout).on('line', line => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage))
      ended = execute(['mcp', ...args], env, { stdin, stdout, stderr }, place).finally(() => transport.onclose?.())
    },
    send: async message => {
      if (!stdin.write(`${JSON.stringify(message)}\n`)) await once(stdin, 'drain')
    },
    close: async () => {
      stdin.end()
      await ended
    },
  }
  return transport
}

interface Streams {
  readonly stdin: Readable
  readonly stdout: PassThrough
  readonly stderr: PassThrough
}

async function execute(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  streams: Streams,
  { cwd = process.cwd(), pause }: Place = {},
): Promise<number> {
  const now = () => new Date()
  const forget = keepSignals()
  try {
    return await runProgram(args, {
      io: streams satisfies Record<keyof Io, Stream> as unknown as Io,
      version: VERSION,
      command: given => `dragoman ${given}`,
      commandAnywhere: given => `dragoman ${given}`,
      programWords: ['dragoman'],
      env,
      machine: async () => {
        const config = readConfig({
          XDG_STATE_HOME: STATE,
          XDG_CONFIG_HOME: STATE,
          DRAGOMAN_RATE_LIMIT_FACTOR: '1000',
          ...env,
        })
        const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel, streams.stderr)
        return composeMachine({ config, log, now, workingFolder: cwd, args, ...(pause !== undefined && { pause }) })
      },
      serve: async ({ config, log }) => {
        const running = await serve(config, { log, now })
        await running.stop()
        return 0
      },
    })
  } finally {
    forget()
    streams.stdout.end()
    streams.stderr.end()
  }
}

/** A command listens to signals for the rest of its process, which here is that of all tests; gives what removes its listeners. */
function keepSignals(): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = signals.map(signal => new Set(process.listeners(signal)))
  return () => {
    for (const [at, signal] of signals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (before[at]?.has(listener) !== true) process.off(signal, listener)
      }
    }
  }
}
