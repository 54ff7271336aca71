import type { Io } from './cli/io.ts'
import { exitWhenOutputFails, setColours } from './cli/output/streams.ts'
import { runProgram } from './cli/program.ts'
import { waitForStopSignal } from './cli/shutdown.ts'
import { findDataDir } from './config/folders.ts'
import { isCommandOnPath } from './config/programs.ts'
import { VERSION } from './package-root.ts'
import { createCommandFormatter, createProgramWords, toExecCommand } from './shell-commands.ts'

const io: Io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
for (const stream of [io.stdout, io.stderr]) setColours(stream, process.env)
exitWhenOutputFails(io, code => process.exit(code))
const now = () => new Date()
const args = process.argv.slice(2)
const dataDir = findDataDir(process.env)
const storeUrl = process.env['DRAGOMAN_STORE_URL']

const code = await runProgram(args, {
  io,
  version: VERSION,
  command: createCommandFormatter({
    dataDir,
    storeUrl,
    from: workingFolder(),
    isCommandOnPath: isCommandOnPath(process.env),
  }),
  programWords: createProgramWords(dataDir),
  env: process.env,
  commandAnywhere: given => toExecCommand(createCommandFormatter({ dataDir, storeUrl })(given)),
  // Help and mistakes in a command line need neither.
  machine: async () => {
    const { startMachine } = await import('./start-machine.ts')
    return startMachine({ io, args, now, workingFolder: workingFolder() })
  },
  serve: async machine => {
    // A signal that comes while the modules load stops the server when it has started.
    const signal = waitForStopSignal(machine.log)
    const { serveUntilSignal } = await import('./serve-until-signal.ts')
    return serveUntilSignal(machine, { io, now, signal })
  },
})
await Promise.all([waitUntilFlushed(io.stdout), waitUntilFlushed(io.stderr)])
process.exit(code)

/** Waits until output is written: a pipe takes long output in pieces, which an exit would cut. Without a reader, the write ends with an error. */
function waitUntilFlushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    stream.write('', () => resolve())
  })
}

/** The folder where the user ran the command. npm changes to the checkout and passes the original in INIT_CWD. */
function workingFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledIn } = process.env
  return (script === 'dragoman' || script === 'start') && calledIn !== undefined ? calledIn : process.cwd()
}
