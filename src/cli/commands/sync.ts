import { Option } from 'commander'
import type { CliContext } from '../context.ts'
import { serverOption } from '../repository/project-options.ts'
import type { InitOptions } from '../setup/init.ts'
import type { PullOptions } from '../sync/pull.ts'
import type { PushOptions } from '../sync/push.ts'
import type { CliCommand } from '../usage/cli-command.ts'
import { parseCount } from './options.ts'

const DOCS = 'docs/command-line.md'

/** `preview` is true without a folder. */
type GivenPullOptions = Omit<PullOptions, 'locales' | 'preview'> & { readonly preview?: string | true }

/** Adds `push` and `pull`. */
export function addSyncCommands(program: CliCommand, context: CliContext): void {
  program
    .command('push')
    .description('Send the source files of the repository, and queue what is new.')
    .option('--translations', 'also import the translated files')
    .option('--create', 'create the project if it does not exist')
    .option('--branch <name>', 'branch; auto = the Git branch (default: the main branch)')
    .option('--prune', 'also remove deleted files, and hide locales that dragoman.json lacks')
    .option('--confirm', 'let --prune hide locales that have translations')
    .option('--confirm-removed <count>', 'number of strings that the push may remove', parseCount)
    .option('--dry-run', 'show what would change; write nothing')
    .addOption(serverOption())
    .option('--json', 'print JSON')
    .option('--quiet', 'print nothing')
    .explain({
      examples: ['push --dry-run', 'push --create --translations'],
      notes: 'Sends only files that changed. Repeat an interrupted push: it goes on where it stopped.',
      docs: `${DOCS}, docs/project-file.md`,
    })
    .run(async (options: PushOptions) => {
      const { push: act } = await import('../sync/push.ts')
      return act(await context.machine(), options, context)
    })
  program
    .command('pull [locales...]')
    .description('Write the translated files of the repository.')
    .option('--branch <name>', 'branch; auto = the Git branch (default: the main branch)')
    .option(
      '--include <which>',
      'translated, approved or all (default: the setting of the project); more than that needs --preview or project:admin',
    )
    .option('--fallback <what>', 'for missing translations: omit or write (default: omit)')
    .option('--dry-run', 'show what would change; write nothing')
    .option('--force', 'replace local changes, conflicts and texts that wait for a review; show them first')
    .addOption(
      new Option('--preview [folder]', 'write the files below a folder for a look (default: preview)').conflicts(
        'force',
      ),
    )
    .addOption(serverOption())
    .option('--json', 'print JSON')
    .option('--quiet', 'print the paths of changed files only')
    .explain({
      examples: ['pull --dry-run', 'pull de pl', 'pull --include all --preview'],
      notes: 'Exits with 73 if a file has translations that the project never had. Nothing is written then.',
      docs: DOCS,
    })
    .run(async (locales: readonly string[], { preview, ...options }: GivenPullOptions) => {
      const { pull: act } = await import('../sync/pull.ts')
      const folder = preview === true ? 'preview' : preview
      const named = { ...options, locales, ...(folder !== undefined && { preview: folder }) }
      return act(await context.machine(), named, context)
    })
}

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
