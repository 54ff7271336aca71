import type { CliContext } from '../../context.ts'
import { printAnswer } from '../../io.ts'

export interface JsonOption {
  readonly json?: boolean
}

/** Formats the answer of one operator command, whose type it knows. */
export type FormatAnswer = (answer: never) => string

/** Runs an operator command and prints its answer; returns the exit code. */
export type RunAndPrint = (command: string, input: object, options: JsonOption, show: FormatAnswer) => Promise<number>

/** Creates the function that operator commands run with: in the process that holds the data folder, or in this one. */
export const createRunAndPrint =
  (context: CliContext): RunAndPrint =>
  async (command, input, { json }, show) => {
    const { dispatchOperatorCommand } = await import('../../control/operator-command.ts')
    const answer = await dispatchOperatorCommand(await context.machine(), command, input)
    return printAnswer(context.io, json === true, answer, () => show(answer as never))
  }
