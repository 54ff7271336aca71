import { z } from 'zod'
import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'
import { DESCRIBED, findDoubtfulTexts, MAX_DESCRIBED } from '../tools/doubtful-texts/find-doubtful-texts.ts'
import { setAccess } from './accounts/access.ts'
import { disableEngine, enableEngine, listEngines } from './accounts/engines.ts'
import { listAccounts } from './accounts/list.ts'
import { setQuota, showQuota } from './accounts/quota.ts'
import type { OperatorAction } from './action.ts'
import { auditLog } from './audit.ts'
import { type CommandContext, defineOperatorCommand, type OperatorCommand } from './command.ts'
import { handOver } from './handover.ts'
import { overview } from './overview.ts'
import { serverStatus } from './server-status.ts'
import { createToken } from './tokens/create.ts'
import { listTokens, revokeToken } from './tokens/tokens.ts'
import { loginLinkCommand } from './users/sign-in-link.ts'
import { resume, suspend } from './users/suspension.ts'

/** Lists translations that pulls deliver for another source than their string's, the first ones or all; see `findDoubtfulTexts`. */
const doubtfulTexts = defineOperatorCommand(
  'doubtful texts',
  z.strictObject({ all: z.boolean() }),
  ({ all }, { services }) => findDoubtfulTexts(services.store.read, { described: all ? MAX_DESCRIBED : DESCRIBED }),
)

/** Available as commands and on the operator page. */
const OPERATOR_ACTIONS: readonly OperatorAction[] = [
  overview,
  listAccounts,
  auditLog,
  setAccess,
  showQuota,
  setQuota,
  listEngines,
  enableEngine,
  disableEngine,
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
  doubtfulTexts,
]

/**
 * Runs an operator command by name, for the command line and the control socket.
 * @throws AppError
 */
export async function runOperatorCommand(name: string, input: unknown, context: CommandContext): Promise<unknown> {
  const command = COMMANDS.find(known => known.name === name)
  if (command === undefined) {
    throw new AppError('not_found', `The running process does not know the command ${JSON.stringify(echo(name))}.`, {
      fix: 'It may be an older version. Restart it, then run the command again.',
    })
  }
  return command.run(input, context)
}
