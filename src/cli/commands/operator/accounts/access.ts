import { formatResult } from '../../../output/operator-results.ts'
import type { CliCommand } from '../../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../../help-text.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

/** Adds `access grant` and `access withdraw`. */
export function addAccessCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['access withdraw acme', 'access grant acme']
  const docs = 'docs/operating.md'
  const access = program
    .command('access')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Allow an account to write, or make it read-only.')
    .explain({ examples, docs })
  for (const [usage, description, has_access] of [
    ['grant <handle>', 'Allow the account to write.', true],
    ['withdraw <handle>', 'Make the account read-only.', false],
  ] as const) {
    access
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .explain({ examples, docs })
      .run((handle: string, options: JsonOption) => run('access', { handle, has_access }, options, formatResult.access))
  }
}
