import { Argument, Option } from 'commander'
import { CLIENT_IDS } from '../connect/client-list.ts'
import { SCOPES } from '../connect/clients.ts'
import type { ConnectOptions } from '../connect/connect.ts'
import type { CliContext } from '../context.ts'
import type { CliCommand } from '../usage/cli-command.ts'

/** Adds `connect`. */
export function addConnectCommand(program: CliCommand, context: CliContext): void {
  program
    .command('connect')
    .description('Connect a coding agent with the server. Without a client: list clients.')
    .addArgument(new Argument('[client]', 'name of a client').choices(CLIENT_IDS))
    .option('--url <url>', 'base URL of the server (default: from dragoman.json, or this machine)')
    .addOption(new Option('--scope <scope>', 'for this repository, or for you').choices(SCOPES))
    .option('--stdio', 'let the client start dragoman mcp, which signs in with dragoman login')
    .option('--skill', 'install the skill that explains the work to the agent, too')
    .option('--print', 'print the configuration; write nothing')
    .option('--remove', 'undo')
    .option('--force', 'replace another server with the same name')
    .option('--quiet', 'print only the names of clients')
    .option('--json', 'print JSON')
    .explain({
      examples: ['connect claude-code', 'connect codex --url https://l10n.example.org --print'],
      notes: 'Edits only its own lines. Comments, order and other servers stay.',
      docs: 'docs/clients.md',
    })
    .run(async (client: string | undefined, options: ConnectOptions & { quiet?: boolean }) => {
      const machine = await context.machine()
      if (client === undefined) {
        const { listClients } = await import('../connect/list.ts')
        return listClients(machine, options, context)
      }
      const { connect: act } = await import('../connect/connect.ts')
      return act(machine, client, options, context)
    })
}
