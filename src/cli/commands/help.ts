import type { Command } from 'commander'

/** Adds `help`, which shows what `--help` of the named command shows. */
export function addHelpCommand(program: Command): void {
  program
    .command('help [command...]')
    .description('Show the help of a command, such as help token create.')
    .action((names: readonly string[]) => {
      let found = program
      for (const name of names) {
        const next = found.commands.find(command => command.name() === name)
        found = next ?? found.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' })
      }
      found.outputHelp()
    })
}
