import { createInterface } from 'node:readline'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { USAGE } from '../exit-codes.ts'
import { type Io, printError } from '../io.ts'

interface PromptOptions {
  /** Whether an unknown user is created without a question. */
  readonly create: boolean
  readonly json: boolean
}

/** Runs a command for a user. At a terminal, it asks whether an unknown one is created. */
export async function withUserCreationPrompt(
  ask: (create: boolean) => Promise<number>,
  { create, json }: PromptOptions,
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  try {
    return await ask(create)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    if (!json && (await askYesNo(io, `${error.message} Create it?`))) return ask(true)
    printError(io, error, { json, command })
    return USAGE
  }
}

/** Asks at a terminal, where anything but `y` or `yes` is a no; elsewhere it is a no without a question. */
function askYesNo({ stdin, stderr }: Io, question: string): Promise<boolean> {
  if (stdin.isTTY !== true || !stderr.isTTY) return Promise.resolve(false)
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  return new Promise(resolve => {
    lines.once('close', () => resolve(false))
    lines.question(`${question} [y/N] `, answer => {
      resolve(/^y(?:es)?$/i.test(answer.trim()))
      lines.close()
    })
  })
}
