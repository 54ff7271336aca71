import { Command, CommanderError } from 'commander'
import { addAuditCommand } from './commands/audit.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addHelpCommand } from './commands/help.ts'
import { addOperatorCommands } from './commands/operator.ts'
import { addToolCommands } from './commands/tools.ts'
import type { CliContext, WrapAction } from './context.ts'
import { EXIT_MEANINGS, USAGE } from './exit-codes.ts'
import { printError } from './io.ts'

/** Runs one command line and returns its exit code; every failure becomes a message with its fix on stderr. */
export async function runProgram(args: readonly string[], context: CliContext): Promise<number> {
  let code = 0
  const program = createProgram(context, action => async (...given) => {
    code = await action(...given)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    const json = args.includes('--json') && args[0] !== 'call'
    return printError(context.io, error, { json, command: context.command })
  }
}

/** Every command with its options. */
export function createProgram(context: CliContext, wrap: WrapAction): Command {
  const program = new Command('dragoman')
    .description('A localization service that coding agents use. It keeps source texts, translations, voice and terms.')
    .version(context.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('Add --help for the options and examples.')
    .addHelpText('after', () => formatHelpExamples(context))
    .exitOverride()
    .configureOutput({
      writeOut: text => void context.io.stdout.write(text),
      writeErr: text => void context.io.stderr.write(text),
    })
  program
    .command('serve')
    .description('Serve MCP, REST and the control socket until SIGINT or SIGTERM.')
    .action(wrap(async () => context.serve(await context.machine())))
  addToolCommands(program, context, wrap)
  addOperatorCommands(program, context, wrap)
  addAuditCommand(program, context, wrap)
  addBackupCommands(program, context, wrap)
  addDoctorCommand(program, context, wrap)
  addHelpCommand(program)
  return program
}

function formatHelpExamples({ command, commandAnywhere }: CliContext): string {
  const lines = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
  return `
Examples:
  Start the service, and create the first token:
    ${command('serve')}
    ${command('token create --name laptop --scopes everyday --quiet')}
  Call any tool, on this machine or on the server that DRAGOMAN_URL and DRAGOMAN_TOKEN name:
    ${command('tools')}
    ${command('call get_context')}
    ${command(`call create_token --json '{"name":"ci","scopes":["project:read"]}' --scopes all`)}
    ${command('call push_source --json - < push.json')}
  Give an MCP client the service over stdio:
    claude mcp add dragoman -- ${commandAnywhere('mcp')}

Exit codes:
${lines.join('\n')}
`
}
