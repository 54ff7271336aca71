import { Option } from 'commander'
import { formatResult } from '../../../output/operator-results.ts'
import type { CliCommand } from '../../../usage/cli-command.ts'
import { addGroup, OPERATOR_GROUP, parseCount } from '../../options.ts'
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

/** Adds `access grant` and `access withdraw`. */
export function addAccessCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['access withdraw acme', 'access grant acme']
  const docs = 'docs/operating.md'
  const access = addGroup(program, 'access', 'Allow an account to write, or make it read-only.', { examples, docs })
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
