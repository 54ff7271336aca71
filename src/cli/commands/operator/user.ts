import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../../context.ts'
import { formatResult } from '../../output/operator-results.ts'
import { addHelpText, OPERATOR_GROUP } from '../help-text.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

/** Adds `user suspend` and `user resume`. */
export function addUserCommands(program: Command, { command }: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const user = program
    .command('user')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Suspend a user, or end a suspension.')
  const examples = [command('user suspend ada'), command('user resume ada')]
  const docs = 'docs/operating.md, Suspended users'
  addHelpText(user, { examples, docs })
  const set = (action: 'suspend' | 'resume') =>
    wrap(async (handle: string, options: JsonOption) => run(action, { user: handle }, options, formatResult.suspension))
  const suspend = user
    .command('suspend <handle>')
    .description('Suspend a user: sign them out and refuse their tokens and apps.')
    .option('--json', 'print JSON')
    .action(set('suspend'))
  addHelpText(suspend, { examples, notes: SUSPEND_NOTES, docs })
  const resume = user
    .command('resume <handle>')
    .description('End a suspension. Tokens and apps work again.')
    .option('--json', 'print JSON')
    .action(set('resume'))
  addHelpText(resume, { examples, docs })
}

const SUSPEND_NOTES = `Applies at once: browsers are signed out, and sign-in links expire. Tokens, connected apps
and local processes are refused until you resume the user. Projects and memberships stay.
To revoke a token, use token revoke. To make an account read-only, use access withdraw.`
