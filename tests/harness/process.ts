import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { demand } from '../run/demand.ts'
import { STATE, STATE_CACHE } from './state.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The command line that runs the built program, from any folder. */
export const PROGRAM = [join(await demand('program'), 'main.js')] as const

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>
  /** Resolves with all of stderr so far when it matches; rejects when the process ends first. */
  seen(pattern: RegExp): Promise<string>
}

/** Starts `dragoman ARGS` in a process of its own, with no variable of ours but those given. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { cwd: ROOT, env: { ...bareEnvironment(), ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Ended>(done => {
    child.once('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })
  const seen = (pattern: RegExp): Promise<string> =>
    new Promise((found, reject) => {
      const look = (): void => {
        if (pattern.test(stderr)) found(stderr)
      }
      child.stderr.on('data', look)
      ended.then(({ code }) => reject(new Error(`ended with ${code} before ${pattern}: ${stdout}${stderr}`)), reject)
      look()
    })
  return { child, ended, seen }
}

/** Runs `dragoman ARGS` to its end in a process of its own; where that makes no difference, `run` of harness/command-line.ts takes a fraction of the time. */
export async function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  const { child, ended } = start(args, env)
  child.stdin.end(input)
  return ended
}

/** The environment without our variables and state, so that a developer's own change no test; rate limits are out of the way. */
export function bareEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('DRAGOMAN_') && name !== 'NODE_OPTIONS')
  const own = Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return {
    ...own,
    XDG_STATE_HOME: STATE,
    XDG_CONFIG_HOME: STATE,
    XDG_CACHE_HOME: STATE_CACHE,
    DRAGOMAN_RATE_LIMIT_FACTOR: '1000',
  }
}
