#!/usr/bin/env node
import { localHandle } from './auth/users/handles.ts'
import { EXIT_CODES } from './cli/exit-codes.ts'
import type { Io } from './cli/io.ts'
import type { Machine } from './cli/machine.ts'
import {
  describeFirstSteps,
  FIRST_TOKEN_ARGS,
  formatSignInHelp,
  NO_OPERATOR_HINT,
  SIGN_IN_LINK_ARGS,
} from './cli/output/first-steps.ts'
import { createReadableLog } from './cli/output/readable-log.ts'
import { runProgram } from './cli/program.ts'
import { stopWithDeadline, waitForStopSignal } from './cli/shutdown.ts'
import { composeMachine, systemUser } from './compose.ts'
import { findDataDir, readConfig } from './config.ts'
import { AppError } from './errors.ts'
import { type Log, openLog } from './log.ts'
import { createCommandFormatter, toExecCommand } from './shell-commands.ts'
import type { Services } from './tools/pipeline/call.ts'
import { VERSION } from './version.ts'

const io: Io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
const now = () => new Date()
const args = process.argv.slice(2)
const dataDir = findDataDir(process.env)

const code = await runProgram(args, {
  io,
  version: VERSION,
  command: createCommandFormatter({ dataDir, from: workingFolder() }),
  commandAnywhere: given => toExecCommand(createCommandFormatter({ dataDir })(given)),
  machine: async () => {
    const config = readConfig()
    const log = openServiceLog(config.logLevel)
    exitOnUncaughtError(log)
    return composeMachine({ config, log, now, workingFolder: workingFolder(), args })
  },
  serve: serveUntilSignal,
})
await Promise.all([waitUntilFlushed(io.stdout), waitUntilFlushed(io.stderr)])
process.exit(code)

/** Waits until output is written: a pipe takes long output in pieces, which an exit would cut. Does not wait for a reader that has left. */
function waitUntilFlushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })
}

/** Opens the log: JSON lines, or text in a terminal. Short commands log only warnings and errors. */
function openServiceLog(level: string): Log {
  const serving = args[0] === 'serve'
  const quiet = !serving && level === 'info' ? 'warn' : level
  return openLog(quiet, io.stderr.isTTY ? createReadableLog(io.stderr) : io.stderr)
}

async function serveUntilSignal({ config, log, command }: Machine): Promise<number> {
  const signal = waitForStopSignal(log)
  const { serve } = await import('./serve.ts')
  const running = await serve(config, { log, now })
  const { registerServer } = await import('./cli/control/running-servers.ts')
  const removeNote = await registerServer(config, running.url, log)
  const { forOperators } = running.services.commands
  const first = running.services.store.status().counts['tokens'] === 0
  const nobodyOperates = (await running.services.store.read.users.count('operator', '')) === 0
  const byLink = config.providers.length === 0
  const steps = { url: running.url, command, handle: localHandle(systemUser()), nobodyOperates }
  if (io.stdout.isTTY) {
    const link = byLink ? await createOwnSignInLink(running.services, steps.handle, log) : undefined
    io.stdout.write(
      `Dragoman ${VERSION} is running at ${running.url}. Data: ${config.dataDir}. Press Ctrl+C to stop.\n`,
    )
    if (first) io.stdout.write(`\n${describeFirstSteps({ ...steps, link })}`)
    else if (byLink || nobodyOperates) io.stdout.write(`\n${formatSignInHelp({ ...steps, link })}`)
  } else {
    log.info({ url: running.url, data_dir: config.dataDir, version: VERSION }, 'listening')
    if (byLink) log.info({ command: forOperators(SIGN_IN_LINK_ARGS) }, 'to sign in, create a sign-in link')
    else if (nobodyOperates) log.warn({ command: forOperators(SIGN_IN_LINK_ARGS) }, NO_OPERATOR_HINT)
    if (first) log.info({ command: forOperators(FIRST_TOKEN_ARGS) }, 'no tokens yet: create the first one')
  }
  await signal
  await stopWithDeadline(log, async () => {
    await removeNote()
    await running.stop()
  })
  return 0
}

/** Creates a sign-in link for the user of this terminal; undefined if a user of a provider has that handle. */
async function createOwnSignInLink(services: Services, handle: string, log: Log): Promise<string | undefined> {
  const { createMachineSignInLink } = await import('./operator/users/sign-in-link.ts')
  const holder = { kind: 'server', pid: process.pid, startedAt: now() } as const
  try {
    return (await createMachineSignInLink(handle, { services, holder, requestId: services.newId() })).url
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn(`${error.message} ${error.fixWith(services.commands.forOperators) ?? ''}`)
    return undefined
  }
}

/** Logs an uncaught exception and exits, because the state of the process is unknown. */
function exitOnUncaughtError(log: Log): void {
  const stop = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind)
    process.exit(EXIT_CODES.internal_error)
  }
  process.on('uncaughtException', stop('uncaught exception'))
  process.on('unhandledRejection', stop('unhandled rejection'))
}

/** The folder where the user ran the command. npm changes to the checkout and passes the original in INIT_CWD. */
function workingFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledIn } = process.env
  return (script === 'dragoman' || script === 'start') && calledIn !== undefined ? calledIn : process.cwd()
}
