import type { CommandFormatter } from '../errors.ts'
import type { Io } from './io.ts'
import type { Machine } from './machine.ts'

/** The parts of the process that the command line uses. */
export interface CliContext {
  readonly io: Io
  readonly version: string
  /** Formats commands of this installation for the shell and folder of the current command. */
  readonly command: CommandFormatter
  /** Formats commands that other programs run without a shell, in any folder. */
  readonly commandAnywhere: CommandFormatter
  /** The words that start this installation in any folder, without a shell. */
  readonly programWords: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Reads the configuration from the environment. @throws AppError `bad_config`. */
  machine(): Promise<Machine>
  /** Runs the server until a signal; returns the exit code. */
  serve(machine: Machine): Promise<number>
}

/** What a command does with its arguments and options. Returns the exit code. */
export type Action = (...given: never[]) => Promise<number>

/** Wraps an action for commander, which expects no exit code. */
export type WrapAction = (action: Action) => (...given: unknown[]) => Promise<void>
