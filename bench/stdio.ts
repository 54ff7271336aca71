import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundle, bundleProgram, createBuildFolder } from '../scripts/bundle.mjs'
import { median } from './load.ts'

/**
 * How long commands take to start: a client that starts `dragoman mcp` and lists its tools, against the SDK's bare server in a bundle of its own, and some
 * short commands. Interleaved in one run. `--quick` makes two rounds: it proves that everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 2 : 41
/** Maximum of the time until tools are listed, in that of the bare server. */
const MAX_RATIO = 1.3

const folder = createBuildFolder()
await bundleProgram(folder)
await bundle({ sdk: 'bench/servers/stdio-sdk.ts' }, join(folder, 'peers'))
const dataDir = mkdtempSync(join(tmpdir(), 'dragoman-stdio-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const env = { ...process.env, DRAGOMAN_DATA_DIR: dataDir, XDG_STATE_HOME: dataDir }

type Measure = (args: readonly string[]) => Promise<number>

const program = join(folder, 'main.js')
const rows: readonly { readonly label: string; readonly args: readonly string[]; readonly measure: Measure }[] = [
  { label: 'SDK, bare: tools/list', args: [join(folder, 'peers/sdk.js')], measure: untilListed },
  { label: 'dragoman mcp: tools/list', args: [program, 'mcp'], measure: untilListed },
  { label: 'dragoman --version', args: [program, '--version'], measure: untilEnded },
  { label: 'dragoman --help', args: [program, '--help'], measure: untilEnded },
  { label: 'dragoman call get_context', args: [program, 'call', 'get_context'], measure: untilEnded },
  { label: 'node, empty', args: ['-e', '0'], measure: untilEnded },
]

const times = new Map<string, number[]>(rows.map(({ label }) => [label, []]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { label, args, measure } of rows) times.get(label)?.push(await measure(args))
}
const [bare, ours] = rows.map(({ label }) => times.get(label) ?? [])
console.log(`${'from the start of the process'.padEnd(34)}${'median ms'.padStart(11)}${'least ms'.padStart(10)}`)
for (const [label, own] of times)
  console.log(
    `${label.padEnd(34)}${median(own).toFixed(0).padStart(11)}${Math.min(...own)
      .toFixed(0)
      .padStart(10)}`,
  )
const ratio = median(ours ?? []) / median(bare ?? [])
console.log(`dragoman mcp takes ${ratio.toFixed(2)} times as long as the bare server; at most ${MAX_RATIO}`)
if (!quick && !(ratio <= MAX_RATIO)) process.exitCode = 1

/** Milliseconds until a client that starts the server, and waits for each answer, has the list of its tools. */
async function untilListed(args: readonly string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }
  send({ id: 1, method: 'initialize', params: client })
  await answers.next()
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/list' })
  const { value } = (await answers.next()) as { value?: string }
  const took = performance.now() - begun
  if (value?.includes('"tools":[{') !== true) throw new Error(`${args.join(' ')} listed no tools: ${value}`)
  await end(child)
  return took
}

async function untilEnded(args: readonly string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - begun
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
