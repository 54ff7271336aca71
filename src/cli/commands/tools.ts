import { Option } from 'commander'
import { parseToolsets } from '../../http/mcp/toolsets.ts'
import type { CliContext } from '../context.ts'
import { rootOption } from '../files/file-access.ts'
import type { CliCommand } from '../usage/cli-command.ts'

/** `--scopes`: the scopes of a local process. */
const scopesOption = (): Option =>
  new Option('--scopes <scopes>', 'everyday, all, or a quoted list; for your data folder only').default('everyday')

/** Adds `mcp`, `call` and `tools`. */
export function addToolCommands(program: CliCommand, context: CliContext): void {
  const { commandAnywhere } = context
  program
    .command('mcp')
    .description('Serve MCP over stdio.')
    .option('--url <url>', 'server to sign in to (default: the one that commands here use)')
    .addOption(scopesOption())
    .addOption(rootOption())
    .option('--toolsets <names>', 'tools to list: core, organizations, advanced, all', 'core')
    .explain({
      lines: [
        `claude mcp add dragoman -- ${commandAnywhere('mcp')}`,
        `claude mcp add dragoman -- ${commandAnywhere('mcp --url https://l10n.example.org')}`,
      ],
      notes: `With a server, it uses the sign-in of dragoman login, or tells the agent where you sign in.
Without one, it uses your data folder. Ends when stdin ends.`,
      docs: 'docs/clients.md',
    })
    .run(async ({ toolsets, ...options }: { scopes: string; toolsets: string; root?: string; url?: string }) => {
      const [{ serveStdio }, machine] = await Promise.all([import('../stdio/server.ts'), context.machine()])
      return serveStdio(machine, { ...options, toolsets: parseToolsets(toolsets) }, context.io)
    })
  program
    .command('call <tool>')
    .description('Call a tool and print its response as JSON.')
    .addOption(new Option('--json <arguments>', 'arguments as a JSON object; - reads stdin').default('{}'))
    .addOption(scopesOption())
    .addOption(rootOption())
    .option('--force', 'let pull_translations replace files that no earlier pull wrote, and list them')
    .explain({
      examples: [
        `call list_projects --json '{"account":"acme"}'`,
        `call push_source --json '{"project":"acme/app","files":[{"path":"locales/en.json"}]}'`,
        `call pull_translations --json '{"project":"acme/app","locale":"de"}'`,
      ],
      notes: 'Tools read and write files below --root. Leave out their content.',
      docs: 'docs/tools.md, docs/files.md',
    })
    .run(async (tool: string, options: { json: string; scopes: string; root?: string; force?: boolean }) => {
      const { callTool } = await import('./call-tool.ts')
      return callTool(await context.machine(), { tool, ...options }, context.io)
    })
  program
    .command('tools')
    .description('List all tools with title and required scope.')
    .option('--json', 'print JSON')
    .explain({ examples: ['tools', 'tools --json'], docs: 'docs/tools.md' })
    .run(async ({ json = false }: { json?: boolean }) => {
      const { listTools } = await import('./list-tools.ts')
      return listTools(context.io, json)
    })
}
