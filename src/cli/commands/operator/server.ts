import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../../context.ts'
import { formatResult } from '../../output/operator-results.ts'
import { addHelpText, OPERATOR_GROUP } from '../help-text.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

/** Adds `server status`. */
export function addServerCommands(program: Command, { command }: CliContext, run: RunAndPrint, wrap: WrapAction): void {
  const server = program
    .command('server')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Show the state of the server.')
  const examples = [command('server status'), command('server status --json')]
  const docs = 'docs/operating.md'
  addHelpText(server, { examples, docs })
  const status = server
    .command('status')
    .description('Show the process that holds the data folder, its URL, store and memory.')
    .option('--json', 'print JSON')
    .action(wrap(async (options: JsonOption) => run('server status', {}, options, formatResult.status)))
  addHelpText(status, { examples, docs })
}
