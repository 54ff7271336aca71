import { AppError } from '../errors.ts'
import { askYesNo } from './confirm.ts'
import { USAGE } from './exit-codes.ts'
import { printError } from './io.ts'
import type { CliContext } from './world.ts'

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
