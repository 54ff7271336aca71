import { AppError } from '../errors.ts'
import { echo } from '../shown.ts'
import { auditLog } from './audit.ts'
import type { CommandContext, OperatorCommand } from './command.ts'
import { createToken } from './create-token.ts'
import type { OperatorAction } from './deed.ts'
import { handOver } from './hand-over.ts'
import { listAccounts } from './list-accounts.ts'
import { listTokens } from './list-tokens.ts'
import { loginLinkCommand } from './login-link.ts'
import { overview } from './overview.ts'
import { setQuota, showQuota } from './quota.ts'
import { revokeToken } from './revoke-token.ts'
import { serverStatus } from './server-status.ts'
import { setAccess } from './set-access.ts'
import { resume, suspend } from './suspension.ts'

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
