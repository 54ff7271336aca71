import { describeChangedEngine, describeEngines } from '../../../output/engines.ts'
import type { CliCommand } from '../../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../../options.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

interface ListOptions extends JsonOption {
  readonly account?: string
}

interface EnableOptions extends JsonOption {
  readonly budget: string
}

const DOCS = 'docs/engines.md'

/** Adds `engines`, `engines enable` and `engines disable`. */
export function addEngineCommands(program: CliCommand, run: RunAndPrint): void {
  const engines = program
    .command('engines')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('List the translation engines, and what accounts spent on them this month.')
    .option('--account <account>', 'only this account, with all engines that cost money')
    .option('--json', 'print JSON')
    .explain({
      examples: ['engines', 'engines --account acme', 'engines enable acme llm --budget 20'],
      notes: 'Engines that cost money are off for an account until you enable them with a monthly budget.',
      docs: DOCS,
    })
    .run(async ({ account, json = false }: ListOptions) => run('engines', { account }, { json }, describeEngines))
  engines
    .command('enable <account> <engine>')
    .description('Enable an engine that costs money for an account, or change its budget.')
    .requiredOption('--budget <dollars>', 'US dollars a calendar month (UTC), for example 20')
    .option('--json', 'print JSON')
    .explain({ examples: ['engines enable acme llm --budget 20'], docs: DOCS })
    .run(async (account: string, engine: string, { budget, json = false }: EnableOptions) =>
      run('engines enable', { account, engine, budget }, { json }, describeChangedEngine),
    )
  engines
    .command('disable <account> <engine>')
    .description('Disable an engine that costs money for an account.')
    .option('--json', 'print JSON')
    .explain({ examples: ['engines disable acme llm'], docs: DOCS })
    .run(async (account: string, engine: string, options: JsonOption) =>
      run('engines disable', { account, engine }, options, describeChangedEngine),
    )
}
