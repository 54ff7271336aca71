import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'
import type { InitOptions } from '../setup/init.ts'
import { addHelpText } from './help-text.ts'

/** Adds `init`. */
export function addInitCommand(program: Command, context: CliContext, wrap: WrapAction): void {
  const { command } = context
  const init = program
    .command('init')
    .description('Find source files and locales, and write dragoman.json.')
    .option('--project <name>', 'account and project, such as acme/app')
    .option('--source-locale <tag>', 'locale of the source files (default: English)')
    .option('--locales <tags>', 'target locales, separated by commas (default: those with files)')
    .option('--server <url>', 'base URL of the server')
    .option('--yes', 'accept what was found; ask nothing')
    .option('--force', 'replace an existing dragoman.json')
    .option('--json', 'print JSON')
    .action(
      wrap(async (options: InitOptions) => {
        const { initRepository } = await import('../setup/init.ts')
        return initRepository(await context.machine(), options, context)
      }),
    )
  addHelpText(init, {
    examples: [command('init --project acme/app --locales de,pl'), command('init --project acme/app --yes --force')],
    notes: 'Shows what it would change before it replaces an existing file.',
    docs: 'docs/project-file.md',
  })
}
