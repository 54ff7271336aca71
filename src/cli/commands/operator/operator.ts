import type { CliContext } from '../../context.ts'
import { formatResult } from '../../output/operator-results.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { addGroup } from '../options.ts'
import { addAccessCommands, addAccountsCommand } from './accounts/accounts.ts'
import { addEngineCommands } from './accounts/engines.ts'
import { addQuotaCommands } from './accounts/quota.ts'
import { addLoginLinkCommand } from './login-link.ts'
import { createRunAndPrint, type JsonOption, type RunAndPrint } from './run-and-print.ts'
import { addTokenCommands } from './token.ts'

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

/** Adds `user suspend` and `user resume`. */
function addUserCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['user suspend ada', 'user resume ada']
  const docs = 'docs/operating.md, Suspended users'
  const user = addGroup(program, 'user', 'Suspend a user, or end a suspension.', { examples, docs })
  const set = (action: 'suspend' | 'resume') => async (handle: string, options: JsonOption) =>
    run(action, { user: handle }, options, formatResult.suspension)
  user
    .command('suspend <handle>')
    .description('Suspend a user: sign them out and refuse their tokens and apps.')
    .option('--json', 'print JSON')
    .explain({ examples, notes: SUSPEND_NOTES, docs })
    .run(set('suspend'))
  user
    .command('resume <handle>')
    .description('End a suspension. Tokens and apps work again.')
    .option('--json', 'print JSON')
    .explain({ examples, docs })
    .run(set('resume'))
}

const SUSPEND_NOTES = `Applies at once: browsers are signed out, and sign-in links expire. Tokens, connected apps
and local processes are refused until you resume the user. Projects and memberships stay.
To revoke a token, use token revoke. To make an account read-only, use access withdraw.`

/** Adds `server status`. */
function addServerCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['server status', 'server status --json']
  const docs = 'docs/operating.md'
  const server = addGroup(program, 'server', 'Show the state of the server.', { examples, docs })
  server
    .command('status')
    .description('Show the process that holds the data folder, its URL, store and memory.')
    .option('--json', 'print JSON')
    .explain({ examples, docs })
    .run(async (options: JsonOption) => run('server status', {}, options, formatResult.status))
}
