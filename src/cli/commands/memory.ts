import type { CliContext } from '../context.ts'
import { rootOption } from '../files/file-access.ts'
import type { MemoryOptions } from '../memory/memory-commands.ts'
import type { CliCommand } from '../usage/cli-command.ts'

const DOCS = 'docs/memory.md'

type Options = Omit<MemoryOptions, 'file'>

/** Adds `memory import` and `memory export`. */
export function addMemoryCommands(program: CliCommand, context: CliContext): void {
  const memory = program
    .command('memory')
    .helpCommand(false)
    .description('Import or export the translation memory of an account as TMX.')
    .explain({
      examples: ['memory import old.tmx', 'memory export all.tmx --project acme/app'],
      docs: DOCS,
    })
  memory
    .command('import <file>')
    .description('Add the translations of a TMX file to the memory.')
    .onProject()
    .option('--dry-run', 'count units; write nothing')
    .addOption(rootOption())
    .option('--json', 'print JSON')
    .explain({
      examples: ['memory import old.tmx --project acme/app --dry-run', 'memory import old.tmx'],
      notes: 'The units belong to the account: all its members and projects find them.',
      docs: DOCS,
    })
    .run(async (file: string, options: Options & { dryRun?: boolean }) => {
      const { importMemory } = await import('../memory/memory-commands.ts')
      return importMemory(await context.machine(), { ...options, file }, context)
    })
  memory
    .command('export <file>')
    .description('Write the memory that you can read to a TMX file.')
    .onProject()
    .option('--locale <tag>', 'one target locale (default: all of the project)')
    .option('--only-project', 'only the strings of this project')
    .addOption(rootOption())
    .option('--json', 'print JSON')
    .explain({
      examples: ['memory export all.tmx', 'memory export de.tmx --project acme/app --locale de --only-project'],
      notes: 'Replaces only a file that an earlier export wrote.',
      docs: DOCS,
    })
    .run(async (file: string, options: Options & { locale?: string; onlyProject?: boolean }) => {
      const { exportMemory } = await import('../memory/memory-commands.ts')
      return exportMemory(await context.machine(), { ...options, file }, context)
    })
}
