import { Argument } from 'commander'
import type { CliContext } from '../context.ts'
import type { CliCommand } from '../usage/cli-command.ts'

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
