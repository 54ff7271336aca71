import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../../context.ts'
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
export function addOperatorCommands(program: Command, context: CliContext, wrap: WrapAction): void {
  const run = createRunAndPrint(context)
  addTokenCommands(program, context, run, wrap)
  addAccountsCommand(program, context, run, wrap)
  addAccessCommands(program, context, run, wrap)
  addQuotaCommands(program, context, run, wrap)
  addEngineCommands(program, context, run, wrap)
  addUserCommands(program, context, run, wrap)
  addLoginLinkCommand(program, context, run, wrap)
  addServerCommands(program, context, run, wrap)
}
