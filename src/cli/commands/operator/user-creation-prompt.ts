import { createInterface } from 'node:readline'
import { AppError } from '../../../errors.ts'
import type { CliContext } from '../../context.ts'
import { USAGE } from '../../exit-codes.ts'
import { type Io, printError } from '../../io.ts'

interface PromptOptions {
  /** Creates an unknown user without asking. */
  readonly create: boolean
  readonly json: boolean
}

/** Runs a command for a user. If the user does not exist, asks on a terminal whether to create them. */
export async function withUserCreationPrompt(
  ask: (create: boolean) => Promise<number>,
  { create, json }: PromptOptions,
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  try {
    return await ask(create)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    if (!json && (await askYesNo(io, `${error.message} Create them?`))) return ask(true)
    printError(io, error, { json, command })
    return USAGE
  }
}

/** Asks on a terminal; only `y` and `yes` mean yes. Without a terminal, the answer is no. */
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
