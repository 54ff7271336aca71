import { localHandle } from '../../../auth/users/handles.ts'
import { AppError } from '../../../errors.ts'
import type { CliContext } from '../../context.ts'

/** The user that an operator command acts for. */
export interface CommandUser {
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
