import { spawn } from 'node:child_process'
import { bareEnvironment } from '../../harness/process.ts'
import { storeProcess } from '../../harness/store-process.ts'

const PROGRAM = storeProcess('kill/write-process')

export interface Place {
  readonly dataDir: string
  readonly journalBytes: number
  readonly bulkSize: number
  /** Whether it trims a log meanwhile, which makes snapshots. */
  readonly trims: boolean
}

/** The output of a child until it ended. */
export interface Said {
  /** Undefined when it ended before it had opened and read the store. */
  readonly found?: {
    readonly applied: readonly number[]
    readonly trimmed: readonly number[]
    readonly faults: readonly string[]
    readonly faultCount: number
  }
  readonly acknowledged: readonly number[]
  /** The number of trimmed records, as far as it was reported. */
  readonly trimmed: number
  /** Records of transactions below this number should be trimmed. */
  readonly trimsBelow: number
  readonly faults: readonly string[]
  readonly openMs: number | undefined
}

interface Orders {
  /** A number, or `read` to close the store once everything was read. */
  readonly round: number | 'read'
  /** Called with each line; returns the delay in milliseconds after which the child is killed. */
  readonly killAfter: (line: string) => number | undefined
}

/** Runs the program that writes, to its end. */
export async function runChild(
  { dataDir, journalBytes, bulkSize, trims }: Place,
  { round, killAfter }: Orders,
): Promise<Said> {
  const args = [dataDir, round, journalBytes, bulkSize, trims].map(String)
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: bareEnvironment() })
  let [rest, stderr] = ['', '']
  let timer: NodeJS.Timeout | undefined
  let began = 0
  const said: { -readonly [K in keyof Said]: Said[K] } & { acknowledged: number[]; faults: string[] } = {
    acknowledged: [],
    trimmed: 0,
    trimsBelow: 0,
    faults: [],
    openMs: undefined,
  }
  const hear = (line: string): void => {
    const [, word, text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (line === 'opening') began = performance.now()
    if (line === 'opened') said.openMs = performance.now() - began
    if (word === 'ack') said.acknowledged.push(Number(text))
    if (word === 'trimming') said.trimsBelow = Number(text)
    if (word === 'trimmed') said.trimmed += Number(text)
    if (word === 'fault') said.faults.push(text)
    if (word === 'found') said.found = JSON.parse(text) as NonNullable<Said['found']>
    const delay = timer === undefined ? killAfter(line) : undefined
    if (delay !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), delay)
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code, signal] = await new Promise<[number | null, string | null]>((done, failed) => {
    child.once('error', failed)
    child.once('close', (...end) => done(end))
  })
  clearTimeout(timer)
  if (signal !== 'SIGKILL' && (code !== 0 || round !== 'read'))
    said.faults.push(`ended with ${signal ?? code}: ${stderr}`)
  return said
}
