import { formatResult } from '../../output/operator-results.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../help-text.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

/** Adds `user suspend` and `user resume`. */
export function addUserCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['user suspend ada', 'user resume ada']
  const docs = 'docs/operating.md, Suspended users'
  const user = program
    .command('user')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Suspend a user, or end a suspension.')
    .explain({ examples, docs })
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
