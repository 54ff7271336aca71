import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../../../context.ts'
import { formatResult } from '../../../output/operator-results.ts'
import { addHelpText, OPERATOR_GROUP } from '../../help-text.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

/** Adds `access grant` and `access withdraw`. */
export function addAccessCommands(program: Command, { command }: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const access = program
    .command('access')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Allow an account to write, or make it read-only.')
  const examples = [command('access withdraw acme'), command('access grant acme')]
  const docs = 'docs/operating.md'
  addHelpText(access, { examples, docs })
  const set = (has_access: boolean) =>
    wrap(async (handle: string, options: JsonOption) =>
      run('access', { handle, has_access }, options, formatResult.access),
    )
  const grant = access
    .command('grant <handle>')
    .description('Allow the account to write.')
    .option('--json', 'print JSON')
    .action(set(true))
  const withdraw = access
    .command('withdraw <handle>')
    .description('Make the account read-only.')
    .option('--json', 'print JSON')
    .action(set(false))
  for (const each of [grant, withdraw]) addHelpText(each, { examples, docs })
}
