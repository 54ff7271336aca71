import { CommanderError, Help } from 'commander'
import { addCheckCommand } from './commands/check.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addConnectCommand } from './commands/connect.ts'
import { addDailyCommands } from './commands/daily.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addGlossaryCommands } from './commands/glossary.ts'
import { addHelpCommand } from './commands/help.ts'
import { addHelpText, describeOption } from './commands/help-text.ts'
import { addInitCommand } from './commands/init.ts'
import { addMemoryCommands } from './commands/memory.ts'
import { addAuditCommand } from './commands/operator/audit.ts'
import { addBackupCommands } from './commands/operator/backup.ts'
import { addOperatorCommands } from './commands/operator/operator.ts'
import { addRunCommands } from './commands/runs.ts'
import { addSignInCommands } from './commands/sign-in.ts'
import { addSyncCommands } from './commands/sync.ts'
import { addToolCommands } from './commands/tools.ts'
import type { CliContext, WrapAction } from './context.ts'
import { USAGE } from './exit-codes.ts'
import { formatError, paint, printError } from './io.ts'
import { CliCommand } from './usage/cli-command.ts'
import { formatProgramHelp } from './usage/program-help.ts'

/** Runs a command line and returns its exit code. Prints errors with their fix on stderr. */
export async function runProgram(args: readonly string[], context: CliContext): Promise<number> {
  let code = 0
  const program = createProgram(context, action => async (...given) => {
    code = await action(...given)
  })
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    // The --json of call has its arguments. Its answers are JSON, and so are its errors for programs.
    const json = args[0] === 'call' ? !context.io.stderr.isTTY : args.includes('--json')
    return printError(context.io, error, { json, command: context.command })
  }
}

/** Creates the program with all commands and options. */
export function createProgram(context: CliContext, wrap: WrapAction): CliCommand {
  const program = new CliCommand('dragoman', context.command)
    .description('Localization for coding agents: source strings, translations, glossary and voice.')
    .version(context.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      optionDescription: describeOption,
      formatHelp: (shown, helper) =>
        shown.parent === null ? formatProgramHelp(shown, helper) : new Help().formatHelp(shown, helper),
    })
    .exitOverride()
    .configureOutput({
      writeOut: text => void context.io.stdout.write(text),
      writeErr: text => void context.io.stderr.write(text),
      outputError: (message, write) => write(`${formatError(message.trimEnd(), paint(context.io.stderr))}\n`),
    })
  const { command } = context
  addHelpText(program, {
    examples: [
      `${command('connect claude-code')}  # connects your coding agent`,
      `${command('call get_context')}  # calls a tool`,
    ],
    docs: 'README.md',
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
  addConnectCommand(program, context, wrap)
  addInitCommand(program, context, wrap)
  addSyncCommands(program, context, wrap)
  addDailyCommands(program, context, wrap)
  addSignInCommands(program, context, wrap)
  addCheckCommand(program, context, wrap)
  addToolCommands(program, context, wrap)
  addRunCommands(program, context, wrap)
  addGlossaryCommands(program, context, wrap)
  addMemoryCommands(program, context, wrap)
  addOperatorCommands(program, context, wrap)
  addAuditCommand(program, context, wrap)
  addBackupCommands(program, context, wrap)
  addDoctorCommand(program, context, wrap)
  addCompletionCommand(program, context, wrap)
  addHelpCommand(program, context)
  return program
}
