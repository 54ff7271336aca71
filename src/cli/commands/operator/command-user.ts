import { createInterface } from 'node:readline'
import { localHandle } from '../../../auth/users/handles.ts'
import { AppError } from '../../../errors.ts'
import type { CliContext } from '../../context.ts'
import { USAGE } from '../../exit-codes.ts'
import { type Io, printError } from '../../io.ts'

/** The user that an operator command acts for. */
interface CommandUser {
  readonly user: string
  /** Whether it is the user of this machine, who may become an operator and need not exist yet. */
  readonly own: boolean
}

/** The user of this machine, as commands name them. */
export const findOwnHandle = async (context: CliContext): Promise<string> =>
  localHandle((await context.machine()).userName)

/**
 * Runs a command for `--user`, or for the user of this machine: without the option and with their own handle alike. Somebody who signs in through a provider
 * can have the same handle; then the option means them.
 */
export async function runForUser<T>(
  named: string | undefined,
  context: CliContext,
  run: (user: CommandUser) => Promise<T>,
): Promise<T> {
  const handle = await findOwnHandle(context)
  if (named !== undefined && named.toLowerCase() !== handle) return run({ user: named, own: false })
  try {
    return await run({ user: handle, own: true })
  } catch (error) {
    if (named === undefined || !(error instanceof AppError) || error.code !== 'forbidden') throw error
    return run({ user: handle, own: false })
  }
}

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
