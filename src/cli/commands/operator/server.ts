import { formatResult } from '../../output/operator-results.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../help-text.ts'
import type { JsonOption, RunAndPrint } from './run-and-print.ts'

/** Adds `server status`. */
export function addServerCommands(program: CliCommand, run: RunAndPrint): void {
  const examples = ['server status', 'server status --json']
  const docs = 'docs/operating.md'
  const server = program
    .command('server')
    .helpGroup(OPERATOR_GROUP)
    .helpCommand(false)
    .description('Show the state of the server.')
    .explain({ examples, docs })
  server
    .command('status')
    .description('Show the process that holds the data folder, its URL, store and memory.')
    .option('--json', 'print JSON')
    .explain({ examples, docs })
    .run(async (options: JsonOption) => run('server status', {}, options, formatResult.status))
}
