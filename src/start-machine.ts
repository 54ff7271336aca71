import { EXIT_CODES } from './cli/exit-codes.ts'
import type { Io } from './cli/io.ts'
import type { Machine } from './cli/machine.ts'
import { createReadableLog } from './cli/output/readable-log.ts'
import { composeMachine } from './compose.ts'
import { readConfig } from './config.ts'
import { type Log, openLog } from './log.ts'

interface StartOptions {
  readonly io: Io
  readonly args: readonly string[]
  readonly now: () => Date
  /** The folder where the user ran the command. */
  readonly workingFolder: string
}

/** Reads the configuration, opens the log and composes the machine of a command. @throws AppError `bad_config`. */
export async function startMachine({ io, args, now, workingFolder }: StartOptions): Promise<Machine> {
  const config = readConfig()
  const log = openServiceLog(config.logLevel, { io, args })
  exitOnUncaughtError(log)
  return composeMachine({ config, log, now, workingFolder, args })
}

/** Opens the log: JSON lines, or text in a terminal. Short commands log only warnings and errors. */
function openServiceLog(level: string, { io, args }: Pick<StartOptions, 'io' | 'args'>): Log {
  const serving = args[0] === 'serve'
  const quiet = !serving && level === 'info' ? 'warn' : level
  return openLog(quiet, io.stderr.isTTY ? createReadableLog(io.stderr) : io.stderr)
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
