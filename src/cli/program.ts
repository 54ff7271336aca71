import { Command, CommanderError } from 'commander'
import { addBackupCommands } from './archive-commands.ts'
import { addAuditCommand } from './audit-command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { EXIT_MEANINGS, USAGE } from './exit-codes.ts'
import { addHelpCommand } from './help-command.ts'
import { printError } from './io.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addToolCommands } from './tool-commands.ts'
import type { CliContext, WrapAction } from './world.ts'

/** Runs one command line and returns its exit code; every failure becomes a message with its fix on stderr. */
export async function runProgram(args: readonly string[], world: CliContext): Promise<number> {
  let code = 0
  const program = createProgram(world, action => async (...given) => {
    code = await action(...given)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    const json = args.includes('--json') && args[0] !== 'call'
    return printError(world.io, error, { json, command: world.command })
  }
}

/** Every command with its options. */
export function createProgram(world: CliContext, act: WrapAction): Command {
  const program = new Command('dragoman')
    .description('A localization service that coding agents use. It keeps source texts, translations, voice and terms.')
    .version(world.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showHelpAfterError('Add --help for the options and examples.')
    .addHelpText('after', () => formatHelpExamples(world))
    .exitOverride()
    .configureOutput({
      writeOut: text => void world.io.stdout.write(text),
      writeErr: text => void world.io.stderr.write(text),
    })
  program
    .command('serve')
    .description('Serve MCP, REST and the control socket until SIGINT or SIGTERM.')
    .action(act(async () => world.serve(await world.machine())))
  addToolCommands(program, world, act)
  addOperatorCommands(program, world, act)
  addAuditCommand(program, world, act)
  addBackupCommands(program, world, act)
  addDoctorCommand(program, world, act)
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
