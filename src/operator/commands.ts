import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'
import { setAccess } from './accounts/access.ts'
import { listAccounts } from './accounts/list.ts'
import { setQuota, showQuota } from './accounts/quota.ts'
import type { OperatorAction } from './action.ts'
import { auditLog } from './audit.ts'
import type { CommandContext, OperatorCommand } from './command.ts'
import { handOver } from './handover.ts'
import { overview } from './overview.ts'
import { serverStatus } from './server-status.ts'
import { createToken } from './tokens/create.ts'
import { listTokens } from './tokens/list.ts'
import { revokeToken } from './tokens/revoke.ts'
import { loginLinkCommand } from './users/login-link.ts'
import { resume, suspend } from './users/suspension.ts'

/** What operators do and see at the machine and on their page alike. */
const OPERATOR_ACTIONS: readonly OperatorAction[] = [
  overview,
  listAccounts,
  auditLog,
  setAccess,
  showQuota,
  setQuota,
  suspend,
  resume,
]

const COMMANDS: readonly OperatorCommand[] = [
  ...OPERATOR_ACTIONS,
  createToken,
  listTokens,
  revokeToken,
  loginLinkCommand,
  serverStatus,
  handOver,
]

/**
 * Runs an operator's command by name: the one implementation behind the command line and the control socket.
 * @throws AppError
 */
export async function runOperatorCommand(name: string, input: unknown, context: CommandContext): Promise<unknown> {
  const command = COMMANDS.find(known => known.name === name)
  if (command === undefined) {
    throw new AppError(
      'not_found',
      `The process that holds the data folder has no command ${JSON.stringify(echo(name))}.`,
      {
        fix: 'It may be an older version: stop it, start it again, and repeat the command.',
      },
    )
  }
  return command.run(input, context)
}
