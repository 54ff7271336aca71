import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'

interface BackupFlags {
  readonly force?: boolean
  readonly json?: boolean
}

interface RestoreFlags {
  readonly replace?: boolean
  readonly keepCredentials?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

interface RecoverFlags {
  readonly apply?: boolean
  readonly keepCredentials?: boolean
  readonly json?: boolean
}

/** Adds `backup`, `restore` and `recover`. */
export function addBackupCommands(program: Command, context: CliContext, wrap: WrapAction): void {
  const { command } = context
  program
    .command('backup <file>')
    .description('Write everything the service keeps to one file, also while it serves; - is standard output.')
    .option('--force', 'replace FILE when it is there')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The file has one state of the whole store, however much is written meanwhile. It is checked
before it gets its name, and nobody but you may read it: it holds every text and the hashes
of tokens. It is gzip and JSON lines: gunzip -c FILE | jq .

Examples:
  ${command('backup site.jsonl.gz')}
  ${command(`backup - | ssh other-machine 'cat > site.jsonl.gz'`)}
  ${command('restore site.jsonl.gz --dry-run')}    checks a backup at any time`,
    )
    .action(
      wrap(async (file: string, { force = false, json = false }: BackupFlags) => {
        const { createBackup } = await import('../backup/create.ts')
        return createBackup(await context.machine(), file, { force, json }, context.io)
      }),
    )
  program
    .command('restore <file>')
    .description('Put the records of a backup in the place of the store. Stop the service first.')
    .option('--replace', 'replace a store that has records; they are saved in <data folder>/backups first')
    .option('--keep-credentials', 'let the tokens of the backup work, also those that were revoked since')
    .option('--dry-run', 'check FILE and say what would happen; works beside a service')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
FILE is read to its end before anything is touched; a damaged one is refused with the place
named. The store changes at once or not at all. Every credential of the backup is revoked,
because it may have been revoked after the backup was made.

Examples:
  ${command('restore site.jsonl.gz --dry-run')}
  ${command('restore site.jsonl.gz --replace')}
  ${command('token create --name laptop --scopes everyday')}`,
    )
    .action(
      wrap(async (file: string, given: RestoreFlags) => {
        const { restore } = await import('../backup/restore.ts')
        const { replace = false, keepCredentials = false, dryRun = false, json = false } = given
        const options = { replace, keepCredentials, dryRun, json, command }
        return restore(await context.machine(), file, options, context.io)
      }),
    )
  program
    .command('recover')
    .description('Say what can be read of a damaged store, or go on with that. Stop the service first.')
    .option('--apply', 'make a store of what can be read; the damaged files are kept beside it')
    .option('--keep-credentials', 'let the tokens work, also those that a lost change may have revoked')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
For a service that refuses to start because a file of its store is damaged. Without --apply
nothing is changed. What cannot be read is named with its file and place.

Examples:
  ${command('recover')}
  ${command('recover --apply')}`,
    )
    .action(
      wrap(async ({ apply = false, keepCredentials = false, json = false }: RecoverFlags) => {
        const { recover } = await import('../backup/recover.ts')
        return recover(await context.machine(), { apply, keepCredentials, json, command }, context.io)
      }),
    )
}
