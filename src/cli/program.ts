import { CommanderError, Help } from 'commander'
import { addCheckCommand } from './commands/check.ts'
import { addConnectCommand } from './commands/connect.ts'
import { addDailyCommands } from './commands/daily.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addGlossaryCommands } from './commands/glossary.ts'
import { addCompletionCommand, addHelpCommand } from './commands/help.ts'
import { addMemoryCommands } from './commands/memory.ts'
import { addAuditCommand } from './commands/operator/audit.ts'
import { addBackupCommands } from './commands/operator/backup.ts'
import { addMoveCommand } from './commands/operator/move.ts'
import { addOperatorCommands } from './commands/operator/operator.ts'
import { describeOption } from './commands/options.ts'
import { addRunCommands } from './commands/runs.ts'
import { addSignInCommands } from './commands/sign-in.ts'
import { addInitCommand, addSyncCommands } from './commands/sync.ts'
import { addToolCommands } from './commands/tools.ts'
import type { CliContext, WrapAction } from './context.ts'
import { USAGE } from './exit-codes.ts'
import { formatError, paint, printError } from './io.ts'
import { guardOutput } from './output/guard-output.ts'
import { CliCommand } from './usage/cli-command.ts'
import { formatProgramHelp } from './usage/program-help.ts'

/** Runs a command line and returns its exit code. Prints errors with their fix on stderr. */
export async function runProgram(args: readonly string[], context: CliContext): Promise<number> {
  let code = 0
  let running: CliCommand | undefined
  for (const stream of [context.io.stdout, context.io.stderr]) guardOutput(stream, context.env)
  const wrap: WrapAction =
    action =>
    async (...given) => {
      // The last argument of an action is its command.
      running = given.at(-1) as CliCommand
      code = await action(...(given as never[]))
    }
  const program = createProgram(context, wrap, args[0])
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    // The --json of call has its arguments. Its answers are JSON, and so are its errors for programs.
    const json = args[0] === 'call' ? !context.io.stderr.isTTY : args.includes('--json')
    const { command } = context
    const { toCommandWords } = await import('./usage/command-words.ts')
    const createAll = (): CliCommand => createProgram(context, wrap)
    return printError(context.io, await toCommandWords(error, running, { command, createAll }), { json, command })
  }
}

type AddCommands = (program: CliCommand, context: CliContext) => void

/** The commands that each function adds. `completion` and `help` know all others. */
const COMMANDS: readonly (readonly [add: AddCommands, ...names: string[]])[] = [
  [addServeCommand, 'serve'],
  [addConnectCommand, 'connect'],
  [addInitCommand, 'init'],
  [addSyncCommands, 'push', 'pull'],
  [addDailyCommands, 'status', 'work', 'submit', 'review', 'open'],
  [addSignInCommands, 'login', 'logout', 'whoami'],
  [addCheckCommand, 'check'],
  [addToolCommands, 'mcp', 'call', 'tools'],
  [addRunCommands, 'translate', 'runs'],
  [addGlossaryCommands, 'glossary'],
  [addMemoryCommands, 'memory'],
  [addOperatorCommands, 'token', 'user', 'login-link', 'server', 'accounts', 'engines', 'quota', 'access'],
  [addAuditCommand, 'audit'],
  [addBackupCommands, 'backup', 'restore', 'recover'],
  [addMoveCommand, 'move'],
  [addDoctorCommand, 'doctor'],
]

/** Creates the program with all commands and options, or with the named command and those beside it: a command starts faster alone. */
export function createProgram(context: CliContext, wrap: WrapAction, name?: string): CliCommand {
  const program = new CliCommand('dragoman', context.command, wrap)
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
    .explain({
      examples: ['connect claude-code  # connects your coding agent', 'call get_context  # calls a tool'],
      docs: 'README.md',
    })
  const named = COMMANDS.find(([, ...names]) => name !== undefined && names.includes(name))
  if (named !== undefined) {
    named[0](program, context)
    return program
  }
  for (const [add] of COMMANDS) add(program, context)
  addCompletionCommand(program, context)
  addHelpCommand(program, context)
  return program
}

function addServeCommand(program: CliCommand, context: CliContext): void {
  program
    .command('serve')
    .description('Start the server. Ctrl+C stops it.')
    .explain({
      examples: ['serve'],
      notes: 'Serves the web pages, MCP, REST and the control socket until SIGINT or SIGTERM.',
      docs: 'docs/operating.md, docs/configuration.md',
    })
    .run(async () => context.serve(await context.machine()))
}
