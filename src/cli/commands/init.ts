import type { CliContext } from '../context.ts'
import type { InitOptions } from '../setup/init.ts'
import type { CliCommand } from '../usage/cli-command.ts'

/** Adds `init`. */
export function addInitCommand(program: CliCommand, context: CliContext): void {
  program
    .command('init')
    .description('Find source files and locales, and write dragoman.json.')
    .option('--project <name>', 'account and project, such as acme/app')
    .option('--source-locale <tag>', 'locale of the source files (default: English)')
    .option('--locales <tags>', 'target locales, separated by commas (default: those with files)')
    .option('--server <url>', 'base URL of the server')
    .option('--yes', 'accept what was found; ask nothing')
    .option('--force', 'replace an existing dragoman.json')
    .option('--json', 'print JSON')
    .explain({
      examples: ['init --project acme/app --locales de,pl', 'init --project acme/app --yes --force'],
      notes: 'Shows what it would change before it replaces an existing file.',
      docs: 'docs/project-file.md',
    })
    .run(async (options: InitOptions) => {
      const { initRepository } = await import('../setup/init.ts')
      return initRepository(await context.machine(), options, context)
    })
}
