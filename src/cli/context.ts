import type { CommandFormatter } from '../errors.ts'
import type { Io } from './io.ts'
import type { Machine } from './machine.ts'

/** What the command line is given by the process that runs it. */
export interface CliContext {
  readonly io: Io
  readonly version: string
  /** Writes commands of this installation, to be pasted where this one was. */
  readonly command: CommandFormatter
  /** The same, for a program that starts them without a shell, in any folder. */
  readonly commandAnywhere: CommandFormatter
  /** Reads the environment. @throws AppError `bad_config`. */
  machine(): Promise<Machine>
  /** Serves until a signal; gives the exit code. */
  serve(machine: Machine): Promise<number>
}

/** Adds a command whose action gives an exit code. */
export type WrapAction = <A extends unknown[]>(
  action: (...given: A) => Promise<number>,
) => (...given: A) => Promise<void>
