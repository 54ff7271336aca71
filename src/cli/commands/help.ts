import { Argument, type Command } from 'commander'
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

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`, which prints a script that knows all commands of the program. */
export function addCompletionCommand(program: CliCommand, { io }: CliContext): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and locales in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .explain({
      examples: ['completion bash > ~/.dragoman-completion', 'completion zsh | head -n 1'],
      notes: `bash, in ~/.bashrc:           source <(dragoman completion bash)
zsh, in ~/.zshrc:             source <(dragoman completion zsh)   # after compinit
fish:  dragoman completion fish > ~/.config/fish/completions/dragoman.fish`,
      docs: 'docs/command-line.md',
    })
    .run(async (shell: (typeof SHELLS)[number]) => {
      const [{ readCommands }, { bashScript }, { zshScript }, { fishScript }] = await Promise.all([
        import('../completion/tree.ts'),
        import('../completion/bash.ts'),
        import('../completion/zsh.ts'),
        import('../completion/fish.ts'),
      ])
      io.stdout.write({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](readCommands(program)))
      return 0
    })
}
