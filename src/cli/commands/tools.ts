import { type Command, Option } from 'commander'
import { parseToolsets } from '../../http/mcp/toolsets.ts'
import type { CliContext, WrapAction } from '../context.ts'
import { rootOption } from '../files/root-option.ts'

/** The option that says which scopes a local process acts with. */
const scopesOption = (): Option =>
  new Option('--scopes <scopes>', 'everyday, all, or a list in quotes; only without DRAGOMAN_URL').default('everyday')

/** Adds the commands that reach tools: `mcp`, `call` and `tools`. */
export function addToolCommands(program: Command, context: CliContext, wrap: WrapAction): void {
  program
    .command('mcp')
    .description('Speak MCP on stdin and stdout: for this machine, or for the server that DRAGOMAN_URL names.')
    .addOption(scopesOption())
    .addOption(rootOption())
    .option('--toolsets <names>', 'which tools to list: core, organizations, advanced, all', 'core')
    .addHelpText('after', '\nIt ends when stdin ends. Only the protocol is written to stdout.')
    .action(
      wrap(async ({ scopes, toolsets, root }: { scopes: string; toolsets: string; root?: string }) => {
        const { serveStdio } = await import('../stdio/server.ts')
        return serveStdio(await context.machine(), { scopes, root, toolsets: parseToolsets(toolsets) }, context.io)
      }),
    )
  program
    .command('call <tool>')
    .description('Call a tool and print its answer as JSON.')
    .addOption(
      new Option('--json <arguments>', 'the arguments as a JSON object; - reads them from stdin').default('{}'),
    )
    .addOption(scopesOption())
    .addOption(rootOption())
    .option('--force', 'let pull_translations replace files that it did not write, and show which')
    .addHelpText('after', formatCallExamples(context))
    .action(
      wrap(async (tool: string, options: { json: string; scopes: string; root?: string; force?: boolean }) => {
        const { callTool } = await import('./call-tool.ts')
        return callTool(await context.machine(), { tool, ...options }, context.io)
      }),
    )
  program
    .command('tools')
    .description('List the tools, with what each is for and the scope it needs.')
    .option('--json', 'print JSON')
    .action(
      wrap(async ({ json = false }: { json?: boolean }) => {
        const { listTools } = await import('./list-tools.ts')
        return listTools(context.io, json)
      }),
    )
}

const formatCallExamples = ({ command }: CliContext): string => `
Files are read and written below --root, so their contents need not be given:
  ${command(`call list_projects --json '{"account":"acme"}'`)}
  ${command(`call push_source --json '{"project":"acme/app","files":[{"path":"locales/en.json"}]}'`)}
  ${command(`call pull_translations --json '{"project":"acme/app","locale":"de"}'`)}`
