import { Option } from 'commander'
import { formatResult } from '../../../output/operator-results.ts'
import type { CliCommand } from '../../../usage/cli-command.ts'
import { parseCount } from '../../count-argument.ts'
import { OPERATOR_GROUP } from '../../help-text.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

interface AccountsOptions extends JsonOption {
  readonly kind?: string
  readonly startingWith?: string
  readonly limit: number
  readonly cursor?: string
}

/** Adds `accounts`. */
export function addAccountsCommand(program: CliCommand, run: RunAndPrint): void {
  program
    .command('accounts')
    .helpGroup(OPERATOR_GROUP)
    .description('List all accounts with owner, access, members, projects and tokens.')
    .addOption(new Option('--kind <kind>', 'only accounts of this kind').choices(['personal', 'organization']))
    .option('--starting-with <text>', 'only handles that start with this')
    .addOption(new Option('--limit <count>', 'accounts per page, at most 200').argParser(parseCount).default(50))
    .option('--cursor <cursor>', 'the next page, as the previous one printed it')
    .option('--json', 'print JSON')
    .explain({
      examples: ['accounts --kind organization', 'accounts --starting-with ac'],
      docs: 'docs/operating.md',
    })
    .run(async ({ kind, startingWith: starting_with, limit, cursor, json = false }: AccountsOptions) =>
      run('accounts', { kind, starting_with, limit, cursor }, { json }, formatResult.accounts),
    )
}
