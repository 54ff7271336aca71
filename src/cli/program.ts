import { Command, CommanderError } from 'commander'
import { addDoctorCommand } from './commands/doctor.ts'
import { addHelpCommand } from './commands/help.ts'
import { addHelpText, describeOption } from './commands/help-text.ts'
import { addMemoryCommands } from './commands/memory.ts'
import { addAuditCommand } from './commands/operator/audit.ts'
import { addBackupCommands } from './commands/operator/backup.ts'
import { addOperatorCommands } from './commands/operator/operator.ts'
import { addRunCommands } from './commands/runs.ts'
import { addToolCommands } from './commands/tools.ts'
import type { CliContext, WrapAction } from './context.ts'
import { EXIT_MEANINGS, USAGE } from './exit-codes.ts'
import { printError } from './io.ts'

/** Runs a command line and returns its exit code. Prints errors with their fix on stderr. */
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

/** Creates the program with all commands and options. */
export function createProgram(context: CliContext, wrap: WrapAction): Command {
  const program = new Command('dragoman')
    .description('Localization for coding agents: source strings, translations, glossary and voice.')
    .version(context.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('Run the command with --help to see its options and examples.')
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    .configureOutput({
      writeOut: text => void context.io.stdout.write(text),
      writeErr: text => void context.io.stderr.write(text),
    })
  const { command, commandAnywhere } = context
  addHelpText(program, {
    examples: [
      `${command('serve')}  # starts the server`,
      `${command('token create --name laptop --scopes everyday --quiet')}  # creates a token`,
      `claude mcp add dragoman -- ${commandAnywhere('mcp')}`,
      command('call get_context'),
      command(`call create_token --json '{"name":"ci","scopes":["project:read"]}' --scopes all`),
      command('call push_source --json - < push.json'),
    ],
    notes: formatExitCodes(),
    docs: 'README.md, docs/operating.md',
  })
  const serve = program
    .command('serve')
    .description('Start the server. Ctrl+C stops it.')
    .action(wrap(async () => context.serve(await context.machine())))
  addHelpText(serve, {
    examples: [command('serve')],
    notes: 'Serves the web pages, MCP, REST and the control socket until SIGINT or SIGTERM.',
    docs: 'docs/operating.md, docs/configuration.md',
  })
  addToolCommands(program, context, wrap)
  addRunCommands(program, context, wrap)
  addMemoryCommands(program, context, wrap)
  addOperatorCommands(program, context, wrap)
  addAuditCommand(program, context, wrap)
  addBackupCommands(program, context, wrap)
  addDoctorCommand(program, context, wrap)
  addHelpCommand(program, context)
  return program
}

function formatExitCodes(): string {
  const lines = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`)
  return `Exit codes:\n${lines.join('\n')}`
}
