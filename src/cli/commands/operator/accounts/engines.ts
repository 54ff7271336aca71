import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../../../context.ts'
import { describeChangedEngine, describeEngines } from '../../../output/engines.ts'
import { addHelpText, OPERATOR_GROUP } from '../../help-text.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

interface ListOptions extends JsonOption {
  readonly account?: string
}

interface EnableOptions extends JsonOption {
  readonly budget: string
}

const DOCS = 'docs/engines.md'

/** Adds `engines`, `engines enable` and `engines disable`. */
export function addEngineCommands(program: Command, { command }: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const engines = program
    .command('engines')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('List the translation engines, and what accounts spent on them this month.')
    .option('--account <account>', 'only this account, with all engines that cost money')
    .option('--json', 'print JSON')
    .action(
      wrap(async ({ account, json = false }: ListOptions) =>
        run('engines', { ...(account !== undefined && { account }) }, { json }, describeEngines),
      ),
    )
  addHelpText(engines, {
    examples: [command('engines'), command('engines --account acme'), command('engines enable acme llm --budget 20')],
    notes: 'Engines that cost money are off for an account until you enable them with a monthly budget.',
    docs: DOCS,
  })
  const enable = engines
    .command('enable <account> <engine>')
    .description('Enable an engine that costs money for an account, or change its budget.')
    .requiredOption('--budget <dollars>', 'US dollars a calendar month (UTC), for example 20')
    .option('--json', 'print JSON')
    .action(
      wrap(async (account: string, engine: string, { budget, json = false }: EnableOptions) =>
        run('engines enable', { account, engine, budget }, { json }, describeChangedEngine),
      ),
    )
  addHelpText(enable, { examples: [command('engines enable acme llm --budget 20')], docs: DOCS })
  const disable = engines
    .command('disable <account> <engine>')
    .description('Disable an engine that costs money for an account.')
    .option('--json', 'print JSON')
    .action(
      wrap(async (account: string, engine: string, options: JsonOption) =>
        run('engines disable', { account, engine }, options, describeChangedEngine),
      ),
    )
  addHelpText(disable, { examples: [command('engines disable acme llm')], docs: DOCS })
}
