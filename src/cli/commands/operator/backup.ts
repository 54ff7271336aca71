import type { BackupOptions } from '../../backup/create.ts'
import type { RecoverOptions } from '../../backup/recover.ts'
import type { RestoreOptions } from '../../backup/restore.ts'
import type { CliContext } from '../../context.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../options.ts'

const DOCS = 'docs/storage.md'

/** Adds `backup`, `restore` and `recover`. */
export function addBackupCommands(program: CliCommand, context: CliContext): void {
  program
    .command('backup <file>')
    .helpGroup(OPERATOR_GROUP)
    .description('Back up the store to a file, or to standard output (-). The server keeps running.')
    .option('--force', 'replace an existing FILE')
    .option('--json', 'print JSON')
    .explain({
      examples: [
        'backup site.jsonl.gz',
        `backup - | ssh other-machine 'cat > site.jsonl.gz'`,
        'restore site.jsonl.gz --dry-run  # checks a backup',
      ],
      notes: `A backup is one consistent state, checked after writing. It contains all content and
hashes of tokens, so only you can read it. Format: gzip of JSON Lines (gunzip -c FILE | jq .).`,
      docs: DOCS,
    })
    .run(async (file: string, flags: Partial<BackupOptions>) => {
      const { createBackup } = await import('../../backup/create.ts')
      return createBackup(await context.machine(), file, { force: false, json: false, ...flags }, context.io)
    })
  const { command } = context
  program
    .command('restore <file>')
    .helpGroup(OPERATOR_GROUP)
    .description('Replace the store with a backup. Stop the server first.')
    .option('--replace', 'replace a store that has records; saves it in <data folder>/backups first')
    .option('--keep-credentials', 'keep the tokens of the backup valid, even if they were revoked since')
    .option('--dry-run', 'check FILE and show what would change; works while the server runs')
    .option('--json', 'print JSON')
    .explain({
      examples: [
        'restore site.jsonl.gz --dry-run',
        'restore site.jsonl.gz --replace',
        'token create --name laptop --scopes everyday  # creates a new token',
      ],
      notes: `The whole file is checked before anything changes. Then all of it is restored, or nothing.
All credentials of the backup are revoked, because some may have been revoked since.`,
      docs: DOCS,
    })
    .run(async (file: string, flags: Partial<RestoreOptions>) => {
      const { restore } = await import('../../backup/restore.ts')
      const options = { replace: false, keepCredentials: false, dryRun: false, json: false, ...flags, command }
      return restore(await context.machine(), file, options, context.io)
    })
  program
    .command('recover')
    .helpGroup(OPERATOR_GROUP)
    .description('Check a damaged store, and repair it with --apply. Stop the server first.')
    .option('--apply', 'keep what can be read; saves the damaged files next to the store')
    .option('--keep-credentials', 'keep tokens valid, even if a lost change had revoked them')
    .option('--json', 'print JSON')
    .explain({
      examples: ['recover', 'recover --apply'],
      notes: `Use it when the server does not start because its store is damaged.
Without --apply, it lists damaged files and lost records, and changes nothing.`,
      docs: DOCS,
    })
    .run(async (flags: Partial<RecoverOptions>) => {
      const { recover } = await import('../../backup/recover.ts')
      const options = { apply: false, keepCredentials: false, json: false, ...flags, command }
      return recover(await context.machine(), options, context.io)
    })
}
