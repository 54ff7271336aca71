import { Argument, type Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'
import { addHelpText } from './help-text.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`, which prints a script that knows all commands of the program. */
export function addCompletionCommand(program: Command, { command, io }: CliContext, wrap: WrapAction): void {
  const completion = program
    .command('completion')
    .description('Print a script that completes commands, options and locales in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action(
      wrap(async (shell: (typeof SHELLS)[number]) => {
        const [{ readCommands }, { bashScript }, { zshScript }, { fishScript }] = await Promise.all([
          import('../completion/tree.ts'),
          import('../completion/bash.ts'),
          import('../completion/zsh.ts'),
          import('../completion/fish.ts'),
        ])
        io.stdout.write({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](readCommands(program)))
        return 0
      }),
    )
  addHelpText(completion, {
    examples: [command('completion bash > ~/.dragoman-completion'), command('completion zsh | head -n 1')],
    notes: `bash, in ~/.bashrc:           source <(dragoman completion bash)
zsh, in ~/.zshrc:             source <(dragoman completion zsh)   # after compinit
fish:  dragoman completion fish > ~/.config/fish/completions/dragoman.fish`,
    docs: 'docs/command-line.md',
  })
}
