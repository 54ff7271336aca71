import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import type { CliCommand } from '../usage/cli-command.ts'
import { HELP_TOPICS } from '../usage/program-help.ts'

/** Adds `help`, which prints the output of `--help` of the named command, or a topic. */
export function addHelpCommand(program: CliCommand, { io }: CliContext): void {
  program
    .command('help [command...]')
    .description('Show the help of a command or topic.')
    .explain({
      examples: ['help translate', 'help operator'],
      notes: `Topics: ${Object.keys(HELP_TOPICS).join(', ')}.`,
      docs: 'docs/command-line.md',
    })
    .action((names: readonly string[]) => {
      const topic = names.length === 1 ? HELP_TOPICS[names[0] ?? ''] : undefined
      if (topic !== undefined) {
        io.stdout.write(`${topic(program)}\n`)
        return
      }
      let found: Command = program
      for (const name of names) {
        const next = found.commands.find(known => known.name() === name)
        found = next ?? (found as CliCommand).unknownCommand(name)
      }
      found.outputHelp()
    })
}
