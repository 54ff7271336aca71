import type { CliContext } from '../../context.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { addAccessCommands } from './accounts/access.ts'
import { addEngineCommands } from './accounts/engines.ts'
import { addAccountsCommand } from './accounts/list.ts'
import { addQuotaCommands } from './accounts/quota.ts'
import { addLoginLinkCommand } from './login-link.ts'
import { createRunAndPrint } from './run-and-print.ts'
import { addServerCommands } from './server.ts'
import { addTokenCommands } from './token.ts'
import { addUserCommands } from './user.ts'

/** Adds the commands that operators run on the data folder. */
export function addOperatorCommands(program: CliCommand, context: CliContext): void {
  const run = createRunAndPrint(context)
  addTokenCommands(program, context, run)
  addAccountsCommand(program, run)
  addAccessCommands(program, run)
  addQuotaCommands(program, run)
  addEngineCommands(program, run)
  addUserCommands(program, run)
  addLoginLinkCommand(program, context, run)
  addServerCommands(program, run)
}
