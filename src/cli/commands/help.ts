import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { addHelpText } from './help-text.ts'

/** Adds `help`, which prints the output of `--help` of the named command. */
export function addHelpCommand(program: Command, { command }: CliContext): void {
  const help = program
    .command('help [command...]')
    .description('Show the help of a command.')
    .action((names: readonly string[]) => {
      let found = program
      for (const name of names) {
        const next = found.commands.find(known => known.name() === name)
        found = next ?? found.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' })
      }
      found.outputHelp()
    })
  addHelpText(help, { examples: [command('help call'), command('help token create')] })
}
